"""The game in a few facts, read from the Hebrew and the English text of its rulebook."""

SLUG = "spell-a-spell"
RULES = "1"
NAMES = {"en": "Spell-a-Spell", "he": "מכשף מכשף", "pl": "Zaklęte słowa"}
DURATION_HINT = "20-40 minutes"
