import json
import random
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from events.store import find_command
from games.core.errors import RuleBroken
from games.matches.errors import (
    InvalidMove,
    KeyReused,
    MatchNotActive,
    MatchNotFound,
    NotSeated,
    NotYourSeat,
    Refused,
    StalePrompt,
)
from games.matches.lobby import lobby
from games.matches.play.moves import Sent, play, resign
from games.matches.presentation import resources
from games.matches.stream.commands import Appended
from games.matches.stream.loading import load
from tests.cast import Person, match_of, new_match, person

Cast = tuple[Person, Person, Person]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


def legal(match_id: str, seat: int) -> list[Any]:
    """The listed moves of a seat, each with its prompt, as a client posts them."""
    prompt = load(match_id).match.prompts.get(seat)
    return [{"prompt": prompt.id, **one} for move in prompt.moves for one in move.legal] if prompt else []


def play_to_the_end(match_id: str, cast: Cast, seed: int = 0) -> list[tuple[Person, Any, Any]]:
    """Random listed moves until the match ends; every move with its live answer."""
    pick = random.Random(seed)
    told: list[tuple[Person, Any, Any]] = []
    while waiting := load(match_id).match.waiting_for:
        seat = pick.choice(waiting)
        move = pick.choice(legal(match_id, seat))
        taken = play(match_id, cast[seat].id, Sent(body=move), key=f"move-{len(told)}")
        told.append((cast[seat], move, resources.move_answer(match_id, cast[seat].id, taken).body))
    return told


