from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.play import time_zones
from games.table import stoppages
from games.table.stoppages import Quiet, Stops

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WARSAW = "Europe/Warsaw"
# Both changes of the year in Warsaw: 29 March, 02:00 to 03:00, and 25 October, 03:00 to 02:00.
BEFORE_SUMMER = datetime(2026, 3, 27, 12, tzinfo=UTC)
BEFORE_WINTER = datetime(2026, 10, 23, 12, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}+00:00")


def nights(zone: str, now: datetime, from_hour: int = 22, to_hour: int = 7) -> Stops:
    return Stops(quiet=time_zones.quiet_hours(zone, from_minute=from_hour * 60, to_minute=to_hour * 60, now=now))


def test_a_clock_runs_on_after_the_night_with_what_it_had_left_before() -> None:
    night = nights("UTC", BEFORE_SUMMER)
    assert night.after(utc("03-27T21:00"), 2 * HOUR) == utc("03-28T08:00")
    assert night.running(utc("03-27T21:00"), utc("03-28T08:00")) == 2 * HOUR


def test_what_falls_due_as_the_night_begins_is_due_then_and_not_in_the_morning() -> None:
    assert nights("UTC", BEFORE_SUMMER).after(utc("03-27T21:00"), HOUR) == utc("03-27T22:00")


def test_what_is_asked_at_night_has_its_time_from_the_morning_on() -> None:
    assert nights("UTC", BEFORE_SUMMER).after(utc("03-28T02:30"), HOUR) == utc("03-28T08:00")


def test_nothing_left_is_due_at_once_also_at_night() -> None:
    assert nights("UTC", BEFORE_SUMMER).after(utc("03-28T02:30"), timedelta()) == utc("03-28T02:30")


def test_the_night_in_which_summer_time_begins_is_an_hour_shorter() -> None:
    night = nights(WARSAW, BEFORE_SUMMER)
    assert night.running(utc("03-28T12:00"), utc("03-29T12:00")) == 24 * HOUR - 8 * HOUR
    assert night.after(utc("03-28T20:00"), 2 * HOUR) == utc("03-29T06:00")


def test_the_night_in_which_summer_time_ends_is_an_hour_longer() -> None:
    night = nights(WARSAW, BEFORE_WINTER)
    assert night.running(utc("10-24T12:00"), utc("10-25T12:00")) == 24 * HOUR - 10 * HOUR
    assert night.after(utc("10-24T19:00"), 2 * HOUR) == utc("10-25T07:00")


def test_vacation_and_night_together_stop_a_clock_once() -> None:
    away = Stops(quiet=nights("UTC", BEFORE_SUMMER).quiet, vacation=(utc("03-28T03:00"), utc("03-29T03:00")))
    assert away.after(utc("03-27T21:00"), 2 * HOUR) == utc("03-29T08:00")
    assert away.running(utc("03-27T21:00"), utc("03-29T08:00")) == 2 * HOUR


def test_changes_of_summer_time_are_written_down_for_three_years_with_their_instants() -> None:
    found = time_zones.quiet_hours(WARSAW, from_minute=0, to_minute=60, now=BEFORE_SUMMER)
    assert [quiet.since for quiet in found][:3] == [None, utc("03-29T01:00"), utc("10-25T01:00")]
    assert len(found) == 1 + 7
    assert {quiet.from_seconds for quiet in found} == {23 * 3600, 22 * 3600}


def test_what_is_stored_is_plain_data_that_reads_back_equal() -> None:
    whole = Stops(quiet=nights(WARSAW, BEFORE_SUMMER).quiet, vacation=(BEFORE_SUMMER, BEFORE_WINTER))
    data: dict[str, Any] = whole.to_json()
    assert stoppages.from_json(data) == whole
    assert WARSAW not in str(data)
    assert stoppages.from_json(stoppages.NONE.to_json()) == stoppages.NONE


SOME_ZONES = [
    "UTC",
    WARSAW,
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Chatham",
    "Asia/Jerusalem",
]
instants = st.integers(0, 2 * 366 * 24 * 60).map(lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + minutes * MINUTE)
quiet_minutes = st.tuples(st.integers(0, 1439), st.integers(1, 720))


def is_quiet(zone: str, begins: int, length: int, at: datetime) -> bool:
    local = at.astimezone(ZoneInfo(zone))
    return (local.hour * 60 + local.minute - begins) % 1440 < length


@settings(max_examples=150, deadline=None)
@given(zone=st.sampled_from(SOME_ZONES), wish=quiet_minutes, now=instants, later=st.integers(0, 500 * 24 * 60))
def test_a_minute_is_quiet_exactly_when_the_wall_clock_of_the_zone_says_so(
    zone: str, wish: tuple[int, int], now: datetime, later: int
) -> None:
    begins, length = wish
    written = Stops(quiet=time_zones.quiet_hours(zone, from_minute=begins, to_minute=(begins + length) % 1440, now=now))
    at = now + later * MINUTE
    assert (written.running(at, at + MINUTE) == timedelta()) == is_quiet(zone, begins, length, at)


@st.composite
def some_stops(draw: st.DrawFn) -> Stops:
    begins, length = draw(quiet_minutes)
    quiet = time_zones.quiet_hours(
        draw(st.sampled_from(SOME_ZONES)), from_minute=begins, to_minute=(begins + length) % 1440, now=draw(instants)
    )
    starts = draw(instants)
    vacation = (starts, starts + draw(st.integers(1, 40 * 1440)) * MINUTE)
    return Stops(quiet=draw(st.sampled_from([(), quiet])), vacation=draw(st.sampled_from([None, vacation])))


@settings(max_examples=300, deadline=None)
@given(which=some_stops(), start=instants, left=st.integers(1, 30 * 1440))
def test_a_deadline_is_the_first_instant_by_which_the_clock_has_run_for_what_was_left(
    which: Stops, start: datetime, left: int
) -> None:
    due = which.after(start, left * MINUTE)
    assert which.running(start, due) == left * MINUTE
    assert which.running(start, due - timedelta(microseconds=1)) < left * MINUTE


@settings(max_examples=300, deadline=None)
@given(which=some_stops(), start=instants, first=st.integers(0, 30 * 1440), second=st.integers(0, 30 * 1440))
def test_the_running_time_of_two_spans_is_the_sum_of_both(
    which: Stops, start: datetime, first: int, second: int
) -> None:
    middle, end = start + first * MINUTE, start + (first + second) * MINUTE
    assert which.running(start, middle) + which.running(middle, end) == which.running(start, end)
    assert timedelta() <= which.running(start, end) <= end - start


@pytest.mark.parametrize("from_seconds", [0, 79_200])
def test_quiet_hours_hold_from_their_instant_on_and_until_those_after_them(from_seconds: int) -> None:
    change = utc("03-28T00:00")
    both = Stops(
        quiet=(
            Quiet(since=None, from_seconds=from_seconds, to_seconds=(from_seconds + 3600) % 86_400),
            Quiet(since=change, from_seconds=43_200, to_seconds=46_800),
        )
    )
    assert both.running(change - DAY, change) == 23 * HOUR
    assert both.running(change, change + DAY) == 23 * HOUR
    assert both.running(change + 12 * HOUR, change + 13 * HOUR) == timedelta()
