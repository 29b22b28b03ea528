"""The table's texts in each language, the same for every game."""

from games.core.catalogues import Catalogue, load
from games.table.texts.keys import Key, Section

TEXTS: Catalogue[Section, Key] = load(__name__)
