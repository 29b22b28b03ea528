"""What notices and mails say, in English, Hebrew and Polish. Nothing that people have typed stands in them."""

from collections.abc import Mapping

from games import registry
from games.matches.models.notices import Notice

TEST = "test"
LANGUAGES = ("en", "he", "pl")

# One sentence a kind; `{game}` is the game's name in that language. A seat that is not known has a sentence of its own.
SENTENCES: Mapping[str, Mapping[str, str]] = {
    "your_turn": {
        "en": "{game}: it is your turn.",
        "he": "{game}: תורך לשחק.",
        "pl": "{game}: twoja kolej.",
    },
    "deadline_near": {
        "en": "{game}: your time is running short.",
        "he": "{game}: הזמן שלך עומד להסתיים.",
        "pl": "{game}: twój czas się kończy.",
    },
    "timed_out": {
        "en": "{game}: your time was up, and the clock has played for you.",
        "he": "{game}: הזמן שלך נגמר, והשעון שיחק במקומך.",
        "pl": "{game}: twój czas minął i zegar zagrał za ciebie.",
    },
    "match_started": {
        "en": "{game}: the match has started.",
        "he": "{game}: המשחק התחיל.",
        "pl": "{game}: rozgrywka się zaczęła.",
    },
    "match_ended": {
        "en": "{game}: the match is over.",
        "he": "{game}: המשחק הסתיים.",
        "pl": "{game}: rozgrywka dobiegła końca.",
    },
    "invited": {
        "en": "{game}: you are invited to a match.",
        "he": "{game}: הוזמנת למשחק.",
        "pl": "{game}: masz zaproszenie do rozgrywki.",
    },
    "seat_taken_over": {
        "en": "{game}: your seat goes on without you until you take it back.",
        "he": "{game}: המושב שלך ממשיך בלעדיך עד שתיקח אותו בחזרה.",
        "pl": "{game}: twoje miejsce gra bez ciebie, dopóki go nie odbierzesz.",
    },
    TEST: {
        "en": "This is a test of your webhook.",
        "he": "זוהי בדיקה של ה-webhook שלך.",
        "pl": "To jest próba twojego webhooka.",
    },
}

# Subject and text of the mails about an account.
ACCOUNT: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "confirm": {
        "en": (
            "Confirm your address",
            "Somebody, most likely you, wants notices at this address.\n\nTo confirm it, open\n{link}\n\n"
            "or give your client this code:\n{token}\n\nIf it was not you, do nothing: no more mail will come.",
        ),
        "he": (
            "אישור הכתובת שלך",
            "מישהו, כנראה את או אתה, ביקש לקבל הודעות לכתובת הזאת.\n\nכדי לאשר אותה יש לפתוח את\n{link}\n\n"
            "או למסור לתוכנה את הקוד הזה:\n{token}\n\nאם זו לא הייתה בקשה שלך, אין צורך לעשות דבר.",
        ),
        "pl": (
            "Potwierdź swój adres",
            "Ktoś, zapewne ty, chce dostawać powiadomienia na ten adres.\n\nAby go potwierdzić, otwórz\n{link}\n\n"
            "albo podaj swojemu klientowi ten kod:\n{token}\n\nJeśli to nie ty, nic nie rób: więcej poczty nie będzie.",
        ),
    },
    "reset": {
        "en": (
            "Set a new password",
            "Somebody, most likely you, wants a new password for the account {handle}.\n\nTo set one, open\n{link}\n\n"
            "or give your client this code:\n{token}\n\nIt is good for an hour. If it was not you, do nothing.",
        ),
        "he": (
            "קביעת סיסמה חדשה",
            "מישהו, כנראה את או אתה, ביקש סיסמה חדשה לחשבון {handle}.\n\nכדי לקבוע אותה יש לפתוח את\n{link}\n\n"
            "או למסור לתוכנה את הקוד הזה:\n{token}\n\nהקוד תקף לשעה. אם זו לא הייתה בקשה שלך, אין צורך לעשות דבר.",
        ),
        "pl": (
            "Ustaw nowe hasło",
            "Ktoś, zapewne ty, chce nowego hasła do konta {handle}.\n\nAby je ustawić, otwórz\n{link}\n\n"
            "albo podaj swojemu klientowi ten kod:\n{token}\n\nDziała przez godzinę. Jeśli to nie ty, nic nie rób.",
        ),
    },
}

# What follows the sentence in the mail of a notice.
FOOT: Mapping[str, str] = {
    "en": "The match: {match}\n\nNo more notices by mail: {link}",
    "he": "המשחק: {match}\n\nלהפסקת ההודעות בדואר: {link}",
    "pl": "Rozgrywka: {match}\n\nBez powiadomień pocztą: {link}",
}


def sentence(notice: Notice | None, language: str) -> str:
    """What a notice says in one sentence; None is a test."""
    if notice is None:
        return SENTENCES[TEST][language]
    return SENTENCES[notice.kind][language].format(game=_name(notice.game, language))


def known(language: str) -> str:
    """The language itself where there are texts in it, else English."""
    return language if language in LANGUAGES else "en"


def _name(game: str, language: str) -> str:
    names = registry.newest(game).names
    return str(names[language])
