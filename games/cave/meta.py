"""The game in a few facts; the seed is the Polish rules leaflet of Jaskinia, cut off in 12.5a."""

from games.core.json import JSONObject

SLUG = "cave"
RULES = "1"
NAMES = {"en": "Cave", "he": "המערה", "pl": "Jaskinia"}
DURATION_HINT = {"en": "2–4 hours", "he": "2–4 שעות", "pl": "2–4 godziny"}
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

OPTIONS_SCHEMA: JSONObject = {
    "type": "object",
    "properties": {
        "max_rounds": {
            "type": "integer",
            "minimum": 0,
            "maximum": MOST_ROUNDS,
            "default": DEFAULT_MAX_ROUNDS,
            "description": "The match ends without a winner after this round; 0 means no limit (CAVE-R21.4).",
        },
        "character_selection": {
            "type": "string",
            "enum": ["random", "pick"],
            "default": "random",
            "description": "Whether characters are dealt, or picked in seat order (CAVE-0.6a).",
        },
        "elimination": {
            "type": "string",
            "enum": [RULEBOOK, NONE],
            "default": RULEBOOK,
            "title": "Elimination (none is a variant)",
            "description": "By the rulebook whoever dies after the Crystal Chamber was found is out (CAVE-4.3). "
            "A variant, not in the rulebook: with none the dead always start again, and the Crystal or the last round "
            "ends the match.",
        },
    },
    "additionalProperties": False,
}
