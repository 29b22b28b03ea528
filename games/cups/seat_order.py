"""Who sits in which seat of a table, so that everybody has every seat about as often as every other."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations

from games.core.chance import Chance

# How often each player has had each seat.
Counts = Mapping[int, Sequence[int]]
MOST_SEATS = 5


def arranged(table: Sequence[int], counts: Counts) -> tuple[int, ...]:
    """The players of a table in the order of seats by which they get seats that they had least often."""
    return min(_orders(table), key=lambda order: unfairness(order, counts))


def unfairness(order: Sequence[int], counts: Counts) -> int:
    """0 where everybody at the table gets a seat that they had no more often than another of that table."""
    seats = len(order)
    return sum((counts[one][seat] - min(counts[one][:seats])) ** 2 for seat, one in enumerate(order))


def balanced(rounds: Sequence[Sequence[Sequence[int]]], chance: Chance) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Rounds that are all known beforehand, with seats: each player has had no seat more than once more than another.

    A bipartite graph has such a colouring whatever its degrees are; a walk over the tables finds it.
    """
    seated = [[list(table) for table in tables] for tables in rounds]
    counts = {one: [0] * MOST_SEATS for tables in seated for table in tables for one in table}
    for table in _every(seated):
        _count(table, counts, 1)
    size = len(seated[0][0])
    while any(max(seen[:size]) - min(seen[:size]) > 1 for seen in counts.values()):
        table = chance.one_of(chance.one_of(seated))
        _count(table, counts, -1)
        table[:] = arranged(chance.some_of(table, len(table)), counts)
        _count(table, counts, 1)
    return tuple(tuple(tuple(table) for table in tables) for tables in seated)


def _every(rounds: list[list[list[int]]]) -> Iterator[list[int]]:
    return (table for tables in rounds for table in tables)


def _count(table: Sequence[int], counts: dict[int, list[int]], by: int) -> None:
    for seat, one in enumerate(table):
        counts[one][seat] += by


def _orders(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (tuple(table[place] for place in order) for order in _permutations(len(table)))


@cache
def _permutations(count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(count)))
