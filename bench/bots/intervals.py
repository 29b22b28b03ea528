"""Where a share lies with 95 % certainty."""

from collections.abc import Iterable
from math import sqrt

Z = 1.96


def wilson(won: float, matches: int) -> tuple[float, float]:
    """Wilson's interval of a share of matches."""
    part, room = won / matches, Z * Z / matches
    middle = part + room / 2
    spread = Z * sqrt(part * (1 - part) / matches + room / (4 * matches))
    return (middle - spread) / (1 + room), (middle + spread) / (1 + room)


def ratio(pairs: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """A part of something counted in matches, say of their rounds, and its interval by the differences between matches.

    Each pair is what was counted in a match, and of how many. The rounds of one match belong together, so they are no
    sample of their own.
    """
    known = [*pairs]
    of = sum(whole for _, whole in known)
    part = sum(counted for counted, _ in known) / of
    spread = Z * sqrt(sum((counted - part * whole) ** 2 for counted, whole in known)) / of
    return part, max(0.0, part - spread), min(1.0, part + spread)


def told(part: float, low: float, high: float) -> str:
    """Two cells of a table."""
    return f"{100 * part:.0f} % | {100 * low:.0f}–{100 * high:.0f} %"
