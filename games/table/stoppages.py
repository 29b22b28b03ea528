"""When a seat's clock stands still: quiet hours and vacation as plain UTC data, so that no rule of time zones is asked.

Pure: instants in, instants and durations out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from heapq import merge
from itertools import pairwise
from typing import Any, TypedDict

from events.format.chain import timestamp

DAY = timedelta(days=1)
ZERO = timedelta()
ALWAYS, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)

Span = tuple[datetime, datetime]


@dataclass(frozen=True, kw_only=True)
class Quiet:
    """Daily quiet hours, in force from `since` (None: from the beginning) until those of the next entry.

    They begin and end so many seconds after midnight UTC; an end that is not after the beginning is on the next day.
    """

    since: datetime | None
    from_seconds: int
    to_seconds: int

    def spans(self, start: datetime, end: datetime) -> Iterator[Span]:
        """The quiet hours that touch `start` to `end`, in order, cut off at both."""
        length = timedelta(seconds=(self.to_seconds - self.from_seconds) % 86_400)
        opens = _midnight(start) - DAY + timedelta(seconds=self.from_seconds)
        while opens < end:
            first, last = max(opens, start), min(opens + length, end)
            if first < last:
                yield first, last
            opens += DAY


class ShownQuietHours(TypedDict):
    """Daily quiet hours from `since` on, null from the beginning: so many seconds after midnight UTC."""

    since: str | None
    from_seconds: int
    to_seconds: int


class ShownVacation(TypedDict):
    """When a player is away."""

    starts_at: str
    ends_at: str


class ShownStops(TypedDict):
    """When a clock stands still."""

    quiet_hours: list[ShownQuietHours]
    vacation: ShownVacation | None


@dataclass(frozen=True, kw_only=True)
class Stops:
    """All that stops one seat's clock: quiet hours by the time from which they are valid, and one vacation."""

    quiet: tuple[Quiet, ...] = ()
    vacation: Span | None = None

    def running(self, start: datetime, end: datetime) -> timedelta:
        """For how long the clock runs between two instants."""
        runs, reached = ZERO, start
        for opens, closes in self._from(start):
            if opens >= end:
                break
            runs += max(opens - reached, ZERO)
            reached = max(reached, min(closes, end))
        return runs + (end - reached)

    def after(self, start: datetime, left: timedelta) -> datetime:
        """The first instant from `start` on by which the clock has run for `left`."""
        reached = start
        if left <= ZERO:
            return start
        for opens, closes in self._from(start):
            if opens - reached >= left:
                break
            left -= max(opens - reached, ZERO)
            reached = max(reached, closes)
        return reached + left

    def to_json(self) -> ShownStops:
        """As `clock_changed` holds it."""
        return {
            "quiet_hours": [
                {
                    "since": None if quiet.since is None else timestamp(quiet.since),
                    "from_seconds": quiet.from_seconds,
                    "to_seconds": quiet.to_seconds,
                }
                for quiet in self.quiet
            ],
            "vacation": None
            if self.vacation is None
            else {"starts_at": timestamp(self.vacation[0]), "ends_at": timestamp(self.vacation[1])},
        }

    def _from(self, start: datetime) -> Iterator[Span]:
        """Every stop that ends after `start`, by its beginning; a vacation and quiet hours may overlap."""
        away = [self.vacation] if self.vacation is not None and self.vacation[1] > start else []
        return merge(away, self._quiet_from(start))

    def _quiet_from(self, start: datetime) -> Iterator[Span]:
        bounds = [*(quiet.since or ALWAYS for quiet in self.quiet), NEVER]
        for quiet, (valid, ends) in zip(self.quiet, pairwise(bounds), strict=True):
            if ends > start:
                yield from quiet.spans(max(valid, start), ends)


NONE = Stops()


def from_json(data: Mapping[str, Any]) -> Stops:
    """The stops that `to_json` wrote."""
    vacation = data["vacation"]
    return Stops(
        quiet=tuple(
            Quiet(
                since=None if quiet["since"] is None else datetime.fromisoformat(quiet["since"]),
                from_seconds=quiet["from_seconds"],
                to_seconds=quiet["to_seconds"],
            )
            for quiet in data["quiet_hours"]
        ),
        vacation=None
        if vacation is None
        else (datetime.fromisoformat(vacation["starts_at"]), datetime.fromisoformat(vacation["ends_at"])),
    )


def _midnight(at: datetime) -> datetime:
    return datetime.combine(at.date(), time(), UTC)
