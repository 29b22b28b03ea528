from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.play import time_zones
from games.table.stoppages import Stops
from tests.games.zones import (
    BEFORE_SUMMER,
    BEFORE_WINTER,
    HOUR,
    MINUTE,
    SOME_ZONES,
    WARSAW,
    instants,
    nights,
    quiet_minutes,
    utc,
)
from tests.support.examples import examples


def test_the_night_in_which_summer_time_begins_is_an_hour_shorter() -> None:
    night = nights(WARSAW, BEFORE_SUMMER)
    assert night.running(utc("03-28T12:00"), utc("03-29T12:00")) == 24 * HOUR - 8 * HOUR
    assert night.after(utc("03-28T20:00"), 2 * HOUR) == utc("03-29T06:00")


def test_the_night_in_which_summer_time_ends_is_an_hour_longer() -> None:
    night = nights(WARSAW, BEFORE_WINTER)
    assert night.running(utc("10-24T12:00"), utc("10-25T12:00")) == 24 * HOUR - 10 * HOUR
    assert night.after(utc("10-24T19:00"), 2 * HOUR) == utc("10-25T07:00")


def test_changes_of_summer_time_are_written_down_for_three_years_with_their_instants() -> None:
    found = time_zones.quiet_hours(WARSAW, from_minute=0, to_minute=60, now=BEFORE_SUMMER)
    assert [quiet.since for quiet in found][:3] == [None, utc("03-29T01:00"), utc("10-25T01:00")]
    assert len(found) == 1 + 7
    assert {quiet.from_seconds for quiet in found} == {23 * 3600, 22 * 3600}


def is_quiet(zone: str, begins: int, length: int, at: datetime) -> bool:
    local = at.astimezone(ZoneInfo(zone))
    return (local.hour * 60 + local.minute - begins) % 1440 < length


@settings(max_examples=examples(150))
@given(zone=st.sampled_from(SOME_ZONES), wish=quiet_minutes, now=instants, later=st.integers(0, 500 * 24 * 60))
def test_a_minute_is_quiet_exactly_when_the_wall_clock_of_the_zone_says_so(
    zone: str, wish: tuple[int, int], now: datetime, later: int
) -> None:
    begins, length = wish
    written = Stops(quiet=time_zones.quiet_hours(zone, from_minute=begins, to_minute=(begins + length) % 1440, now=now))
    at = now + later * MINUTE
    assert (written.running(at, at + MINUTE) == timedelta()) == is_quiet(zone, begins, length, at)
