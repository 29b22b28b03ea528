"""The game in a few facts, read from the Hebrew edition of 2019 (base game, 23 spell cards)."""

from games.core.options import option_texts, options_schema
from games.rock_paper_wizard.texts import TEXTS

SLUG = "rock-paper-wizard"
RULES = "1"
NAMES = TEXTS["game.name"]
DURATION_HINT = TEXTS["game.duration_hint"]
MIN_SEATS, MAX_SEATS = 3, 6
DEFAULT_MAX_ROUNDS = 60
# Far beyond any match, and within the integers that history can hold.
MOST_ROUNDS = 1_000_000

# By seat. The first four colours are the rulebook's, the other two are labels of ours (RPW-16).
WIZARDS = ("wizard_red", "wizard_yellow", "wizard_blue", "wizard_green", "wizard_purple", "wizard_white")

OPTION_TEXTS = option_texts(TEXTS.table("options"))

OPTIONS_SCHEMA = options_schema(
    {"max_rounds": {"type": "integer", "minimum": 0, "maximum": MOST_ROUNDS, "default": DEFAULT_MAX_ROUNDS}},
    OPTION_TEXTS,
)
