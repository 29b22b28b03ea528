"""What the quotas are called in sentences for people, in English, Hebrew and Polish; programs read `params`."""

from collections.abc import Mapping
from typing import Any

Words = Mapping[str, Mapping[str, str]]

# Behind "used 3 of 50": in Polish in the genitive.
QUOTAS: Words = {
    "matches": {
        "en": "matches made that have not ended",
        "he": "משחקים שנפתחו וטרם הסתיימו",
        "pl": "założonych rozgrywek, które się jeszcze nie skończyły",
    },
    "bot_matches": {
        "en": "matches with bots that have not ended",
        "he": "משחקים עם בוטים שטרם הסתיימו",
        "pl": "rozgrywek z botami, które się jeszcze nie skończyły",
    },
    "events": {
        "en": "events in matches since midnight (UTC)",
        "he": "אירועים במשחקים מאז חצות (UTC)",
        "pl": "zdarzeń w rozgrywkach od północy (UTC)",
    },
    "bytes": {
        "en": "bytes of storage taken since midnight (UTC)",
        "he": "בתים של שטח אחסון מאז חצות (UTC)",
        "pl": "bajtów miejsca na dane zajętych od północy (UTC)",
    },
    "seats": {
        "en": "seats in matches that have not ended",
        "he": "מושבים במשחקים שטרם הסתיימו",
        "pl": "miejsc w rozgrywkach, które się jeszcze nie skończyły",
    },
}
HOLDERS: Words = {
    "player": {"en": "Your quota", "he": "המכסה שלך", "pl": "Twój limit"},
    "address": {
        "en": "The quota of all players behind your address",
        "he": "המכסה של כל השחקנים מאחורי הכתובת שלך",
        "pl": "Limit wszystkich graczy za twoim adresem",
    },
}


def in_words(params: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The parameters of `quota_exceeded` as its text for people takes them."""
    return {**params, "quota": QUOTAS[params["quota"]][language], "of": HOLDERS[params["of"]][language]}
