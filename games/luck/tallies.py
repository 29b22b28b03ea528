"""Counts over many matches of one game, and what they say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.luck.fit import TEST, Fit, fit, together
from games.luck.retelling import Kind, MatchFacts

# What is counted beside draws: wins by seat, and wins by how many seats after the one that began; with shares of a win
# where several win, in 60ths, so that they are whole for up to six winners.
WHOLE = 60
BY_SEAT, AFTER_OPENER = "wins by seat", "wins after the opener"


@dataclass(kw_only=True)
class Totals:
    """`counts` by what is counted and of how many values (for wins: seats); a match is counted in each of its own."""

    counts: dict[Kind, list[int]] = field(default_factory=dict)
    matches: dict[int, int] = field(default_factory=dict)

    def add(self, facts: MatchFacts) -> None:
        """Count a match."""
        self.matches[facts.seats] = self.matches.get(facts.seats, 0) + 1
        for kind, values in counted(facts).items():
            known = self.counts.setdefault(kind, [0] * kind[1])
            for value, count in enumerate(values):
                known[value] += count

    def told(self) -> dict[str, Any]:
        """All of it as the API tells it."""
        draws = [
            (kind, counts) for kind, counts in sorted(self.counts.items()) if kind[0] not in (BY_SEAT, AFTER_OPENER)
        ]
        found = [fit(counts) for _, counts in draws]
        return {
            "matches": sum(self.matches.values()),
            "sizes": [self._size(seats) for seats in sorted(self.matches)],
            "test": TEST,
            "together": _told_fit(together([one for one in found if one is not None])),
            "draws": [
                {"event": what, "of": values, "counts": list(counts), "fit": _told_fit(one)}
                for ((what, values), counts), one in zip(draws, found, strict=True)
            ],
        }

    def _size(self, seats: int) -> dict[str, Any]:
        return {
            "seats": seats,
            "matches": self.matches[seats],
            "wins_by_seat": _shares(self.counts.get((BY_SEAT, seats), [0] * seats)),
            "wins_after_opener": _shares(self.counts.get((AFTER_OPENER, seats), [0] * seats)),
        }


def counted(facts: MatchFacts) -> Mapping[Kind, Sequence[int]]:
    """What one match adds to the counts, by kind."""
    found: dict[Kind, list[int]] = {}
    for (what, n), values in facts.draws.items():
        counts = found.setdefault((what, n), [0] * n)
        for value in values:
            counts[value] += 1
    for name, shift in _wins(facts):
        wins = found.setdefault((name, facts.seats), [0] * facts.seats)
        for winner in facts.winners:
            wins[(winner - shift) % facts.seats] += WHOLE // len(facts.winners)
    return found


def _wins(facts: MatchFacts) -> Iterator[tuple[str, int]]:
    yield BY_SEAT, 0
    if facts.opener is not None:
        yield AFTER_OPENER, facts.opener


def _told_fit(found: Fit | None) -> dict[str, Any] | None:
    """A test's result, rounded as far as it means anything."""
    if found is None:
        return None
    return {
        "chi_squared": round(found.chi_squared, 3),
        "degrees": found.degrees,
        "p_value": round(found.p_value, 6),
    }


def _shares(wins: Sequence[int]) -> list[float]:
    """The part of all wins that fell to each, from 0 to 1; nothing but zeros before the first."""
    total = sum(wins)
    return [round(one / total, 4) if total else 0.0 for one in wins]
