"""What the game says, in each language."""

from games.core.catalogues import Catalogue, load
from games.spell_a_spell.texts.keys import Key, Section

TEXTS: Catalogue[Section, Key] = load(__name__)
