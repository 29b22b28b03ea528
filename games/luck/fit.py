"""Whether values that were drawn look like chance: Pearson's chi-squared test.

K. Pearson, Philosophical Magazine 50 (1900). A small p-value is rare where all values are equally likely: by chance
alone one test in a thousand is below 0.001.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

TEST = "Pearson's chi-squared test"
# So many draws are expected of each cell at least, as usual: with fewer the test is too rough. Values are joined to
# fewer cells until there are.
LEAST_EXPECTED = 5


@dataclass(frozen=True, kw_only=True)
class Fit:
    """The result of a test: the statistic, its degrees of freedom, and how likely a statistic this large is."""

    chi_squared: float
    degrees: int
    p_value: float


def fit(counts: Sequence[int]) -> Fit | None:
    """How often each value was drawn, all of them being equally likely; None where too few draws say nothing."""
    total, values = sum(counts), len(counts)
    cells = min(values, total // LEAST_EXPECTED)
    if cells < 2:
        return None
    observed, width = [0] * cells, [0] * cells
    for value, count in enumerate(counts):
        cell = value * cells // values
        observed[cell] += count
        width[cell] += 1
    expected = [total * part / values for part in width]
    statistic = sum((found - due) ** 2 / due for found, due in zip(observed, expected, strict=True))
    return Fit(chi_squared=statistic, degrees=cells - 1, p_value=tail(statistic, cells - 1))


def together(fits: Sequence[Fit]) -> Fit | None:
    """Tests of different draws as one: their statistics add up, and so do their degrees of freedom."""
    if not fits:
        return None
    statistic, degrees = sum(one.chi_squared for one in fits), sum(one.degrees for one in fits)
    return Fit(chi_squared=statistic, degrees=degrees, p_value=tail(statistic, degrees))


def tail(statistic: float, degrees: int) -> float:
    """The probability that chi-squared of so many degrees of freedom is at least `statistic`.

    That is the regularized incomplete gamma function Q(degrees / 2, statistic / 2): the series below its mean, the
    continued fraction above it (NIST Digital Library of Mathematical Functions, 8.7.1 and 8.9.2).
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    n = a
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for n in range(1, 100_000):
        step = -n * (n - a)
        b += 2
        d = 1 / _apart(step * d + b, tiny)
        c = _apart(b + step / c, tiny)
        value *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return value


def _apart(value: float, tiny: float) -> float:
    """The value, kept apart from 0."""
    return value if abs(value) > tiny else tiny
