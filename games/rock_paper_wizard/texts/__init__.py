"""What the game says, in each language."""

from games.core.catalogues import Catalogue, load
from games.rock_paper_wizard.texts.keys import Key, Section

TEXTS: Catalogue[Section, Key] = load(__name__)
