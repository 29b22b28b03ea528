"""The game in a few facts; the seed is the Polish rules leaflet of Jaskinia, cut off in 12.5a."""

from games.cave.texts import TEXTS
from games.core.options import option_texts, options_schema

SLUG = "cave"
RULES = "2"
NAMES = TEXTS["game.name"]
DURATION_HINT = TEXTS["game.duration_hint"]
MIN_SEATS, MAX_SEATS = 2, 6
DEFAULT_MAX_ROUNDS = 200
# Far beyond any match, and within the integers that history can hold.
MOST_ROUNDS = 1_000_000

# The seed prints "8", which the table of 2.6 shows to be a misread 6 (CAVE-11.2).
FREE_MOVEMENT_POWER = 6
SPELL_LIMITS = (0, 0, 0, 1, 2, 2, 3)
TROPHY_POINTS = 7
CAVE_CARDS_FOR_POWER = 7
OBJECT_LIMIT = 4
MOST_CARRIED = 3

# The option `elimination`: as the rulebook has it, or the variant without (docs/rulings/cave-without-elimination.md).
RULEBOOK, NONE = "rulebook", "none"

OPTION_TEXTS = option_texts(TEXTS.table("options"))

OPTIONS_SCHEMA = options_schema(
    {
        "max_rounds": {"type": "integer", "minimum": 0, "maximum": MOST_ROUNDS, "default": DEFAULT_MAX_ROUNDS},
        "character_selection": {"type": "string", "enum": ["random", "pick"], "default": "random"},
        "elimination": {
            "type": "string",
            "enum": [RULEBOOK, NONE],
            "default": RULEBOOK,
            "title": OPTION_TEXTS["elimination"].title["en"],
        },
    },
    OPTION_TEXTS,
)
