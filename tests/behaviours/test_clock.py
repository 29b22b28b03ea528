"""Moves, deadlines and the workers that play what is due: one after the other, at the last moment, and at once."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from events import store
from events.store import Stream
from games.matches.autoplay import deadlines, timeouts
from games.matches.autoplay.sweep import sweep
from games.matches.errors import DeadlinePassed, Refused, StalePrompt
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.models.service import Deadline
from games.matches.play import autopilot, pauses
from games.matches.play.submission import Sent, play
from games.matches.profiles import changes
from games.matches.stream import loading
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from tests.support.cast import match_of, new_match
from tests.support.races import at_once
from tests.support.table_fixtures import Cast, Later
from tests.support.timing import CLOCKS, timeouts_of

TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10}
MOMENT = timedelta(microseconds=1)


def test_ten_workers_on_one_deadline_play_it_once(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    at_once(*[lambda: timeouts.expire(match_id)] * 10)
    loaded = load(match_id)
    assert [one.prompt for one in timeouts_of(match_id, loaded.events)] == ["p1.0", "p1.1", "p1.2"]


def test_ten_sweeps_at_once_share_the_matches_that_are_due_among_them(cast: Cast, later: Later) -> None:
    due = [match_of(*cast, clock=TEN_SECONDS) for _ in range(30)]
    later(10)
    for match_id in due:
        deadlines.project_deadlines([match_id])
    before = load(due[0]).now - timedelta(days=1)
    Deadline.objects.filter(match_id__in=due).update(due_at=before)
    counts = at_once(*[sweep] * 10)
    assert sum(count for count in counts if isinstance(count, int)) >= 30
    for match_id in due:
        assert len(timeouts_of(match_id, load(match_id).events)) == 3
        assert Deadline.objects.get(match_id=match_id).claimed_until is None


class Times:
    """A time for each thread: what the table takes for now when it loads a match."""

    def __init__(self) -> None:
        self.now = threading.local()

    def load(self, match_id: str, **span: Any) -> Stream:
        stream = store.load(match_id, **span)
        return replace(stream, now=getattr(self.now, "at", stream.now))

    def __getattr__(self, name: str) -> object:
        return getattr(store, name)

    def at(self, moment: datetime, call: Callable[[], object]) -> Callable[[], object]:
        def timed() -> object:
            self.now.at = moment
            return call()

        return timed


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    found = Times()
    monkeypatch.setattr(loading, "store", found)
    return found


def listed(match_id: str, seat: int) -> Sent:
    prompt = load(match_id).match.prompts[seat]
    return Sent(body={"prompt": prompt.id, **prompt.moves[0].legal[0]})


@pytest.mark.parametrize("attempt", range(8))
def test_of_a_move_at_the_last_moment_and_the_deadline_one_wins_and_the_other_is_told_so(
    cast: Cast, times: Times, attempt: int
) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    due, move = load(match_id).match.deadlines[0].due_at, listed(match_id, 0)
    calls = [
        times.at(due - MOMENT, lambda: play(match_id, cast[0].id, move, key=None)),
        times.at(due, lambda: timeouts.expire(match_id)),
    ]
    played = at_once(*(calls if attempt % 2 else reversed(calls)))[0 if attempt % 2 else 1]
    kinds = [(event.envelope["type"], event.envelope["seat"]) for event in load(match_id).events]
    assert (("timed_out", 0) in kinds) == (played is DeadlinePassed)
    assert kinds.count(("choice_made", 0)) + kinds.count(("choice_defaulted", 0)) == 1
    assert kinds.count(("choice_made", 0)) == (played is not DeadlinePassed)


def test_a_move_at_the_very_moment_of_its_deadline_is_late_however_many_are_sent(cast: Cast, times: Times) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    due, move = load(match_id).match.deadlines[0].due_at, listed(match_id, 0)
    send = times.at(due, lambda: play(match_id, cast[0].id, move, key=None))
    sweep = times.at(due, lambda: timeouts.expire(match_id))
    told = at_once(*[send] * 5, *[sweep] * 5)
    assert told[:5] == [DeadlinePassed] * 5
    assert len(timeouts_of(match_id, load(match_id).events)) == 3


def test_a_bots_turn_is_taken_once_by_ten_workers(cast: Cast) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(), key=None)
    for _ in range(2):
        lobby.seat_bot(match_id, cast[0].id, seat=None, bot="random", key=None)
    at_once(*[lambda: timeouts.expire(match_id)] * 10)
    assert load(match_id).match.moves == 2


def test_a_player_who_comes_back_races_his_autopilot_and_one_move_is_played(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**TEN_SECONDS, "strikes": 1})
    for seat in (0, 1):
        play(match_id, cast[seat].id, listed(match_id, seat), key=None)
    later(10)
    timeouts.MOVES_AT_ONCE, before = 1, timeouts.MOVES_AT_ONCE
    try:
        timeouts.expire(match_id)
    finally:
        timeouts.MOVES_AT_ONCE = before
    move, moves = listed(match_id, 2), load(match_id).match.moves
    at_once(
        lambda: play(match_id, cast[2].id, move, key=None),
        lambda: autopilot.end_autopilot(match_id, cast[2].id, 2, key=None),
        lambda: timeouts.expire(match_id),
    )
    loaded = load(match_id)
    assert loaded.match.moves == moves + 1
    assert loaded.match.table.autopilot == frozenset()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", list(CLOCKS))
def test_whatever_players_do_no_timeout_is_early_or_double_and_a_rebuild_is_what_was_played(
    cast: Cast, later: Later, name: str, seed: int
) -> None:
    pick = random.Random(f"{name} {seed}")
    match_id = match_of(*cast, clock={**CLOCKS[name], "quiet_hours": True, "vacation": True})
    listings.project_listings([match_id])
    for _ in range(40):
        later(pick.choice([0, 1, 5, 20, 70]))
        _do_something(match_id, cast, pick)
        live = load(match_id)
        if live.match.is_over:
            break
        assert fold(match_id, live.events) == live.match
    timeouts_of(match_id, load(match_id).events)


def _do_something(match_id: str, cast: Cast, pick: random.Random) -> None:
    seat = pick.randrange(3)
    who = cast[seat].id
    try:
        match pick.choice(["play", "play", "play", "expire", "expire", "pause", "resume", "back", "quiet"]):
            case "play" if seat in load(match_id).match.prompts:
                play(match_id, who, listed(match_id, seat), key=None)
            case "expire":
                timeouts.expire(match_id)
            case "pause":
                pauses.pause(match_id, who, key=None)
            case "resume":
                for one in cast:
                    pauses.resume(match_id, one.id, key=None)
            case "back":
                autopilot.end_autopilot(match_id, who, seat, key=None)
            case "quiet":
                changes.change(who, {"quiet_hours": {"zone": "Asia/Tokyo", "from": "01:00", "to": "13:00"}})
    except Refused:
        return


def test_a_prompt_keeps_its_deadline_while_others_move(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    before = {due.seat: due.due_at for due in load(match_id).match.deadlines}
    later(4)
    play(match_id, cast[1].id, listed(match_id, 1), key=None)
    after = {due.seat: due.due_at for due in load(match_id).match.deadlines}
    assert after == {seat: before[seat] for seat in (0, 2)}


def test_a_late_move_plays_the_expiry_first_and_is_told_so(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    later(10)
    with pytest.raises(DeadlinePassed):
        play(match_id, cast[0].id, move, key="late")
    assert [e.envelope["type"] for e in load(match_id).events].count("timed_out") == 3


def test_a_move_that_comes_after_the_sweep_is_told_the_deadline_passed(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    later(10)
    timeouts.expire(match_id)
    with pytest.raises(DeadlinePassed):
        play(match_id, cast[0].id, move, key=None)


def test_an_answered_prompt_is_stale_and_not_late(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    move = listed(match_id, 0)
    play(match_id, cast[0].id, move, key=None)
    with pytest.raises(StalePrompt):
        play(match_id, cast[0].id, move, key=None)
