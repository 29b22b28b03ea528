"""The game in a few facts, read from the Hebrew and the English text of its rulebook."""

from games.spell_a_spell.texts import TEXTS

SLUG = "spell-a-spell"
RULES = "2"
NAMES = TEXTS["game.name"]
DURATION_HINT = TEXTS["game.duration_hint"]
MIN_SEATS, MAX_SEATS = 2, 5
