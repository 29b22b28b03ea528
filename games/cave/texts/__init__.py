"""What the game says, in each language."""

from games.cave.texts.keys import Key, Section
from games.core.catalogues import Catalogue, load

TEXTS: Catalogue[Section, Key] = load(__name__)
