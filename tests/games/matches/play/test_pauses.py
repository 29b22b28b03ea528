from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.matches.autoplay import timeouts
from games.matches.errors import (
    AlreadyAgreed,
    DeadlinePassed,
    MatchNotActive,
    MatchNotPaused,
    MatchPaused,
    NotSeated,
)
from games.matches.play import pauses, submission
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from tests.support.cast import Person, match_of, person
from tests.support.table_fixtures import Cast, Later

# So long that what a test itself takes is nothing beside it.
TEN_MINUTES: dict[str, Any] = {"mode": "per_move", "seconds": 600}


def kinds(match_id: str) -> list[str]:
    return [event.envelope["type"] for event in load(match_id).events]


def listed(match_id: str, seat: int) -> Sent:
    prompt = load(match_id).match.prompts[seat]
    return Sent(body={"prompt": prompt.id, **prompt.moves[0].legal[0]})


def all_agree(call: Callable[..., object], match_id: str, cast: tuple[Person, ...]) -> None:
    for one in cast:
        call(match_id, one.id, key=None)


def left(match_id: str) -> dict[int, float]:
    """Minutes until each deadline, by the time of the last event."""
    match = load(match_id).match
    return {due.seat: round((due.due_at - match.at) / timedelta(minutes=1)) for due in match.deadlines}


def test_a_match_is_paused_with_the_last_seats_consent_and_not_before(cast: Cast) -> None:
    match_id = match_of(*cast)
    for one in cast[:2]:
        pauses.pause(match_id, one.id, key=None)
    assert load(match_id).match.table.paused_at is None
    assert load(match_id).match.table.agreed == {0, 1}
    pauses.pause(match_id, cast[2].id, key=None)
    loaded = load(match_id)
    assert loaded.match.table.paused_at == loaded.match.at
    assert kinds(match_id)[-4:] == ["pause_agreed", "pause_agreed", "pause_agreed", "paused"]
    assert loaded.events[-1].envelope["data"] == {"reason": "agreed"}


def test_match_and_view_say_who_is_for_a_pause_and_whose_consent_it_takes(cast: Cast) -> None:
    match_id = match_of(*cast)
    pauses.pause(match_id, cast[1].id, key=None)

    for path in ("", "/view"):
        told = "".join(piece["text"] for piece in cast[0].get(f"/matches/{match_id}{path}").json()["text"])
        assert told.endswith(" For a pause: Seat 1; still to agree: Seat 0 and Seat 2.")


def test_while_paused_no_clock_runs_and_after_it_each_goes_on_where_it_stood(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_MINUTES)
    later(4 * 60)
    all_agree(pauses.pause, match_id, cast)
    later(100_000)
    timeouts.expire(match_id)
    assert "timed_out" not in kinds(match_id)
    assert load(match_id).match.deadlines == ()
    all_agree(pauses.resume, match_id, cast)
    assert left(match_id) == {0: 6, 1: 6, 2: 6}
    loaded = load(match_id)
    assert fold(match_id, loaded.events) == loaded.match


def test_while_paused_nobody_moves_but_whoever_wants_may_resign(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = listed(match_id, 0)
    all_agree(pauses.pause, match_id, cast)
    with pytest.raises(MatchPaused):
        submission.play(match_id, cast[0].id, move, key=None)
    with pytest.raises(MatchPaused):
        submission.check(match_id, cast[0].id, move)
    submission.resign(match_id, cast[1].id, key=None)
    for one in (cast[0], cast[2]):
        pauses.resume(match_id, one.id, key=None)
    submission.play(match_id, cast[0].id, move, key=None)


def test_time_that_was_up_before_the_pause_is_up(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_MINUTES)
    move = listed(match_id, 0)
    for one in cast[:2]:
        pauses.pause(match_id, one.id, key=None)
    later(600)
    pauses.pause(match_id, cast[2].id, key=None)
    assert kinds(match_id).count("timed_out") == 3
    all_agree(pauses.resume, match_id, cast)
    with pytest.raises(DeadlinePassed):
        submission.play(match_id, cast[0].id, move, key=None)


def test_consent_is_given_once_by_those_in_play_and_only_where_it_makes_sense(cast: Cast) -> None:
    match_id = match_of(*cast)
    with pytest.raises(MatchNotPaused):
        pauses.resume(match_id, cast[0].id, key=None)
    with pytest.raises(NotSeated):
        pauses.pause(match_id, person("Charlie").id, key=None)
    pauses.pause(match_id, cast[0].id, key="k")
    assert pauses.pause(match_id, cast[0].id, key="k").replayed
    with pytest.raises(AlreadyAgreed) as refused:
        pauses.pause(match_id, cast[0].id, key=None)
    assert refused.value.params == {"seats": [1, 2]}
    submission.resign(match_id, cast[1].id, key=None)
    with pytest.raises(NotSeated):
        pauses.pause(match_id, cast[1].id, key=None)
    pauses.pause(match_id, cast[2].id, key=None)
    with pytest.raises(MatchPaused):
        pauses.pause(match_id, cast[0].id, key=None)
    submission.resign(match_id, cast[0].id, key=None)
    with pytest.raises(MatchNotActive):
        pauses.pause(match_id, cast[2].id, key=None)


def test_a_seat_that_leaves_does_not_stand_in_the_way_of_those_who_have_agreed(cast: Cast) -> None:
    match_id = match_of(*cast)
    for one in cast[:2]:
        pauses.pause(match_id, one.id, key=None)
    submission.resign(match_id, cast[2].id, key=None)
    pauses.pause(match_id, cast[0].id, key=None)
    assert load(match_id).match.table.paused_at is not None


def test_a_pause_that_nobody_ends_is_ended_by_the_clock_after_thirty_days(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_MINUTES)
    all_agree(pauses.pause, match_id, cast)
    loaded = load(match_id)
    assert loaded.match.table.paused_at is not None
    assert timeouts.wakes_at(loaded) == loaded.match.table.paused_at + timedelta(days=30)
    later(30 * 86_400 - 60)
    timeouts.expire(match_id)
    assert kinds(match_id)[-1] == "paused"
    later(61)
    timeouts.expire(match_id)
    last = load(match_id).events[-1].envelope
    assert (last["type"], last["by"], last["data"]) == ("resumed", "clock", {"reason": "pause_limit"})
    assert left(match_id) == {0: 10, 1: 10, 2: 10}


def test_whoever_agrees_from_autopilot_is_there_again(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**TEN_MINUTES, "strikes": 1})
    for seat in (0, 1):
        submission.play(match_id, cast[seat].id, listed(match_id, seat), key=None)
    later(600)
    timeouts.expire(match_id)
    assert load(match_id).match.table.autopilot == {2}
    all_agree(pauses.pause, match_id, cast[2:])
    last = [event.envelope for event in load(match_id).events[-2:]]
    assert [event["type"] for event in last] == ["autopilot_off", "pause_agreed"]
    assert last[0]["data"] == {"reason": "agreed"}
