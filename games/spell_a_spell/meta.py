"""The game in a few facts, read from the Hebrew and the English text of its rulebook."""

SLUG = "spell-a-spell"
RULES = "1"
NAMES = {"en": "Spell-a-Spell", "he": "מכשף מכשף", "pl": "Zaklęte słowa"}
DURATION_HINT = {"en": "20–40 minutes", "he": "20–40 דקות", "pl": "20–40 minut"}
MIN_SEATS, MAX_SEATS = 2, 5
