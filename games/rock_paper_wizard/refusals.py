"""Every rule refusal of this game: the code, its clause (RPW-64), and what the player is told."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from games.core.errors import Refusal, published, refused

REFUSALS: Mapping[str, Refusal] = MappingProxyType(
    {
        "wrong_number_of_seats": published(
            "RPW-1",
            "The game is for 3 to 6 wizards, not for {seats}.",
            "המשחק מיועד ל-3 עד 6 קוסמים, ולא ל-{seats}.",
            "Gra jest dla 3–6 czarodziejów; wybrana liczba: {seats}.",
        ),
        "target_is_self": published(
            "RPW-19",
            "The target of your spell must be another wizard.",
            "מטרת הקסם חייבת להיות מושב אחר.",
            "Celem zaklęcia musi być inne miejsce.",
        ),
        "spell_not_in_book": published(
            "RPW-20",
            "That spell is not in the spell book this round.",
            "הקסם הזה אינו בספר הקסמים בסיבוב הזה.",
            "Tego zaklęcia nie ma w tej rundzie w księdze zaklęć.",
        ),
        "already_chosen": published(
            "RPW-22",
            "You have chosen your spell for this round.",
            "כבר בחרת קסם לסיבוב הזה.",
            "Twoje zaklęcie na tę rundę jest już wybrane.",
        ),
        "receiver_not_poorer": published(
            "RPW-38",
            "The gold goes to a wizard with less gold than you, and seat {receiver} does not have less.",
            "הזהב עובר למושב שיש בו פחות זהב משלך; במושב {receiver} אין פחות.",
            "Złoto dostaje miejsce biedniejsze od twojego; miejsce {receiver} nie ma mniej złota.",
        ),
        "malformed_choice": published(
            "RPW-64",
            "The choice cannot be read.",
            "אי אפשר לקרוא את הבחירה.",
            "Nie można odczytać wyboru.",
        ),
        "match_is_over": published(
            "RPW-64",
            "The match is over.",
            "המשחק נגמר.",
            "Rozgrywka już się skończyła.",
        ),
        "no_receiver_wanted": published(
            "RPW-64",
            "Nobody has to say now who gets gold.",
            "אין צורך לבחור עכשיו למי יעבור זהב.",
            "Nikt nie wybiera teraz, kto dostanie złoto.",
        ),
        "not_learning": published(
            "RPW-64",
            "Spells are chosen in the learn step only.",
            "בוחרים קסם רק בשלב הלימוד.",
            "Zaklęcia wybiera się tylko w fazie nauki.",
        ),
        "no_such_seat": published(
            "RPW-64",
            "There is no such seat at this table.",
            "אין מושב כזה סביב השולחן.",
            "Przy tym stole nie ma takiego miejsca.",
        ),
        "not_your_choice": published(
            "RPW-64",
            "Another wizard chooses who gets the gold.",
            "מושב אחר בוחר למי יעבור הזהב.",
            "To inne miejsce wybiera, kto dostanie złoto.",
        ),
        "unknown_move": published(
            "RPW-64",
            "There is no such move in this game.",
            "אין מהלך כזה במשחק הזה.",
            "W tej grze nie ma takiego ruchu.",
        ),
        "unknown_target": published(
            "RPW-64",
            "There is no wizard in seat {target}.",
            "אין קוסם במושב {target}.",
            "Na miejscu {target} nie ma czarodzieja.",
        ),
        "seat_resigned": published(
            "RPW-65",
            "This wizard has resigned and takes no further part.",
            "המושב הזה פרש ואינו משתתף עוד.",
            "To miejsce zrezygnowało i już nie bierze udziału w grze.",
        ),
    }
)

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
