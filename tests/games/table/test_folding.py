from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.core.moves import Resign
from games.core.prompts import Prompt
from games.table.events import CLOCK, PLAYER, MatchCreated, MatchStarted, SeatTaken, TimedOut
from games.table.folding import book, decided, moved, ruled, sealed, settled, told
from games.table.standing import Standing
from tests.games.core.toy import TOY

AT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = AT + timedelta(seconds=5)


def created(game: GameDefinition = TOY, seconds: int | None = None) -> Standing:
    clock: Any = {"mode": "none"} if seconds is None else {"mode": "per_move", "seconds": seconds}
    event = MatchCreated(game="toy", rules="1", seats=2, options={}, clock=clock, commitment="c")
    return Standing(game=game, table=book(None, event, version=1, at=AT), at=AT)


def running(game: GameDefinition = TOY, seconds: int | None = None) -> Standing:
    now = created(game, seconds)
    for version, taken in enumerate((SeatTaken(seat=0, entropy=None), SeatTaken(seat=1, entropy=None)), 2):
        now = told(now, taken, version=version, at=AT)
    now = told(now, MatchStarted(entropies=[None, None]), version=4, at=AT)
    for event in TOY.start(TOY.options({}), 2, Chance(bytes(32))):
        now = ruled(now, event, move=None, at=AT)
    return now


def test_a_decision_leads_where_its_events_lead_one_by_one() -> None:
    before = running()
    decision = TOY.decide(before.state, 0, Resign(), Chance(bytes(32), before.draws))
    at_once = decided(before, decision, move=1, at=LATER)
    one_by_one = before
    for event in decision.events:
        one_by_one = ruled(one_by_one, event, move=1, at=LATER)
    assert at_once == one_by_one
    assert (at_once.moves, at_once.at) == (1, LATER)


def test_draws_go_on_where_the_last_event_left_them() -> None:
    start = TOY.start(TOY.options({}), 2, Chance(bytes(32)))
    drawn = sum(event.draws.count for event in start if event.draws)
    assert running().draws == drawn > 0


def test_a_move_by_its_own_player_forgives_the_seat_its_timeouts_and_a_move_by_the_clock_does_not() -> None:
    late = told(running(), TimedOut(seat=0, prompt="p1.0", move=1), version=9, at=LATER)
    assert late.table.strikes == {0: 1}
    assert moved(late, 0, by=CLOCK).table.strikes == {0: 1}
    assert moved(late, 0, by=PLAYER).table.strikes == {}


def test_who_cannot_open_the_kernel_s_events_follows_numbers_and_seats_alone() -> None:
    blind = told(created(), MatchStarted(entropies=[None, None]), version=2, at=AT)
    assert blind.is_blind
    assert not blind.prompts
    envelope = {
        "type": "seat_resigned",
        "seat": 1,
        "draws": {"first": 3, "count": 2},
        "move": 7,
        "at": LATER.isoformat(),
    }
    after = sealed(blind, envelope)
    assert (after.resigned, after.draws, after.moves, after.at) == (frozenset({1}), 5, 7, LATER)
    assert settled(after) == after


def test_at_the_end_of_an_append_the_clocks_are_set_and_the_prompts_are_asked_once() -> None:
    asked = []

    def prompts(state: Any) -> Mapping[int, Prompt]:
        asked.append(state)
        return TOY.prompts(state)

    after = settled(running(replace(TOY, prompts=prompts), seconds=60))
    assert {due.due_at for due in after.deadlines} == {AT + timedelta(seconds=60)}
    assert after.waiting_for
    assert len(asked) == 1
