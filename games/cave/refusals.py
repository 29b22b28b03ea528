"""Every way in which this game says no: the code, its clause, and what the player is told."""

from functools import partial

from games.cave.texts import TEXTS
from games.core.errors import refusals, refused

REFUSALS = refusals(
    {
        "wrong_number_of_seats": "CAVE-0.5",
        "too_few_trophy_points": "CAVE-1.4",
        "eliminated": "CAVE-4.3",
        "match_is_over": "CAVE-R21.1",
        "no_such_seat": "CAVE-R23.2",
        "not_asked": "CAVE-R23.2",
        "not_offered": "CAVE-R23.2",
        "seat_resigned": "CAVE-R23.10",
    },
    TEXTS.table("refusals"),
)

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
