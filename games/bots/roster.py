"""Who the bots are: a sign in place of a picture, a name, and a line about how each plays, in three languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.bots import EASY, HARD, MEDIUM, RANDOM, STEADY
from games.core.messages import Texts


@dataclass(frozen=True, kw_only=True)
class Bot:
    """One of the bots. `sign` is one character that any font with symbols has."""

    sign: str
    names: Texts
    about: Texts


ROSTER: Mapping[str, Bot] = {
    RANDOM: Bot(
        sign="🎲",
        names={"en": "Dice", "he": "קובייה", "pl": "Kostka"},
        about={
            "en": "Any legal move, all alike: good for a first look at a game.",
            "he": "כל מהלך חוקי, באקראי: טוב להיכרות ראשונה עם משחק.",
            "pl": "Dowolny dozwolony ruch, losowo: dobre na pierwsze spotkanie z grą.",
        },
    ),
    STEADY: Bot(
        sign="⚓",
        names={"en": "Anchor", "he": "עוגן", "pl": "Kotwica"},
        about={
            "en": "The plainest move, as the clock plays it for players who are late.",
            "he": "המהלך הפשוט ביותר, כפי שהשעון משחק במקום המאחרים.",
            "pl": "Najprostszy ruch, taki jak zegar wykonuje za spóźnionych.",
        },
    ),
    EASY: Bot(
        sign="🌱",
        names={"en": "Sprout", "he": "נבט", "pl": "Kiełek"},
        about={
            "en": "What looks best at first sight.",
            "he": "מה שנראה הטוב ביותר במבט ראשון.",
            "pl": "To, co na pierwszy rzut oka wygląda najlepiej.",
        },
    ),
    MEDIUM: Bot(
        sign="🌿",
        names={"en": "Branch", "he": "ענף", "pl": "Gałąź"},
        about={
            "en": "A closer look, and more knowledge: an opponent for most evenings.",
            "he": "מבט קרוב יותר וידע רחב יותר: יריבות לרוב הערבים.",
            "pl": "Dokładniejsze spojrzenie i więcej wiedzy: rywal na większość wieczorów.",
        },
    ),
    HARD: Bot(
        sign="🌳",
        names={"en": "Oak", "he": "אלון", "pl": "Dąb"},
        about={
            "en": "The longest look ahead, and the others are thought to play well too.",
            "he": "המבט הרחוק ביותר קדימה, מתוך הנחה שגם האחרים משחקים היטב.",
            "pl": "Najdalsze spojrzenie naprzód, z założeniem, że inni też grają dobrze.",
        },
    ),
}
