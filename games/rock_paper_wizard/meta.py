"""The game in a few facts, read from the Hebrew edition of 2019 (base game, 23 spell cards)."""

from games.core.messages import said
from games.core.options import OptionTexts, options_schema

SLUG = "rock-paper-wizard"
RULES = "1"
NAMES = {"en": "Rock Paper Wizard", "he": "קוסם, נייר ומספריים", "pl": "Kamień, papier, czarodziej"}
DURATION_HINT = {"en": "20–30 minutes", "he": "20–30 דקות", "pl": "20–30 minut"}
MIN_SEATS, MAX_SEATS = 3, 6
DEFAULT_MAX_ROUNDS = 60
# Far beyond any match, and within the integers that history can hold.
MOST_ROUNDS = 1_000_000

# By seat. The first four colours are the rulebook's, the other two are labels of ours (RPW-16).
WIZARDS = ("wizard_red", "wizard_yellow", "wizard_blue", "wizard_green", "wizard_purple", "wizard_white")

OPTION_TEXTS = {
    "max_rounds": OptionTexts(
        title=said("Most rounds", "מספר הסיבובים המרבי", "Największa liczba rund"),
        description=said(
            "The match ends after this round at the latest; 0 means no limit (RPW-67).",
            "המשחק נגמר לכל המאוחר אחרי הסיבוב הזה; 0 פירושו ללא הגבלה (RPW-67).",
            "Gra kończy się najpóźniej po tej rundzie; 0 oznacza brak ograniczenia (RPW-67).",
        ),
    )
}

OPTIONS_SCHEMA = options_schema(
    {"max_rounds": {"type": "integer", "minimum": 0, "maximum": MOST_ROUNDS, "default": DEFAULT_MAX_ROUNDS}},
    OPTION_TEXTS,
)
