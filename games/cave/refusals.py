"""Every way in which this game says no: the code, its clause, and what the player is told."""

from collections.abc import Mapping
from types import MappingProxyType

from games.core.errors import Refusal, RuleBroken
from games.core.json import JSON


def _said(clause: str, en: str, he: str, pl: str) -> Refusal:
    return Refusal(clause=clause, texts={"en": en, "he": he, "pl": pl})


REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "wrong_number_of_seats": _said(
            "CAVE-0.5",
            "The game is for 2 to 6 adventurers, not for {seats}.",
            "המשחק מיועד ל-2 עד 6 דמויות, ולא ל-{seats}.",
            "Gra jest dla 2–6 Poszukiwaczy; wybrana liczba: {seats}.",
        ),
        "too_few_trophy_points": _said(
            "CAVE-1.4",
            "Trophies buy strength from 7 points on; these have {points}.",
            "אפשר להמיר שלל בכוח רק מ-7 נקודות ומעלה; כאן יש {points}.",
            "Trofea wymienia się na Siłę od 7 punktów; te mają ich {points}.",
        ),
        "eliminated": _said(
            "CAVE-4.3",
            "This adventurer died after the Crystal Chamber was found, and the player is out.",
            "הדמות הזו מתה אחרי שחדר הגביש נמצא, והמושב יצא מהמשחק.",
            "Poszukiwacz ginie po odnalezieniu Komnaty z Kryształem, więc to miejsce odpada z gry.",
        ),
        "match_is_over": _said(
            "CAVE-R21.1",
            "The match is over.",
            "המשחק נגמר.",
            "Rozgrywka już się skończyła.",
        ),
        "no_such_seat": _said(
            "CAVE-R23.2",
            "There is no such seat at this table.",
            "אין מושב כזה סביב השולחן.",
            "Przy tym stole nie ma takiego miejsca.",
        ),
        "not_asked": _said(
            "CAVE-R23.2",
            "You are not asked for this now.",
            "לא שואלים אותך על כך עכשיו.",
            "Teraz nie jest to twoja decyzja.",
        ),
        "not_offered": _said(
            "CAVE-R23.2",
            "This choice is not among those you have now.",
            "האפשרות הזו אינה בין האפשרויות שיש לך עכשיו.",
            "Tego wyboru nie ma teraz wśród możliwych.",
        ),
        "seat_resigned": _said(
            "CAVE-R23.10",
            "This player has resigned and takes no further part.",
            "המושב הזה פרש ואינו משתתף עוד.",
            "To miejsce zrezygnowało i już nie bierze udziału w grze.",
        ),
    }
)


def refusal(code: str, **params: JSON) -> RuleBroken:
    """The refusal with this code and the clause that goes with it."""
    return RuleBroken(code, clause=REFUSALS[code].clause, **params)
