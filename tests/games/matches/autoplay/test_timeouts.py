from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.matches.autoplay import deadlines, sweep, timeouts
from games.matches.errors import DeadlinePassed, StalePrompt
from games.matches.models.service import Deadline
from games.matches.play import moves
from games.matches.play.moves import Sent
from games.matches.stream.loading import load
from games.table import clocks, stoppages
from games.table.clocks import Due, SeatClock
from tests.cast import Person, match_of, person

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}
Later = Callable[[float], None]


@pytest.fixture
def cast() -> tuple[Person, Person, Person]:
    return person("Alice"), person("Bob"), person("Carol")


def listed(match_id: str, seat: int) -> Any:
    prompt = load(match_id).match.prompts[seat]
    return {"prompt": prompt.id, **prompt.moves[0].legal[0]}


def asked(clock: dict[str, Any], at: datetime, prompt: str = "p1.0", before: SeatClock | None = None) -> SeatClock:
    return clocks.follow(clock, before or clocks.fresh(clock), at=at, prompt=prompt, ticks=True, stops=stoppages.NONE)


def test_a_prompt_falls_due_when_its_seconds_have_passed_since_it_was_asked() -> None:
    due = clocks.deadlines(TEN_SECONDS, {1: asked(TEN_SECONDS, NOON + 3 * SECOND, "p2.1"), 0: asked(TEN_SECONDS, NOON)})
    assert [(item.seat, item.prompt, (item.due_at - NOON) / SECOND) for item in due] == [
        (0, "p1.0", 10),
        (1, "p2.1", 13),
    ]


def timed_out(match_id: str) -> list[str]:
    events = [event.envelope for event in load(match_id).events]
    return [event["data"]["prompt"] for event in events if event["type"] == "timed_out"]


def test_a_deadline_has_passed_at_its_very_moment_and_not_before() -> None:
    due = Due(seat=0, prompt="p1.0", due_at=NOON)
    assert clocks.passed([due], NOON) == (due,)
    assert clocks.passed([due], NOON - timedelta(microseconds=1)) == ()


def test_without_a_clock_nothing_falls_due(cast: tuple[Person, ...]) -> None:
    loaded = load(match_of(*cast))
    assert (loaded.match.deadlines, timeouts.wakes_at(loaded)) == ((), None)


def test_a_prompt_keeps_its_deadline_while_others_move(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    before = {due.seat: due.due_at for due in load(match_id).match.deadlines}
    later(4)
    moves.play(match_id, cast[1].id, Sent(body=listed(match_id, 1)), key=None)
    after = {due.seat: due.due_at for due in load(match_id).match.deadlines}
    assert after == {seat: before[seat] for seat in (0, 2)}


def test_expiry_plays_the_default_move_for_every_seat_whose_time_is_up(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    moves.play(match_id, cast[1].id, Sent(body=listed(match_id, 1)), key=None)
    later(10)
    timeouts.expire(match_id)
    events = [event.envelope for event in load(match_id).events]
    timed_out = [event for event in events if event["type"] == "timed_out"]
    assert [(event["seat"], event["by"]) for event in timed_out] == [(0, "clock"), (2, "clock")]
    defaulted = [event for event in events if event["type"] == "choice_defaulted"]
    assert [(event["seat"], event["by"]) for event in defaulted] == [(0, "clock"), (2, "clock")]


def test_no_two_appends_of_a_match_share_their_time_also_when_one_call_makes_them(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    timeouts.expire(match_id)
    envelopes = [event.envelope for event in load(match_id).events]
    assert len({event["at"] for event in envelopes if event["type"] == "timed_out"}) == 3


def test_before_the_deadline_the_clock_plays_nothing(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(9.5)
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before


def test_a_second_sweep_of_the_same_deadline_plays_nothing(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    timeouts.expire(match_id)
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before
    assert timed_out(match_id) == ["p1.0", "p1.1", "p1.2"]


def test_a_late_move_plays_the_expiry_first_and_is_told_so(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    later(10)
    with pytest.raises(DeadlinePassed):
        moves.play(match_id, cast[0].id, Sent(body=move), key="late")
    assert [e.envelope["type"] for e in load(match_id).events].count("timed_out") == 3


def test_a_move_that_comes_after_the_sweep_is_told_the_deadline_passed(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    later(10)
    timeouts.expire(match_id)
    with pytest.raises(DeadlinePassed):
        moves.play(match_id, cast[0].id, Sent(body=move), key=None)


def test_an_answered_prompt_is_stale_and_not_late(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    moves.play(match_id, cast[0].id, Sent(body=move), key=None)
    with pytest.raises(StalePrompt):
        moves.play(match_id, cast[0].id, Sent(body=move), key=None)


def test_rpw_67_a_match_that_nobody_plays_ends_as_abandoned(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    for number in range(1, 4):
        later(10)
        timeouts.expire(match_id)
        assert len(timed_out(match_id)) == 3 * number
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("abandoned", [])
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before


def test_the_sweep_finds_a_match_by_its_row_and_the_end_takes_the_row_away(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id = match_of(*cast, clock={**TEN_SECONDS, "seconds": 1})
    deadlines.project_deadline(match_id, 0)
    assert Deadline.objects.get(match_id=match_id).due_at == min(due.due_at for due in load(match_id).match.deadlines)
    for _ in range(3):
        later(1)
        Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
        sweep.sweep()
    assert load(match_id).match.is_over
    assert not Deadline.objects.filter(match_id=match_id).exists()


def test_a_row_that_one_worker_has_claimed_is_left_to_it_until_its_claim_has_lapsed(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
    assert match_id in sweep._claim()
    assert match_id not in sweep._claim()
    Deadline.objects.filter(match_id=match_id).update(claimed_until=NOON)
    assert match_id in sweep._claim()


def test_a_task_near_a_deadline_leaves_alone_what_is_not_due_or_claimed(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    assert not sweep.expire_claimed(match_id)
    later(10)
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON, claimed_until=NOON + 10**9 * SECOND)
    assert not sweep.expire_claimed(match_id)
    assert timed_out(match_id) == []
    Deadline.objects.filter(match_id=match_id).update(claimed_until=None)
    assert sweep.expire_claimed(match_id)
    assert timed_out(match_id) == ["p1.0", "p1.1", "p1.2"]


def test_a_sweep_looks_ahead_to_what_falls_due_soon_and_no_further(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    assert match_id in dict(sweep.soon(11))
    assert match_id not in dict(sweep.soon(1))
