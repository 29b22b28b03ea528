from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.core.moves import Move
from games.core.prompts import Prompt
from games.table import take_backs
from games.table.events import CLOCK, PLAYER, TimedOut
from games.table.features.pause.events import PauseAgreed
from games.table.features.take_back.events import MoveTakenBack
from games.table.folding import decided, moved, ruled, settled, told
from games.table.standing import Standing
from tests.games.core.toy import TOY, Bid
from tests.games.table.test_folding import AT, LATER, running

SILENT = replace(TOY, retractable=frozenset({"bid_made"}))


def bid(before: Standing, seat: int, *, by: str = PLAYER) -> Standing:
    return played(before, seat, Bid(amount=2), by=by)


def played(before: Standing, seat: int, move: Move, *, by: str = PLAYER) -> Standing:
    decision = before.game.decide(before.state, seat, move, Chance(bytes(32), before.draws))
    return settled(moved(decided(before, decision, move=before.moves + 1, at=LATER), seat, by=by))


def of(game: GameDefinition, seconds: int | None = None) -> Standing:
    return replace(running(game, seconds), clocks={})


def test_a_move_whose_events_tell_nothing_can_be_taken_back_by_its_seat_alone() -> None:
    after = bid(of(SILENT), 0)
    assert take_backs.retractable(after, 0) == 1
    assert [take_backs.stands(after, seat, 1) for seat in (0, 1)] == [None, take_backs.NOT_YOURS]
    assert [take_backs.retractable(after, seat) for seat in (1, None)] == [None, None]
    assert take_backs.stands(after, 0, 2) == take_backs.NOT_LAST


def test_a_move_with_any_other_event_stands() -> None:
    assert take_backs.stands(bid(of(TOY), 0), 0, 1) == take_backs.DISCLOSED
    # The last bid shows them all.
    assert take_backs.stands(bid(bid(of(SILENT), 0), 1), 1, 2) == take_backs.DISCLOSED


def test_a_move_stands_that_asks_another_seat_something() -> None:
    talkative = replace(TOY, retractable=frozenset(TOY.event_classes))
    first, second = of(talkative), bid(bid(of(talkative), 0), 1)
    assert take_backs.stands(second, 1, 2) == take_backs.OTHERS_ASKED
    assert take_backs.retractable(second, 1) is None
    assert take_backs.retractable(bid(first, 1), 1) == 1


def test_what_was_asked_before_a_move_is_not_listed_once_more_for_it() -> None:
    asked: list[object] = []

    def prompts(state: Any) -> Mapping[int, Prompt]:
        asked.append(state)
        return TOY.prompts(state)

    before = of(replace(SILENT, prompts=prompts))
    after = bid(before, 0)
    assert set(before.prompts) == {0, 1}
    assert take_backs.retractable(bid(before, 0), 0) == 1
    assert len([state for state in asked if state is before.state]) == 1
    # Where nobody has asked, it is found out then.
    assert take_backs.retractable(after, 0) == 1
    assert len([state for state in asked if state is before.state]) == 2


def test_what_the_clock_or_a_bot_has_played_stands() -> None:
    assert bid(of(SILENT), 0, by=CLOCK).last_move is None
    begun = told(of(SILENT), TimedOut(seat=0, prompt="p1.0", move=1), version=9, at=LATER)
    decision = SILENT.decide(begun.state, 0, Bid(amount=1), Chance(bytes(32), begun.draws))
    assert decided(begun, decision, move=1, at=LATER).last_move is None


def test_whatever_the_table_says_since_lets_a_move_stand() -> None:
    after = told(bid(of(SILENT), 0), PauseAgreed(seat=1), version=9, at=LATER)
    assert take_backs.stands(after, 0, 1) == take_backs.DISCLOSED


def test_a_take_back_leads_where_the_match_was_and_moves_are_counted_on() -> None:
    before = settled(of(SILENT, seconds=60))
    after = bid(before, 0)
    back = settled(told(after, MoveTakenBack(seat=0, taken_back=1), version=9, at=LATER + timedelta(seconds=5)))
    assert (back.state, back.clocks, back.draws) == (before.state, before.clocks, before.draws)
    assert (back.moves, back.last_move) == (1, None)
    assert back.deadlines == before.deadlines
    assert take_backs.until(after) == AT + timedelta(seconds=60)


def test_events_folded_one_by_one_leave_the_same_to_be_taken_back() -> None:
    before = of(SILENT)
    decision = SILENT.decide(before.state, 0, Bid(amount=2), Chance(bytes(32), before.draws))
    one_by_one = before
    for place, event in enumerate(decision.events):
        one_by_one = ruled(one_by_one, event, move=1, at=LATER)
        one_by_one = moved(one_by_one, 0, by=PLAYER) if place == 0 else one_by_one
    assert moved(decided(before, decision, move=1, at=LATER), 0, by=PLAYER) == one_by_one
