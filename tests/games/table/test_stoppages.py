import sys
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.play import time_zones
from games.table import stoppages
from games.table.stoppages import Quiet, Stops
from tests.games.zones import (
    BEFORE_SUMMER,
    BEFORE_WINTER,
    DAY,
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


def test_vacation_and_night_together_stop_a_clock_once() -> None:
    away = Stops(quiet=nights("UTC", BEFORE_SUMMER).quiet, vacation=(utc("03-28T03:00"), utc("03-29T03:00")))
    assert away.after(utc("03-27T21:00"), 2 * HOUR) == utc("03-29T08:00")
    assert away.running(utc("03-27T21:00"), utc("03-29T08:00")) == 2 * HOUR


def test_what_is_stored_is_plain_data_that_reads_back_equal() -> None:
    whole = Stops(quiet=nights(WARSAW, BEFORE_SUMMER).quiet, vacation=(BEFORE_SUMMER, BEFORE_WINTER))
    data = whole.to_json()
    assert stoppages.from_json(data) == whole
    assert WARSAW not in str(data)
    assert stoppages.from_json(stoppages.NONE.to_json()) == stoppages.NONE


@st.composite
def some_stops(draw: st.DrawFn) -> Stops:
    begins, length = draw(quiet_minutes)
    quiet = time_zones.quiet_hours(
        draw(st.sampled_from(SOME_ZONES)), from_minute=begins, to_minute=(begins + length) % 1440, now=draw(instants)
    )
    starts = draw(instants)
    vacation = (starts, starts + draw(st.integers(1, 40 * 1440)) * MINUTE)
    return Stops(quiet=draw(st.sampled_from([(), quiet])), vacation=draw(st.sampled_from([None, vacation])))


@settings(max_examples=examples(300))
@given(which=some_stops(), start=instants, left=st.integers(1, 30 * 1440))
def test_a_deadline_is_the_first_instant_by_which_the_clock_has_run_for_what_was_left(
    which: Stops, start: datetime, left: int
) -> None:
    due = which.after(start, left * MINUTE)
    assert which.running(start, due) == left * MINUTE
    assert which.running(start, due - timedelta(microseconds=1)) < left * MINUTE


@settings(max_examples=examples(300))
@given(which=some_stops(), start=instants, first=st.integers(0, 30 * 1440), second=st.integers(0, 30 * 1440))
def test_the_running_time_of_two_spans_is_the_sum_of_both(
    which: Stops, start: datetime, first: int, second: int
) -> None:
    middle, end = start + first * MINUTE, start + (first + second) * MINUTE
    assert which.running(start, middle) + which.running(middle, end) == which.running(start, end)
    assert timedelta() <= which.running(start, end) <= end - start


def calls(which: Stops, days: int) -> int:
    """How many functions are called to find a deadline after so many days of a clock that runs."""
    made = 0

    def count(_: Any, event: str, __: Any) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(count)
    try:
        which.running(BEFORE_SUMMER, which.after(BEFORE_SUMMER, days * DAY))
    finally:
        sys.setprofile(None)
    return made


def test_a_deadline_in_a_thousand_years_takes_no_more_work_than_one_of_the_day_after_tomorrow() -> None:
    away = (BEFORE_SUMMER + DAY, BEFORE_SUMMER + 3000 * 365 * DAY)
    for which in (nights("UTC", BEFORE_SUMMER), Stops(quiet=nights("UTC", BEFORE_SUMMER).quiet, vacation=away)):
        assert calls(which, 365_000) < 2 * calls(which, 2)


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
