"""What problems say to people: the title and the detail of each, and what quotas are called."""

from api.http.texts.keys import Key, Section
from games.core.catalogues import Catalogue, load

TEXTS: Catalogue[Section, Key] = load(__name__)
