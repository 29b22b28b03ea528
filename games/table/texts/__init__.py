"""What the table says, whatever the game, in each language."""

from games.core.catalogues import Catalogue, load
from games.table.texts.keys import Key, Section

TEXTS: Catalogue[Section, Key] = load(__name__)
