"""Turns a time zone's rules into plain UTC data, once for each change of a player's settings. Only this module does.

The result is stored with the match. The rules change from year to year and differ between machines, so a replay that
used them again could compute other deadlines than those that were played.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from games.table.stoppages import DAY, HORIZON, Quiet

DAY_SECONDS = 86_400


def is_known(zone: str) -> bool:
    """Whether this is the name of a time zone (IANA)."""
    return zone in _names()


def quiet_hours(zone: str, *, from_minute: int, to_minute: int, now: datetime) -> tuple[Quiet, ...]:
    """The UTC hours, from `now` on, of daily quiet hours that are given as minutes after midnight by the zone's wall
    clock.

    They follow the wall clock: a night in which an hour comes twice is quiet for an hour more.
    """
    found = []
    for since, offset in _offsets(ZoneInfo(zone), now):
        starts, ends = ((minute * 60 - offset) % DAY_SECONDS for minute in (from_minute, to_minute))
        found.append(Quiet(since=since, from_seconds=starts, to_seconds=ends))
    return tuple(found)


def _offsets(zone: ZoneInfo, now: datetime) -> Iterator[tuple[datetime | None, int]]:
    """Seconds east of UTC now (since None), and each change within the horizon, with its instant."""
    yield None, _offset(zone, now)
    day = now
    while day < now + HORIZON:
        if _offset(zone, day) != _offset(zone, day + DAY):
            change = _change(zone, day)
            yield change, _offset(zone, change)
        day += DAY


def _change(zone: ZoneInfo, day: datetime) -> datetime:
    """The instant, on a whole second, at which the offset of the day's end begins."""
    before, after = day.replace(microsecond=0), day.replace(microsecond=0) + DAY + timedelta(seconds=1)
    target = _offset(zone, after)
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        before, after = (before, middle) if _offset(zone, middle) == target else (middle, after)
    return after


def _offset(zone: ZoneInfo, at: datetime) -> int:
    offset = at.astimezone(zone).utcoffset()
    assert offset is not None
    return int(offset.total_seconds())


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(available_timezones())
