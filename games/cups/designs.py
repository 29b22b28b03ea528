"""The exact designs: 9, 16 and 25 players at tables of 3, 4 and 5, where every pair meets exactly once.

They are the lines of an affine plane: players are its points, a round is a family of parallel lines.
"""

from collections.abc import Callable, Mapping
from functools import cache

from games.core.chance import SEED_BYTES, Chance
from games.cups import seat_order

# By the size of a table: a field of so many elements, as its sum and its product.
_FOUR_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
_Operation = Callable[[int, int], int]
_FIELDS: Mapping[int, tuple[_Operation, _Operation]] = {
    3: (lambda a, b: (a + b) % 3, lambda a, b: a * b % 3),
    4: (lambda a, b: a ^ b, lambda a, b: _FOUR_TIMES[a][b]),
    5: (lambda a, b: (a + b) % 5, lambda a, b: a * b % 5),
}
# How many players meet at tables of which size.
SIZES: Mapping[int, int] = {size * size: size for size in _FIELDS}

# A round: the players of each table, in the order of seats.
Tables = tuple[tuple[int, ...], ...]


@cache
def rounds(players: int) -> tuple[Tables, ...]:
    """The rounds for 9, 16 or 25 players (0, 1, …): each is a partition into tables, in the order of seats.

    No pair meets twice, and nobody has a seat more than once more than another.
    """
    size = SIZES[players]
    add, times = _FIELDS[size]
    upright = [[[x * size + y for y in range(size)] for x in range(size)]]
    leaning = [
        [[x * size + add(times(slope, x), shift) for x in range(size)] for shift in range(size)]
        for slope in range(size)
    ]
    return seat_order.balanced(upright + leaning, Chance(bytes(SEED_BYTES)))
