"""Every way in which this game says no: the code, its clause, and what the player is told."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from games.core.errors import Refusal, published, refused

REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "wrong_number_of_seats": published(
            "CAVE-0.5",
            "The game is for 2 to 6 adventurers, not for {seats}.",
            "המשחק מיועד ל-2 עד 6 דמויות, ולא ל-{seats}.",
            "Gra jest dla 2–6 Poszukiwaczy; wybrana liczba: {seats}.",
        ),
        "too_few_trophy_points": published(
            "CAVE-1.4",
            "Trophies buy strength from 7 points on; these have {points}.",
            "אפשר להמיר שלל בנקודות כוח רק מ-7 נקודות ומעלה; כאן יש {points}.",
            "Trofea wymienia się na Siłę od 7 punktów; te mają ich {points}.",
        ),
        "eliminated": published(
            "CAVE-4.3",
            "This adventurer died after the Crystal Chamber was found, and the player is out.",
            "הדמות הזו מתה אחרי שחדר הגביש נמצא, והמושב יצא מהמשחק.",
            "Poszukiwacz ginie po odnalezieniu Komnaty z Kryształem, więc to miejsce odpada z gry.",
        ),
        "match_is_over": published(
            "CAVE-R21.1",
            "The match is over.",
            "המשחק נגמר.",
            "Rozgrywka już się skończyła.",
        ),
        "no_such_seat": published(
            "CAVE-R23.2",
            "There is no such seat at this table.",
            "אין מושב כזה סביב השולחן.",
            "Przy tym stole nie ma takiego miejsca.",
        ),
        "not_asked": published(
            "CAVE-R23.2",
            "You are not asked for this now.",
            "לא שואלים אותך על כך עכשיו.",
            "Teraz nie jest to twoja decyzja.",
        ),
        "not_offered": published(
            "CAVE-R23.2",
            "This choice is not among those you have now.",
            "האפשרות הזו אינה בין האפשרויות שיש לך עכשיו.",
            "Tego wyboru nie ma teraz wśród możliwych.",
        ),
        "seat_resigned": published(
            "CAVE-R23.10",
            "This player has resigned and takes no further part.",
            "המושב הזה פרש ואינו משתתף עוד.",
            "To miejsce zrezygnowało i już nie bierze udziału w grze.",
        ),
    }
)

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
