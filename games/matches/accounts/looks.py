"""Handles that look alike, by letters of another script, `l` for `I` or `0` for `O`; and handles nobody may take.

A handle has up to three looks: the skeletons (UTS #39) of the handle as written, in small letters and in capitals. Two
handles look alike where they share a look. There are three because case changes what a letter looks like: the Greek
capital Ν looks like N, and its small letter ν like v.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from games.core.languages import BY_CODE
from games.matches.accounts.handles import handle_key

# Unicode's own file, cut down to what a handle can hold.
CONFUSABLES = Path(__file__).with_name("data") / "confusables.txt"
# Whoever had one of these would seem to speak for the service, or to be a seat without a player: the page calls those
# "Bot 1" and "Seat 1" in each language.
RESERVED_WORDS = (
    *(language.seat.lower() for language in BY_CODE.values()),
    *("admin", "administrator", "anonymous", "api", "bot", "deleted", "everybody", "everyone", "help", "moderator"),
    *("nobody", "none", "null", "official", "operator", "root", "server", "service", "staff", "support"),
    *("sysadmin", "mods"),
    *("system", "tabularium", "undefined", "unknown", "webmaster", "clock", "guest", "player"),
    *("host", "mod", "dealer", "spectator", "administration"),
    *("admins", "administrators", "moderators", "operators", "security", "administratorka", "moderatorka"),
    *("boteasy", "botmedium", "bothard", "botrandom", "botsteady", "easybot", "mediumbot", "hardbot", "randombot"),
    *("אדמין", "בוט", "מנהל", "מנהלת", "מערכת", "מפעיל", "מקום", "צוות", "תמיכה", "שחקן", "שחקנית", "אורח", "אורחת"),
    *("שעון", "נמחק", "נמחקה", "אנונימי", "אנונימית", "אלמוני", "אלמונית", "הנהלה", "מארח", "מארחת", "צופה"),
    *("gracz", "graczka", "gość", "nikt", "obsługa", "pomoc", "serwer", "wsparcie", "zegar", "usunięty", "usunięta"),
    *("anonim", "anonimowy", "anonimowa", "administracja", "gospodarz", "widz"),
    *(
        "админ",
        "адмін",
        "администратор",
        "бот",
        "модератор",
        "оператор",
        "поддержка",
        "підтримка",
        "сервер",
        "система",
        "игрок",
        "гравець",
        "гость",
    ),
    *("διαχειριστής", "μποτ", "παίκτης", "σύστημα", "υποστήριξη"),
)
SERVICE = "tabularium"
# What says no more than a reserved word beside it: the_admin, support_team.
FILLERS = frozenset({"the", "a", "real", "true", "team", "group", "account"})
# The same without a line between: TheModerator, SupportTeam, המנהל.
PREFIXES, SUFFIXES = ("the", "real", "true", "official", "ה"), ("team", "group", "account")
# Lines are told apart neither by their number nor at the ends of a handle: a_b, a__b, _a_b.
LINES = re.compile("_+")
# "Bot_1" and "admin007" say the same as the word alone. The page, the clients and the tests draw a handle as a word, a
# line and seven or more random letters and digits, which are digits alone at times: behind a line four are reserved.
DECORATION = re.compile(r"(?<!_)_+[0-9]{1,4}$|(?<![0-9_])[0-9]+$")


# Several numbers behind a word, or one before it.
NUMBERS = re.compile(r"^[0-9]+_*(?=[^0-9_])|(?<=[^0-9_])(_+[0-9]{1,4})+$")


def looks_of(handle: str) -> frozenset[str]:
    """What a handle looks like: one text for each of its looks, the same for all handles with that look."""
    plain = unicodedata.normalize("NFKC", LINES.sub("_", handle).strip("_") or "_")
    return frozenset(_folded(skeleton(form)) for form in (plain, handle_key(plain), plain.upper()))


def is_reserved(handle: str) -> bool:
    """Whether nobody may take this handle: reserved words, or what looks like them, with or without a number."""
    # A digit may be a number behind the word or stand for a letter of it: nul1.
    bare = handle.strip("_")
    forms = {bare, DECORATION.sub("", bare), NUMBERS.sub("", bare)}
    return names_service(handle) or any(_is_word(form.replace("_", "")) or _says_word(form) for form in forms)


def names_service(name: str) -> bool:
    """Whether a name of any characters holds the service's own, or what looks like it."""
    letters = _unmarked("".join(filter(str.isalnum, unicodedata.normalize("NFKC", name))))
    return any(_nearly_service().search(look) for look in looks_of(letters))


def _says_word(handle: str) -> bool:
    """Whether there is nothing between the lines but reserved words, and what adds nothing to them."""
    parts = [part for part in handle.split("_") if part]
    return any(map(_is_word, parts)) and all(_is_word(part) or part.casefold() in FILLERS for part in parts)


def _is_word(text: str) -> bool:
    folded = text.casefold()
    forms = {text, *map(folded.removeprefix, PREFIXES), *map(folded.removesuffix, SUFFIXES)}
    return any(form and looks_of(_unmarked(form)) & _reserved() for form in forms)


def skeleton(text: str) -> str:
    """The text in the letters that its own look like (UTS #39, section 4)."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(letter, letter) for letter in decomposed))


def _folded(text: str) -> str:
    # O, which 0 looks like, and o; and two letters that the file leaves out: w, which vv looks like, and the final mem,
    # which looks like a samekh, and that like o.
    return unicodedata.normalize("NFC", text.casefold().replace("w", "vv").replace("ם", "o"))


@cache
def _nearly_service() -> re.Pattern[str]:
    """The looks of the service's name, with one letter more, fewer or another."""
    return re.compile(
        "|".join(
            f"{look[:place]}.?{look[place + skipped :]}"
            for look in looks_of(SERVICE)
            for place in range(len(look))
            for skipped in (0, 1)
        )
    )


@cache
def _reserved() -> frozenset[str]:
    return frozenset[str]().union(*(looks_of(_unmarked(word)) for word in RESERVED_WORDS))


def _unmarked(text: str) -> str:
    """The text without accents and dots that its letters carry: ADMİN says what ADMIN does."""
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(one for one in letters if not unicodedata.combining(one)))


@cache
def _prototypes() -> Mapping[str, str]:
    lines = CONFUSABLES.read_text(encoding="utf-8").splitlines()
    fields = [line.split(";") for line in lines if not line.startswith("#")]
    return {_text(source): _text(target) for source, target, *_ in fields}


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
