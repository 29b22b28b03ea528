from datetime import timedelta
from typing import Any

import pytest

from games.matches.errors import DeadlinePassed, MatchNotActive, MatchPaused, MoveStands, NotSeated
from games.matches.play import pauses, submission, take_backs
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from games.matches.stream.state import Match, fold
from tests.support.cast import STRANGER, legal, match_of, types
from tests.support.table_fixtures import Cast, Later

# So long that what a test itself takes is nothing beside it.
TEN_MINUTES: dict[str, Any] = {"mode": "per_move", "seconds": 600}
BANK: dict[str, Any] = {"mode": "bank", "bank_seconds": 3600, "increment_seconds": 1800, "cap_seconds": 6000}


def choose(match_id: str, cast: Cast, seat: int, which: int = 0) -> int:
    """Play a listed move; its number."""
    submission.play(match_id, cast[seat].id, Sent(body=legal(match_id, seat)[which]), key=None)
    return load(match_id).match.moves


def refused(match_id: str, cast: Cast, seat: int, move: int) -> object:
    head = load(match_id).match.head
    with pytest.raises(MoveStands) as stands:
        take_backs.take_back_move(match_id, cast[seat].id, move, key=None)
    assert load(match_id).match.head == head
    return stands.value.params["reason"]


def left(match: Match, seat: int) -> int:
    """Minutes until a seat's deadline, by the time of the last event."""
    return next(round((due.due_at - match.at) / timedelta(minutes=1)) for due in match.deadlines if due.seat == seat)


def test_after_a_take_back_the_match_stands_as_before_the_move_and_history_keeps_both(cast: Cast) -> None:
    match_id = match_of(*cast)
    before, asked = load(match_id).match, legal(match_id, 1)
    move = choose(match_id, cast, 1)
    assert load(match_id).match.retractable(1) == move == 1
    taken = take_backs.take_back_move(match_id, cast[1].id, move, key=None)
    loaded = load(match_id)
    assert types(match_id)[-2:] == ["choice_made", "move_taken_back"]
    assert loaded.events[taken.first - 1].envelope["data"] == {"taken_back": 1}
    assert (loaded.match.state, loaded.match.prompts, loaded.match.draws) == (
        before.state,
        before.prompts,
        before.draws,
    )
    assert legal(match_id, 1) == asked
    assert fold(match_id, loaded.events) == loaded.match


def test_another_choice_is_the_next_move_and_counts(cast: Cast) -> None:
    match_id = match_of(*cast)
    take_backs.take_back_move(match_id, cast[1].id, choose(match_id, cast, 1), key=None)
    assert choose(match_id, cast, 1, which=-1) == 2
    assert load(match_id).match.retractable(1) == 2
    for seat in (0, 2):
        choose(match_id, cast, seat)
    loaded = load(match_id)
    shown = next(event.envelope["data"] for event in loaded.events if event.envelope["type"] == "gestures_revealed")
    made = [opening.part["move"] for event in loaded.events for opening in event.openings if "move" in opening.part]
    assert shown["gestures"][1]["spell"] == made[1]["spell"]
    assert fold(match_id, loaded.events) == loaded.match


def test_a_move_stands_once_another_seat_has_moved(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = choose(match_id, cast, 0)
    choose(match_id, cast, 1)
    assert refused(match_id, cast, 0, move) == "not_last"
    assert load(match_id).match.retractable(0) is None


def test_a_move_stands_that_has_opened_anything(cast: Cast) -> None:
    match_id = match_of(*cast)
    for seat in (0, 1):
        choose(match_id, cast, seat)
    assert refused(match_id, cast, 2, choose(match_id, cast, 2)) == "disclosed"


def test_a_move_stands_for_all_but_its_own_seat(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = choose(match_id, cast, 0)
    assert refused(match_id, cast, 1, move) == "not_yours"
    assert [load(match_id).match.retractable(seat) for seat in (None, 0, 1)] == [None, move, None]
    with pytest.raises(NotSeated):
        take_backs.take_back_move(match_id, STRANGER.id, move, key=None)


def test_a_move_is_taken_back_once_and_by_its_number(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = choose(match_id, cast, 0)
    assert refused(match_id, cast, 0, move + 1) == "not_last"
    take_backs.take_back_move(match_id, cast[0].id, move, key=None)
    assert refused(match_id, cast, 0, move) == "disclosed"


def test_a_repeated_call_is_carried_out_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = choose(match_id, cast, 0)
    first = take_backs.take_back_move(match_id, cast[0].id, move, key="once")
    choose(match_id, cast, 0)
    again = take_backs.take_back_move(match_id, cast[0].id, move, key="once")
    assert (again.replayed, again.first) == (True, first.first)
    assert types(match_id).count("move_taken_back") == 1


def test_after_a_resignation_or_what_the_table_does_a_move_stands(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = choose(match_id, cast, 0)
    pauses.pause(match_id, cast[1].id, key=None)
    assert refused(match_id, cast, 0, move) == "disclosed"
    for one in (cast[0], cast[2]):
        pauses.pause(match_id, one.id, key=None)
    with pytest.raises(MatchPaused):
        take_backs.take_back_move(match_id, cast[0].id, move, key=None)
    submission.resign(match_id, cast[2].id, key=None)
    submission.resign(match_id, cast[1].id, key=None)
    with pytest.raises(MatchNotActive):
        take_backs.take_back_move(match_id, cast[0].id, move, key=None)


def test_the_clock_goes_on_as_if_the_seat_had_not_answered(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_MINUTES)
    later(3 * 60)
    move = choose(match_id, cast, 0)
    later(4 * 60)
    take_backs.take_back_move(match_id, cast[0].id, move, key=None)
    assert [left(load(match_id).match, seat) for seat in range(3)] == [3, 3, 3]
    later(2 * 60)
    choose(match_id, cast, 0)


def test_a_bank_gains_nothing_by_moves_that_are_taken_back(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=BANK)
    for _ in range(3):
        later(5 * 60)
        take_backs.take_back_move(match_id, cast[0].id, choose(match_id, cast, 0), key=None)
    assert left(load(match_id).match, 0) == 45


def test_when_the_time_for_another_answer_is_up_a_move_stands(cast: Cast, later: Later) -> None:
    people = cast[:2]
    match_id = match_of(*people, game="cave", clock=TEN_MINUTES)
    seat = load(match_id).match.waiting_for[0]
    asked = load(match_id).match.prompts[seat].id
    later(6 * 60)
    step = next(one for one in legal(match_id, seat) if one["type"] == "step")
    submission.play(match_id, people[seat].id, Sent(body=step), key=None)
    assert load(match_id).match.retractable(seat) == 1
    later(3.5 * 60)
    taken = take_backs.take_back_move(match_id, people[seat].id, 1, key=None)
    assert taken.after.match.prompts[seat].id == asked
    submission.play(match_id, people[seat].id, Sent(body=step), key=None)
    later(60)
    with pytest.raises(DeadlinePassed) as passed:
        take_backs.take_back_move(match_id, people[seat].id, 2, key=None)
    assert passed.value.params == {"prompt": asked}
