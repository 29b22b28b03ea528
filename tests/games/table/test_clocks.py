from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.json import JSONObject
from games.table import clocks, stoppages
from games.table.clocks import Due, SeatClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
BANK: dict[str, Any] = {"mode": "bank", "bank_seconds": 60, "increment_seconds": 10, "cap_seconds": 90}
durations = st.integers(1, 200)
TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}


def after(clock: dict[str, Any], *steps: tuple[float, str | None, bool]) -> SeatClock:
    """A seat's clock after steps of (seconds after noon, what is asked from then on, whether the clock runs)."""
    seat = clocks.fresh(clock)
    for seconds, prompt, ticks in steps:
        at = NOON + timedelta(seconds=seconds)
        seat = clocks.follow(clock, seat, at=at, prompt=prompt, ticks=ticks, stops=stoppages.NONE)
    return seat


def due(clock: dict[str, Any], seat: SeatClock) -> float:
    (found,) = clocks.deadlines(clock, {0: seat})
    return (found.due_at - NOON) / SECOND


def test_a_bank_pays_for_the_time_of_each_prompt_and_gets_its_increment_for_the_answer() -> None:
    seat = after(BANK, (0, "p1.0", True), (25, None, True))
    assert seat.bank == 45 * SECOND


def test_a_bank_runs_on_only_while_its_seat_is_asked() -> None:
    seat = after(BANK, (0, "p1.0", True), (25, None, True), (1000, "p2.0", True))
    assert due(BANK, seat) == 1045


def test_a_bank_holds_no_more_than_its_cap() -> None:
    steps: list[tuple[float, str | None, bool]] = [(number, f"p{number}.0", True) for number in range(1, 9)]
    assert after(BANK, *steps).bank == 90 * SECOND


def test_a_bank_that_has_run_out_has_its_increment_for_the_next_prompt() -> None:
    seat = after(BANK, (0, "p1.0", True), (61, "p2.0", True))
    assert (seat.bank, due(BANK, seat)) == (10 * SECOND, 71)


def test_a_bank_without_increment_that_has_run_out_is_due_at_once() -> None:
    clock = {**BANK, "increment_seconds": 0}
    seat = after(clock, (0, "p1.0", True), (60, "p2.0", True))
    assert due(clock, seat) == 60


def test_a_clock_that_stands_still_costs_nothing_and_goes_on_where_it_stood() -> None:
    steps = ((0, "p1.0", True), (20, "p1.0", False), (5000, "p1.0", True))
    assert due(BANK, after(BANK, *steps)) == 5040
    assert after(BANK, *steps, (5010, None, True)).bank == 40 * SECOND


def test_what_closes_while_the_clock_stands_still_earns_no_increment() -> None:
    seat = after(BANK, (0, "p1.0", True), (20, "p1.0", False), (30, None, False))
    assert seat.bank == 40 * SECOND


def test_a_clock_per_move_forgets_what_the_prompt_before_has_used() -> None:
    clock = {"mode": "per_move", "seconds": 30}
    assert due(clock, after(clock, (0, "p1.0", True), (25, "p2.0", True))) == 55


@given(
    bank=durations,
    increment=st.integers(0, 60),
    extra=durations,
    stays=st.lists(st.tuples(durations, st.booleans()), max_size=12),
)
def test_a_bank_is_never_below_nothing_nor_over_its_cap_and_never_due_before_now(
    bank: int, increment: int, extra: int, stays: list[tuple[int, bool]]
) -> None:
    clock = {"mode": "bank", "bank_seconds": bank, "increment_seconds": increment, "cap_seconds": bank + extra}
    seat, at = clocks.fresh(clock), NOON
    for number, (seconds, answered) in enumerate(stays):
        seat = clocks.follow(clock, seat, at=at, prompt=f"p{number}.0", ticks=True, stops=stoppages.NONE)
        assert clocks.deadlines(clock, {0: seat})[0].due_at >= at
        at += timedelta(seconds=seconds)
        if answered:
            seat = clocks.follow(clock, seat, at=at, prompt=None, ticks=True, stops=stoppages.NONE)
        assert seat.bank is not None
        assert timedelta() <= seat.bank <= timedelta(seconds=bank + extra)


@given(spent=st.lists(durations, min_size=1, max_size=8), pauses=st.lists(durations, min_size=8, max_size=8))
def test_a_prompt_has_its_whole_time_however_often_its_clock_is_stopped(spent: list[int], pauses: list[int]) -> None:
    clock = {"mode": "per_move", "seconds": 10_000}
    seat, at = clocks.fresh(clock), NOON
    for runs, stands in zip(spent, pauses, strict=False):
        seat = clocks.follow(clock, seat, at=at, prompt="p1.0", ticks=True, stops=stoppages.NONE)
        at += timedelta(seconds=runs)
        seat = clocks.follow(clock, seat, at=at, prompt="p1.0", ticks=False, stops=stoppages.NONE)
        assert clocks.deadlines(clock, {0: seat}) == ()
        at += timedelta(seconds=stands)
    seat = clocks.follow(clock, seat, at=at, prompt="p1.0", ticks=True, stops=stoppages.NONE)
    assert clocks.deadlines(clock, {0: seat})[0].due_at == at + timedelta(seconds=10_000 - sum(spent))


def asked(clock: dict[str, Any], at: datetime, prompt: str = "p1.0", before: SeatClock | None = None) -> SeatClock:
    return clocks.follow(clock, before or clocks.fresh(clock), at=at, prompt=prompt, ticks=True, stops=stoppages.NONE)


def test_a_prompt_falls_due_when_its_seconds_have_passed_since_it_was_asked() -> None:
    due = clocks.deadlines(TEN_SECONDS, {1: asked(TEN_SECONDS, NOON + 3 * SECOND, "p2.1"), 0: asked(TEN_SECONDS, NOON)})
    assert [(item.seat, item.prompt, (item.due_at - NOON) / SECOND) for item in due] == [
        (0, "p1.0", 10),
        (1, "p2.1", 13),
    ]


def test_a_deadline_has_passed_at_its_very_moment_and_not_before() -> None:
    due = Due(seat=0, prompt="p1.0", due_at=NOON)
    assert clocks.passed([due], NOON) == (due,)
    assert clocks.passed([due], NOON - timedelta(microseconds=1)) == ()


@pytest.mark.parametrize(("wish", "fault"), [({}, "/clock/bot"), ({"on_timeout": "bot"}, None)])
def test_a_clock_names_a_bot_only_where_it_calls_one(wish: JSONObject, fault: str | None) -> None:
    clock = {"mode": "per_move", "seconds": 9, "bot": "easy", **wish}
    assert clocks.faults(clock) == []
    assert [one.pointer for one in clocks.contradictions(clock)] == ([fault] if fault else [])
    assert clocks.faults({**clock, "bot": "hard"}) != []
