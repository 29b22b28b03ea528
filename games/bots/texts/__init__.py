"""What the bots are called, and how each plays."""

from games.bots.texts.keys import Key, Section
from games.core.catalogues import Catalogue, load

TEXTS: Catalogue[Section, Key] = load(__name__)
