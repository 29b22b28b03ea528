"""The game in a few facts; the seed is the Polish rules leaflet of Jaskinia, cut off in 12.5a."""

from games.core.messages import said
from games.core.options import OptionTexts, options_schema

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

OPTION_TEXTS = {
    "max_rounds": OptionTexts(
        title=said("Most rounds", "מספר הסיבובים המרבי", "Największa liczba rund"),
        description=said(
            "The match ends without a winner after this round; 0 means no limit (CAVE-R21.4).",
            "אחרי הסיבוב הזה המשחק נגמר בלי ניצחון; 0 פירושו ללא הגבלה (CAVE-R21.4).",
            "Po tej rundzie gra kończy się bez zwycięstwa; 0 oznacza brak ograniczenia (CAVE-R21.4).",
        ),
    ),
    "character_selection": OptionTexts(
        title=said("Characters", "דמויות", "Postacie"),
        description=said(
            "Whether characters are dealt, or picked in seat order (CAVE-0.6a).",
            "הגרלת הדמויות, או בחירה לפי סדר המושבים (CAVE-0.6a).",
            "Losowanie postaci albo wybór w kolejności miejsc (CAVE-0.6a).",
        ),
        values={
            "random": said("Dealt", "בהגרלה", "Losowane"),
            "pick": said("Picked in seat order", "בבחירה לפי סדר המושבים", "Wybierane w kolejności miejsc"),
        },
    ),
    "elimination": OptionTexts(
        title=said(
            "Elimination (none is a variant)", "יציאה מהמשחק (הביטול הוא גרסה)", "Odpadanie z gry (brak to wariant)"
        ),
        description=said(
            "By the rulebook whoever dies after the Crystal Chamber was found is out (CAVE-4.3). "
            "A variant, not in the rulebook: with none the dead always start again, and the Crystal or the last round "
            "ends the match.",
            "לפי ספר הכללים, מוות אחרי גילוי חדר גביש הקסם הוא יציאה מהמשחק (CAVE-4.3). "
            "גרסה שאינה בספר הכללים: בביטול היציאה אחרי מוות תמיד מתחילים שוב, "
            "והגביש או הסיבוב האחרון מסיימים את המשחק.",
            "Według instrukcji śmierć po odnalezieniu Komnaty z Magicznym Kryształem kończy udział w grze (CAVE-4.3). "
            "Wariant spoza instrukcji: bez odpadania po śmierci zawsze zaczyna się od nowa, "
            "a grę kończy Kryształ albo ostatnia runda.",
        ),
        values={
            RULEBOOK: said("By the rulebook", "לפי ספר הכללים", "Według instrukcji"),
            NONE: said("None (a variant)", "בלי יציאה (גרסה)", "Bez odpadania (wariant)"),
        },
    ),
}

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
