"""When a seat's clock is stopped: quiet hours and vacation as plain UTC data, without rules of time zones.

Pure: instants in, instants and durations out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, TypedDict

from events.format.chain import timestamp

DAY = timedelta(days=1)
ZERO = timedelta()
# What a player may wish: quiet hours that last this long at most.
LONGEST_QUIET = timedelta(hours=12)
# So far ahead a vacation may begin or end.
FORESIGHT = timedelta(days=366)
# So far ahead changes of summer time are recorded; after that the last one stays in force.
HORIZON = timedelta(days=3 * 366)
# At most so many changes of summer time are recorded for a wish. Zones have up to four a year.
MOST_QUIET = 32
ALWAYS, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Span = tuple[datetime, datetime]


@dataclass(frozen=True, kw_only=True)
class Quiet:
    """Daily quiet hours, in force from `since` (None: from the beginning) until those of the next entry.

    They begin and end so many seconds after midnight UTC; if the end is not after the beginning, it is on the next day.
    """

    since: datetime | None
    from_seconds: int
    to_seconds: int

    @property
    def length(self) -> timedelta:
        """How long the quiet hours of a day last."""
        return timedelta(seconds=(self.to_seconds - self.from_seconds) % 86_400)

    def running(self, start: datetime, end: datetime) -> timedelta:
        """For how long the clock runs between two instants. Whole days are multiplied, not walked through."""
        days, rest = divmod(end - start, DAY)
        opened = self._opened(start)
        nights = (ZERO, DAY)
        quiet = sum((max(min(opened + rest, n + self.length) - max(opened, n), ZERO) for n in nights), ZERO)
        return days * (DAY - self.length) + rest - quiet

    def after(self, start: datetime, left: timedelta) -> datetime:
        """The first instant from `start` on by which the clock has run for `left`, which is more than zero."""
        days, rest = divmod(left, DAY - self.length)
        if not rest:
            # The clock has run for all of `left` before the last day is over.
            days, rest = days - 1, DAY - self.length
        opened = self._opened(start)
        asleep, awake = max(self.length - opened, ZERO), DAY - max(opened, self.length)
        return start + days * DAY + asleep + rest + (self.length if rest > awake else ZERO)

    def _opened(self, at: datetime) -> timedelta:
        """The time since the last beginning of quiet hours, which are running or over: less than a day."""
        return (at - EPOCH - timedelta(seconds=self.from_seconds)) % DAY


# No quiet hours at all.
AWAKE = Quiet(since=None, from_seconds=0, to_seconds=0)


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
    """The times at which a clock is stopped."""

    quiet_hours: list[ShownQuietHours]
    vacation: ShownVacation | None


@dataclass(frozen=True, kw_only=True)
class Stops:
    """Everything that stops one seat's clock: quiet hours, each from a time on, and one vacation."""

    quiet: tuple[Quiet, ...] = ()
    vacation: Span | None = None

    def running(self, start: datetime, end: datetime) -> timedelta:
        """For how long the clock runs between two instants."""
        if not self.quiet and self.vacation is None:
            return end - start
        runs = ZERO
        for quiet, begins, ends in self._stretches(start):
            if begins >= end:
                break
            runs += quiet.running(begins, min(ends, end))
        return runs

    def after(self, start: datetime, left: timedelta) -> datetime:
        """The first instant from `start` on by which the clock has run for `left`.

        `OverflowError` where that is beyond the year 9999.
        """
        if left <= ZERO:
            return start
        if not self.quiet and self.vacation is None:
            return start + left
        for quiet, begins, ends in self._stretches(start):
            runs = quiet.running(begins, ends)
            if runs >= left:
                return quiet.after(begins, left)
            left -= runs
        raise OverflowError("the clock would run beyond the year 9999")

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

    def _stretches(self, start: datetime) -> Iterator[tuple[Quiet, datetime, datetime]]:
        """The time from `start` on without the vacation, in pieces that have the same quiet hours each day."""
        entries = self.quiet if self.quiet and self.quiet[0].since is None else (AWAKE, *self.quiet)
        bounds = [*(quiet.since or ALWAYS for quiet in entries), NEVER]
        for quiet, (valid, ends) in zip(entries, pairwise(bounds), strict=True):
            for begins, stops in self._at_home(max(valid, start), ends):
                if begins < stops:
                    yield quiet, begins, stops

    def _at_home(self, start: datetime, end: datetime) -> Iterator[Span]:
        if self.vacation is None:
            yield start, end
        else:
            yield start, min(self.vacation[0], end)
            yield max(self.vacation[1], start), end


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
