"""What an event's public part alone tells of its draws: of how many values each was, from 0, and which came up.

Only such draws are opened while a match runs (decision 63). A draw from a list does not belong here where somebody
may not know all of the list: the draw's place in it would tell something of the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

# From the public part, and the number of seats: (n, value) of each draw, in their order.
Reading: TypeAlias = Callable[[Mapping[str, Any], int], Sequence[tuple[int, int]]]


def dice(data: Mapping[str, Any], _: int) -> Sequence[tuple[int, int]]:
    """The event shows `dice`, each drawn by itself."""
    return [(6, face - 1) for face in data["dice"]]


def seat_in(name: str) -> Reading:
    """The event shows one seat of all, by this name."""
    return lambda data, seats: [(seats, data[name])]
