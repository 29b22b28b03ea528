"""What the pages behind the links in mails say."""

from api.pages.texts.keys import Key, Section
from games.core.catalogues import Catalogue, load

TEXTS: Catalogue[Section, Key] = load(__name__)
