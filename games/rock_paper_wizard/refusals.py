"""Every rule refusal of this game: the code, its clause (RPW-64), and what the player is told."""

from functools import partial

from games.core.errors import refusals, refused
from games.rock_paper_wizard.texts import TEXTS

REFUSALS = refusals(
    {
        "wrong_number_of_seats": "RPW-1",
        "target_is_self": "RPW-19",
        "spell_not_in_book": "RPW-20",
        "already_chosen": "RPW-22",
        "receiver_not_poorer": "RPW-38",
        "malformed_choice": "RPW-64",
        "match_is_over": "RPW-64",
        "no_receiver_wanted": "RPW-64",
        "not_learning": "RPW-64",
        "no_such_seat": "RPW-64",
        "not_your_choice": "RPW-64",
        "unknown_move": "RPW-64",
        "unknown_target": "RPW-64",
        "seat_resigned": "RPW-65",
    },
    TEXTS.table("refusals"),
)

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