def test_a_listed_move_is_played_and_sealed_for_its_seat(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = legal(match_id, 1)[0]
    taken = play(match_id, cast[1].id, Sent(body=move), key=None)
    first = load(match_id).events[taken.first - 1]
    assert (first.openings[0].audience, first.openings[0].part) == ((1,), {"move": move})
    assert (first.envelope["by"], first.envelope["seat"], first.envelope["move"]) == ("player", 1, 1)


def test_a_match_played_by_lists_ends_with_match_ended_in_the_append_of_its_last_move(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_to_the_end(match_id, cast)
    last = load(match_id)
    ended = last.events[-1].envelope
    assert ended["type"] == "match_ended"
    assert ended["at"] == last.events[-2].envelope["at"]
    assert sorted(seat for place in ended["data"]["ranking"] for seat in place) == [0, 1, 2]
    assert last.match.table.outcome == ended["data"]


def test_every_answer_computed_again_for_a_repeat_is_the_one_given_live(cast: Cast) -> None:
    match_id = match_of(*cast)
    for number, (who, move, body) in enumerate(play_to_the_end(match_id, cast, seed=5)):
        again = play(match_id, who.id, Sent(body=move), key=f"move-{number}")
        answer = resources.move_answer(match_id, who.id, again)
        assert answer.replayed
        assert json.dumps(answer.body, sort_keys=True) == json.dumps(body, sort_keys=True)


def test_the_same_move_sent_twice_with_one_key_is_played_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = legal(match_id, 0)[0]
    first = play(match_id, cast[0].id, Sent(body=move), key="once")
    again = play(match_id, cast[0].id, Sent(body=move), key="once")
    assert (again.first, again.last, again.replayed) == (first.first, first.last, True)
    assert load(match_id).match.head.version == first.last


def test_a_lost_answer_is_given_again_after_the_prompt_is_gone_and_the_match_is_over(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = legal(match_id, 0)[0]
    lost = resources.move_answer(match_id, cast[0].id, play(match_id, cast[0].id, Sent(body=move), key="lost")).body
    play_to_the_end(match_id, cast)
    again = resources.move_answer(match_id, cast[0].id, play(match_id, cast[0].id, Sent(body=move), key="lost"))
    assert again.body == lost


def test_a_key_spent_on_another_move_is_refused(cast: Cast) -> None:
    match_id = match_of(*cast)
    one, other, *_ = legal(match_id, 0)
    play(match_id, cast[0].id, Sent(body=one), key="k")
    with pytest.raises(KeyReused):
        play(match_id, cast[0].id, Sent(body=other), key="k")


def test_another_player_using_the_same_key_gets_nothing_of_it(cast: Cast) -> None:
    match_id = match_of(*cast)
    play(match_id, cast[0].id, Sent(body=legal(match_id, 0)[0]), key="shared")
    with pytest.raises(NotSeated):
        play(match_id, person("Charlie").id, Sent(body=legal(match_id, 1)[0]), key="shared")
    taken = play(match_id, cast[1].id, Sent(body=legal(match_id, 1)[0]), key="shared")
    assert not taken.replayed


def test_a_refusal_is_not_recorded_under_its_key(cast: Cast) -> None:
    match_id = match_of(*cast)
    good = legal(match_id, 0)[0]
    with pytest.raises(RuleBroken):
        play(match_id, cast[0].id, Sent(body={**good, "target": 0}), key="k")
    assert find_command(match_id, cast[0].id, "k") is None
    assert not play(match_id, cast[0].id, Sent(body=good), key="k").replayed


def refusals(match_id: str, cast: Cast) -> list[tuple[type[Exception], str, Any]]:
    mine, theirs = legal(match_id, 0)[0], legal(match_id, 1)[0]
    return [
        (NotSeated, person("Charlie").id, mine),
        (StalePrompt, cast[0].id, {**mine, "prompt": "p99.0"}),
        (NotYourSeat, cast[0].id, theirs),
        (InvalidMove, cast[0].id, {name: value for name, value in mine.items() if name != "prompt"}),
        (InvalidMove, cast[0].id, {**mine, "type": "resign"}),
        (InvalidMove, cast[0].id, {**mine, "type": ["choose_spell"]}),
        (InvalidMove, cast[0].id, {**mine, "target": "1"}),
        (InvalidMove, cast[0].id, {**mine, "target": 1.0}),
        (InvalidMove, cast[0].id, {**mine, "colour": "red"}),
        (RuleBroken, cast[0].id, {**mine, "target": 0}),
        (RuleBroken, cast[0].id, {"prompt": mine["prompt"], "type": "cast_nothing"}),
    ]


def test_every_refusal_has_its_kind_and_records_nothing(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = load(match_id).events
    for kind, player, move in refusals(match_id, cast):
        with pytest.raises(kind):
            play(match_id, player, Sent(body=move), key="refused")
        assert find_command(match_id, player, "refused") is None
    assert load(match_id).events == before


def test_rpw_23_cast_nothing_is_refused_from_a_player_with_its_clause(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = {"prompt": legal(match_id, 0)[0]["prompt"], "type": "cast_nothing"}
    with pytest.raises(RuleBroken) as refused:
        play(match_id, cast[0].id, Sent(body=move), key=None)
    assert (refused.value.code, refused.value.clause) == ("clock_only_move", "RPW-23")


def test_the_checks_run_in_the_order_of_the_contract(cast: Cast) -> None:
    match_id = match_of(*cast)
    broken: Any = {"prompt": "p99.0", "type": 7}
    with pytest.raises(NotSeated):
        play(match_id, person("Charlie").id, Sent(body=broken), key=None)
    with pytest.raises(StalePrompt):
        play(match_id, cast[0].id, Sent(body=broken), key=None)
    with pytest.raises(NotYourSeat):
        play(match_id, cast[0].id, Sent(body={**broken, "prompt": legal(match_id, 1)[0]["prompt"]}), key=None)
    with pytest.raises(InvalidMove):
        play(match_id, cast[0].id, Sent(body={**broken, "prompt": legal(match_id, 0)[0]["prompt"]}), key=None)


def test_an_open_and_a_finished_match_take_no_moves(cast: Cast) -> None:

    waiting, _ = lobby.create(cast[0].id, new_match(), key=None)
    over = match_of(*cast)
    move = legal(over, 0)[0]
    play_to_the_end(over, cast)
    for match_id in (waiting, over):
        with pytest.raises(MatchNotActive):
            play(match_id, cast[0].id, Sent(body=move), key=None)
        with pytest.raises(MatchNotActive):
            resign(match_id, cast[0].id, key=None)


def test_an_unknown_match_is_not_found(cast: Cast) -> None:
    with pytest.raises(MatchNotFound):
        play("01940000-0000-7000-8000-00000000dead", cast[0].id, Sent(body={}), key=None)


def test_resigning_needs_no_prompt_and_shows_on_the_seat(cast: Cast) -> None:
    match_id = match_of(*cast)
    play(match_id, cast[2].id, Sent(body=legal(match_id, 2)[0]), key=None)
    resign(match_id, cast[2].id, key="out")
    assert resign(match_id, cast[2].id, key="out").replayed
    loaded = load(match_id)
    assert loaded.match.resigned == {2}
    assert loaded.match.waiting_for == (0, 1)
    seats: Any = resources.resource(loaded.match, quarantined=False)["seats"]
    assert seats[2]["status"] == "resigned"
    with pytest.raises(RuleBroken):
        resign(match_id, cast[2].id, key=None)


def test_rpw_66_the_last_seat_not_resigned_wins(cast: Cast) -> None:
    match_id = match_of(*cast)
    resign(match_id, cast[0].id, key=None)
    resign(match_id, cast[2].id, key=None)
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("last_seat", [1])


def at_once(calls: int, match_id: str, player: str, moves: list[Any], key: str | None) -> list[Any]:
    """The same player sends `calls` moves at the same moment; what each call came to."""
    barrier = Barrier(calls)

    def one(number: int) -> Appended | str:
        barrier.wait()
        try:
            return play(match_id, player, Sent(body=moves[number % len(moves)]), key=key)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(calls) as pool:
        return list(pool.map(one, range(calls)))


def test_sixteen_moves_at_once_on_one_prompt_are_played_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    came_to = at_once(16, match_id, cast[0].id, legal(match_id, 0), key=None)
    assert sorted(str(result) for result in came_to if not isinstance(result, Appended)) == ["stale_prompt"] * 15
    assert load(match_id).match.moves == 1


def test_sixteen_sendings_at_once_under_one_key_are_played_once_and_answered_alike(cast: Cast) -> None:
    match_id = match_of(*cast)
    came_to = at_once(16, match_id, cast[0].id, legal(match_id, 0)[:1], key="race")
    assert {(taken.first, taken.last) for taken in came_to if isinstance(taken, Appended)} == {
        (came_to[0].first, came_to[0].last)
    }
    assert all(isinstance(taken, Appended) for taken in came_to)
    assert [taken.replayed for taken in came_to].count(False) == 1


def test_simultaneous_choices_of_all_seats_never_make_each_other_stale() -> None:
    cast = [person(f"Seat{seat}") for seat in range(6)]
    match_id = match_of(*cast)
    moves = [legal(match_id, seat)[0] for seat in range(6)]
    barrier = Barrier(6)

    def choose(seat: int) -> bool:
        barrier.wait()
        try:
            return play(match_id, cast[seat].id, Sent(body=moves[seat]), key=None).replayed
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(choose, range(6))) == [False] * 6
    assert load(match_id).match.moves == 6
