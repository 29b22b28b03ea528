"""What an event's public part alone tells of its draws: of how many values each was, from 0, and which came up.

Only such draws are opened while a match runs (decision 63). A draw from a list does not belong here where somebody
may not know all of the list: the draw's place in it would tell something of the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class DrawReader:
    """How the draws of a type of event are read off.

    `shown` takes the public part and the number of seats, and gives (n, value) of each draw, in their order. Every
    event of the type draws, or where `only_first`, the first of a match alone.
    """

    shown: Callable[[Mapping[str, Any], int], Sequence[tuple[int, int]]]
    only_first: bool = False


def _faces(data: Mapping[str, Any], _: int) -> Sequence[tuple[int, int]]:
    # What is no number came up in no draw; true is none.
    return [(6, face - 1 if type(face) is int else -1) for face in data["dice"]]


# The event shows `dice`, each drawn by itself.
DICE = DrawReader(_faces)


def seat_in(name: str, *, only_first: bool = False) -> DrawReader:
    """The event shows one seat of all, by this name."""
    return DrawReader(lambda data, seats: [(seats, data[name])], only_first)
