"""How well is it foretold who wins? A forecast is fitted on one part of the matches and judged on later ones.

For each size of table the spread is fitted, for both links of `games/matches/ratings/strengths.py`; the link with the
smaller log loss in the fitted part is taken. It is judged by log loss and Brier score of the winner, and by whether the
winners in each of ten bins of likelihood are as many as foretold, within the 95 % interval of such a count.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from games.matches.ratings.strengths import LINKS, Strength, chances

# Of the matches: the first half is forgotten, on the next quarter the forecast is fitted, on the last it is judged.
FORGOTTEN, FITTED = 0.5, 0.75
# A size of table with fewer matches in the fitted part has the spread of all sizes together.
OWN_SPREAD = 50
Z = 1.96


class Foretold(NamedTuple):
    """What was known of the players before a match, and who won; `true` strengths where they are known."""

    known: Sequence[Strength]
    winners: frozenset[int]
    true: Sequence[Strength] = ()


Strengths = Callable[[Foretold], Sequence[Strength]]
Told = tuple[Sequence[float], frozenset[int]]


class Bin(NamedTuple):
    """Those of whom a likelihood within one tenth was foretold: how many, how many of them won, and should have."""

    players: int
    won: float
    due: float
    variance: float

    @property
    def off(self) -> float:
        """How many standard deviations the winners are off; 0 where too few are due to say anything."""
        return (self.won - self.due) / math.sqrt(self.variance) if self.variance > 1 else 0.0


class Score(NamedTuple):
    """How well winners were foretold."""

    loss: float
    brier: float
    bins: Sequence[Bin]

    @property
    def outside(self) -> int:
        return sum(abs(one.off) > Z for one in self.bins)


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """A link, and its spread for each size of table; `rest` for sizes with too few matches."""

    link: str
    spreads: Mapping[int, float]
    rest: float

    def of(self, strengths: Sequence[Strength]) -> list[float]:
        return chances(strengths, spread=self.spreads.get(len(strengths), self.rest), link=self.link)

    def __str__(self) -> str:
        spreads = ", ".join(f"{size}: {spread:.1f}" for size, spread in self.spreads.items())
        return f"{self.link}, spread {spreads or f'{self.rest:.1f}'}"


def parts(cases: Sequence[Foretold]) -> tuple[Sequence[Foretold], Sequence[Foretold]]:
    """The matches to fit on, and the later ones to judge by."""
    first, then = int(len(cases) * FORGOTTEN), int(len(cases) * FITTED)
    return cases[first:then], cases[then:]


def fitted(cases: Sequence[Foretold], of: Strengths) -> Forecast:
    """The forecast with the least log loss."""
    forecasts = [_fitted(cases, of, link) for link in LINKS]
    return min(forecasts, key=lambda one: score(told(cases, of, one)).loss)


def told(cases: Sequence[Foretold], of: Strengths, forecast: Forecast) -> list[Told]:
    return [(forecast.of(of(case)), case.winners) for case in cases]


def alike(cases: Sequence[Foretold]) -> list[Told]:
    """A forecast that knows nothing: all at a table are as likely to win."""
    return [([1 / len(case.known)] * len(case.known), case.winners) for case in cases]


def score(cases: Sequence[Told]) -> Score:
    """Of matches with several winners each counts as one match won, in parts."""
    loss = brier = 0.0
    sums = [[0.0] * 4 for _ in range(10)]
    for foretold, winners in cases:
        share = 1 / len(winners)
        loss -= sum(math.log(max(foretold[seat], 1e-12)) for seat in winners) * share
        due_of_match: defaultdict[int, float] = defaultdict(float)
        for seat, chance in enumerate(foretold):
            won, tenth = share if seat in winners else 0.0, min(int(chance * 10), 9)
            brier += (chance - won) ** 2
            found = sums[tenth]
            found[:3] = found[0] + 1, found[1] + won, found[2] + chance
            due_of_match[tenth] += chance
        # Of several in one bin at one table one wins at most: together they vary less than if each played alone.
        for tenth, due in due_of_match.items():
            sums[tenth][3] += max(due * (1 - due), 0.0)
    bins = [Bin(int(players), won, due, variance) for players, won, due, variance in sums]
    return Score(loss / len(cases), brier / len(cases), bins)


def lines(found: Score) -> Iterator[str]:
    """A line for each bin that anybody is in."""
    for tenth, one in enumerate(found.bins):
        if one.players:
            reach = Z * math.sqrt(one.variance)
            yield (
                f"  {tenth * 10:2d} to {tenth * 10 + 10:3d} %: {one.players} players, {one.won:.1f} won,"
                f" {max(one.due - reach, 0):.1f} to {one.due + reach:.1f} expected"
                f"{', outside' if abs(one.off) > Z else ''}"
            )


def _fitted(cases: Sequence[Foretold], of: Strengths, link: str) -> Forecast:
    def loss(some: Sequence[Foretold], spread: float) -> float:
        return score([(chances(of(case), spread=spread, link=link), case.winners) for case in some]).loss

    sizes = Counter(len(case.known) for case in cases)
    spreads = {
        size: _least(partial(loss, [case for case in cases if len(case.known) == size]))
        for size, count in sorted(sizes.items())
        if count >= OWN_SPREAD
    }
    rest = 0.0 if len(spreads) == len(sizes) else _least(partial(loss, cases))
    return Forecast(link=link, spreads=spreads, rest=rest)


def _least(function: Callable[[float], float], low: float = 0.2, high: float = 40.0) -> float:
    """Where a function with one valley is least, by the golden section."""
    part = (math.sqrt(5) - 1) / 2
    for _ in range(16):
        left, right = high - part * (high - low), low + part * (high - low)
        low, high = (low, right) if function(left) < function(right) else (left, high)
    return (low + high) / 2
