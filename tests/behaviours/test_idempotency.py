"""A request that is repeated under its Idempotency-Key is carried out once and answered alike."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from events.store import find_command
from games.core.errors import RuleBroken
from games.matches.errors import (
    KeyReused,
    NotSeated,
)
from games.matches.lobby import lobby
from games.matches.play.submission import Sent, play
from games.matches.presentation import resources
from games.matches.stream.commands import Appended
from games.matches.stream.loading import load
from tests.support.cast import Person, create, join, legal, match_of, new_match, person, types
from tests.support.races import at_once
from tests.support.table_fixtures import Cast


def test_creation_with_one_key_makes_one_match() -> None:
    alice = person("Alice")
    assert lobby.create(alice.id, new_match(), key="k")[1] is False
    first = create(alice.id, key="k")
    assert lobby.create(alice.id, new_match(), key="k") == (first, True)


def test_creation_with_a_spent_key_and_another_body_is_refused() -> None:
    alice = person("Alice")
    create(alice.id, key="k")
    with pytest.raises(KeyReused):
        create(alice.id, key="k", seats=4)


def test_two_players_may_use_the_same_key() -> None:
    assert create(person("Alice").id, key="k") != create(person("Bob").id, key="k")


def test_eight_creations_at_once_under_one_key_make_one_match() -> None:
    alice = person("Alice")

    def make(_: int) -> str:
        try:
            return create(alice.id, key="race")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(make, range(8)))
    assert len(made) == 1
    assert types(made.pop()) == ["match_created", "seat_taken"]


def test_joining_twice_with_one_key_takes_one_seat() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id)
    join(match_id, bob.id, key="in")
    join(match_id, bob.id, key="in")
    assert load(match_id).holders == {0: alice.id, 1: bob.id}
    with pytest.raises(KeyReused):
        join(match_id, bob.id, seat=2, key="in")


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


def test_sixteen_sendings_at_once_under_one_key_are_played_once_and_answered_alike(cast: Cast) -> None:
    match_id = match_of(*cast)
    move = legal(match_id, 0)[0]
    came_to = at_once(*[lambda: play(match_id, cast[0].id, Sent(body=move), key="race")] * 16)
    appended = [one for one in came_to if isinstance(one, Appended)]
    assert len(appended) == len(came_to)
    assert len({(one.first, one.last) for one in appended}) == 1
    assert [one.replayed for one in appended].count(False) == 1


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
