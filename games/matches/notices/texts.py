"""What notices and mails say, in English, Hebrew and Polish. Nothing that a player typed stands in a notice."""

from collections.abc import Mapping

from games import registry
from games.core.languages import LANGUAGES
from games.matches.models.notices import Notice

TEST = "test"

# One sentence a kind; `{game}` is the game's name in that language.
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
        "he": "{game}: המושב שלך ממשיך בלעדיך, עד לחזרתך אליו.",
        "pl": "{game}: twoje miejsce gra bez ciebie, dopóki go nie odbierzesz.",
    },
    "eliminated": {
        "en": "{game}: your part in the match is over; you may watch the rest.",
        "he": "{game}: ההשתתפות שלך במשחק הסתיימה; אפשר לצפות בהמשכו.",
        "pl": "{game}: twój udział w rozgrywce dobiegł końca; dalszy ciąg możesz oglądać.",
    },
    TEST: {
        "en": "This is a test of your webhook.",
        "he": "זוהי בדיקה של ה-webhook שלך.",
        "pl": "To jest test twojego webhooka.",
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
            "התקבלה בקשה, כנראה שלך, לקבל הודעות בכתובת הזאת.\n\nכדי לאשר את הכתובת יש לפתוח את\n{link}\n\n"
            "או למסור לתוכנה שלך את הקוד הזה:\n{token}\n\n"
            "אם זו לא הייתה בקשה שלך, אין צורך לעשות דבר: לא יישלח דואר נוסף.",
        ),
        "pl": (
            "Potwierdź swój adres",
            "Ktoś, zapewne ty, chce dostawać powiadomienia na ten adres.\n\nAby go potwierdzić, otwórz\n{link}\n\n"
            "albo podaj w swoim programie ten kod:\n{token}\n\n"
            "Jeśli to nie ty, nic nie rób: więcej wiadomości nie będzie.",
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
            "התקבלה בקשה, כנראה שלך, לקבוע סיסמה חדשה לחשבון {handle}.\n\nכדי לקבוע אותה יש לפתוח את\n{link}\n\n"
            "או למסור לתוכנה שלך את הקוד הזה:\n{token}\n\nהקוד תקף לשעה. אם זו לא הייתה בקשה שלך, אין צורך לעשות דבר.",
        ),
        "pl": (
            "Ustaw nowe hasło",
            "Ktoś, zapewne ty, prosi o nowe hasło do konta {handle}.\n\nAby je ustawić, otwórz\n{link}\n\n"
            "albo podaj w swoim programie ten kod:\n{token}\n\nKod działa przez godzinę. Jeśli to nie ty, nic nie rób.",
        ),
    },
}

# What follows the sentence in the mail of a notice.
FOOT: Mapping[str, str] = {
    "en": "The match: {match}\n\nNo more notices by mail: {link}",
    "he": "המשחק: {match}\n\nלהפסקת ההודעות בדואר האלקטרוני: {link}",
    "pl": "Rozgrywka: {match}\n\nWyłączenie powiadomień pocztą: {link}",
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
