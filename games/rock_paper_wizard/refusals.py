"""Every way in which this game says no: the code, and the clause that it stands on (RPW-64)."""

from collections.abc import Mapping
from types import MappingProxyType

from games.core.errors import RuleBroken
from games.core.json import JSON

REFUSALS: Mapping[str, str] = MappingProxyType(
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
        "not_seated": "RPW-64",
        "not_your_choice": "RPW-64",
        "unknown_move": "RPW-64",
        "unknown_target": "RPW-64",
        "seat_resigned": "RPW-65",
    }
)


def refusal(code: str, **params: JSON) -> RuleBroken:
    """The refusal with this code and the clause that goes with it."""
    return RuleBroken(code, clause=REFUSALS[code], **params)
