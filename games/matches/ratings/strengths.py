"""A player's strength as far as it is known, and what the end of a match tells of it: Weng and Lin, by `openskill`."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

# Of the unit in which strengths are computed to the numbers that people are shown.
CENTRE, SCALE = 1500, 42


class Strength(NamedTuple):
    """A player's strength: most likely `mu`, and how uncertain that is. Both in the unit of the model."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """As people are shown it: 1500 for a newcomer."""
        return round(CENTRE + SCALE * (self.mu - NEWCOMER.mu))

    @property
    def deviation(self) -> int:
        """How uncertain the rating is, in the same numbers: it is off by no more with two thirds' likelihood."""
        return round(SCALE * self.sigma)


NEWCOMER = Strength(25.0, 25.0 / 3)
# What is computed anew on another machine shall be the same, so nothing is kept that its arithmetic may differ in.
DIGITS = 6


def after(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths of the players of a match after they came in at these places, 1 the first; level players share one.

    Nobody's `mu` rises by coming in further behind. The model compares neighbours alone, and where strengths are very
    differently known a worse place can have kinder ones; so nobody gets more than any better place had given them.
    """
    return [
        one._replace(mu=min([one.mu, *_ahead(strengths, places, seat)]))
        for seat, one in enumerate(_rated(strengths, places))
    ]


def _ahead(strengths: Sequence[Strength], places: Sequence[int], seat: int) -> list[float]:
    """What a player's `mu` were had they come in just before others who came in before them, or with them."""
    own = places[seat]
    better = {place for other, place in enumerate(places) if other != seat and place <= own}
    return [
        _rated(strengths, [2 * one - (other == seat) for other, one in enumerate(_moved(places, seat, place))])[seat].mu
        for place in sorted(better)
    ]


def _moved(places: Sequence[int], seat: int, place: int) -> list[int]:
    return [place if other == seat else one for other, one in enumerate(places)]


def _rated(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Strength(round(one.mu, DIGITS), round(one.sigma, DIGITS)) for (one,) in rated]


# How chance decides between strengths, as a forecast supposes: performances have the law of extremes, whose best a
# softmax tells; or they are normal, so that the weakest win less often.
SOFTMAX, NORMAL = LINKS = ("softmax", "normal")
# Normal chances are summed over performances: five deviations to each side of the best player, in steps of a half.
_STEPS = [number / 2 for number in range(-10, 11)]


def chances(strengths: Sequence[Strength], *, spread: float, link: str = SOFTMAX) -> list[float]:
    """How likely each player is to win among these, by their `mu` over `spread`.

    Not the library's own, which averages pairs, so that a favourite of four wins never more than every second match.
    """
    most = max(one.mu for one in strengths)
    behind = [(one.mu - most) / spread for one in strengths]
    weights = [math.exp(one) for one in behind] if link == SOFTMAX else _normal(behind)
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _normal(behind: Sequence[float]) -> list[float]:
    """How likely each is to perform best, normally with a deviation of 1; but for a common factor."""
    weights = [0.0] * len(behind)
    for step in _STEPS:
        below = [0.5 * math.erfc((one - step) / math.sqrt(2)) for one in behind]
        all_below = math.prod(below)
        for seat, one in enumerate(behind):
            # That it performs so, and all others worse.
            weights[seat] += math.exp(-((step - one) ** 2) / 2) * all_below / below[seat]
    return weights


@cache
def _model() -> Any:
    # Only what rates needs it: the processes that answer calls do not load it.
    from openskill.models import BradleyTerryPart

    return BradleyTerryPart()
