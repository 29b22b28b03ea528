"""Points for places, and how the entrants of a cup stand."""

from collections.abc import Iterable, Sequence

# The first place of a table, and a round that somebody sat out.
MOST_POINTS = 24


def points(ranking: Sequence[Sequence[int]], seats: int) -> dict[int, int]:
    """What each seat of a table of 2 to 5 gets: 24 for the first, 0 for the last, in even steps between them.

    Seats that are level share the points of their places evenly.
    """
    step = MOST_POINTS // (seats - 1)
    given, place = {}, 0
    for level in ranking:
        # The mean of so many steps down; half a step is whole, because steps are even.
        share = MOST_POINTS - step * place - step * (len(level) - 1) // 2
        given.update(dict.fromkeys(level, share))
        place += len(level)
    return given


def places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    """The place of each seat, from 1; seats that are level have the same."""
    found, place = {}, 1
    for level in ranking:
        found.update(dict.fromkeys(level, place))
        place += len(level)
    return found


def levels(keys: Iterable[tuple[int, tuple[int, ...]]]) -> list[tuple[int, int]]:
    """Entrants with their places, best first, from what counts for each, larger before smaller."""
    ordered = sorted(keys, key=lambda pair: pair[1], reverse=True)
    told: list[tuple[int, int]] = []
    for at, (entrant, key) in enumerate(ordered):
        place = told[-1][1] if at and ordered[at - 1][1] == key else at + 1
        told.append((entrant, place))
    return told
