from typing import Any

import pytest

from games.matches.autoplay import declines, timeouts
from games.matches.errors import (
    Invalid,
    MatchNotActive,
    MatchQuarantined,
    NotSeated,
    PlayerNotFound,
)
from games.matches.lobby import forks, lobby, replacements
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.people import StandingOrder
from games.matches.models.service import Quarantine
from games.matches.play import standing_orders, submission
from games.matches.profiles import deletion
from games.matches.stream.loading import load
from tests.games.matches.windows import BOTH, DEFENCE, REPLY, asked, told
from tests.support.cast import SAS, Person, match_of, new_match, person
from tests.support.dealing import dealt, send, snowball, snowy_match
from tests.support.table_fixtures import Later

TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10}
Pair = tuple[Person, Person]


def test_an_order_for_what_is_asked_already_answers_at_once(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    snowball(match_id, alice)
    standing_orders.give(match_id, bob.id, BOTH)
    assert (asked(match_id, 0), asked(match_id, 1)) == ("turn", None)


def test_an_order_that_is_taken_back_answers_nothing_more(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, BOTH)
    assert standing_orders.give(match_id, bob.id, []).decline == ()
    assert not StandingOrder.objects.filter(match_id=match_id).exists()
    snowball(match_id, alice)
    timeouts.expire(match_id)
    assert asked(match_id, 1) == DEFENCE


def test_an_order_ends_with_its_seat_also_for_a_player_who_sits_down_again(pair: Pair) -> None:
    alice, bob = pair
    match_id, _ = lobby.create(alice.id, new_match(game=SAS, seats=3), key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    standing_orders.give(match_id, bob.id, [REPLY])
    assert standing_orders.of_player(match_id, bob.id).decline == (REPLY,)
    lobby.leave(match_id, bob.id, key=None)
    with pytest.raises(NotSeated):
        standing_orders.of_player(match_id, bob.id)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    assert standing_orders.of_player(match_id, bob.id).decline == ()
    assert standing_orders.give(match_id, bob.id, [DEFENCE]).decline == (DEFENCE,)
    assert standing_orders.of_player(match_id, bob.id).decline == (DEFENCE,)


def test_an_order_from_before_he_left_answers_nothing_for_a_player_who_is_back(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    snowball(match_id, alice)
    # As if he had given it in an earlier sitting.
    StandingOrder.objects.create(match_id=match_id, player_id=bob.id, sitting=1, kinds=[*BOTH])
    assert declines.ordered(load(match_id)) == ()
    assert standing_orders.of_player(match_id, bob.id).decline == ()


def test_whoever_takes_over_a_seat_has_no_order(pair: Pair, later: Later) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob, first=1, thief=1, clock={**TEN_SECONDS, "strikes": 1})
    standing_orders.give(match_id, bob.id, BOTH)
    later(10)
    timeouts.expire(match_id)
    assert load(match_id).match.table.autopilot == {1}
    carol = person("Carol")
    _, secret = replacements.invite(match_id, alice.id, 1, seconds=600, key=None)
    lobby.join(match_id, carol.id, SeatWish(invitation=secret), key=None)
    assert load(match_id).holders[1] == carol.id
    assert standing_orders.of_player(match_id, carol.id).decline == ()
    with pytest.raises(NotSeated):
        standing_orders.give(match_id, bob.id, BOTH)


def test_a_fork_begins_without_orders(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, BOTH)
    snowball(match_id, alice)
    at = load(match_id).match.head.version
    submission.resign(match_id, alice.id, key=None)
    wish = ForkWish(at=at, seat=0, clock={"mode": "none"}, visibility=None, name="", start="auto", entropy=None)
    fork, _ = forks.fork(load(match_id), Lobby.objects.get(match_id=match_id), alice.id, wish, key=None)
    lobby.join(fork, bob.id, SeatWish(), key=None)
    assert asked(fork, 1) == DEFENCE
    timeouts.expire(fork)
    assert asked(fork, 1) == DEFENCE
    assert standing_orders.of_player(fork, bob.id).decline == ()


def test_with_orders_alone_a_match_against_bots_waits_for_every_turn_of_its_player() -> None:
    alice = person("Alice")
    # In one match of six no bot throws a snowball at her.
    assert any(("window_declined", 0, "player") in told(played_against_bots(alice)) for _ in range(20))


def played_against_bots(alice: Person) -> str:
    """A whole match in which only her turns are left to Alice."""
    match_id, _ = lobby.create(alice.id, new_match(game=SAS, seats=3), key=None)
    for _ in range(2):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="random", key=None)
    standing_orders.give(match_id, alice.id, BOTH)
    while not (loaded := timeouts.expire(match_id)).match.is_over:
        assert timeouts.wakes_at(loaded) is None
        assert loaded.match.prompts[0].kind == "turn"
        send(match_id, alice, type="end_turn")
    return match_id


def test_a_kind_that_the_game_does_not_let_decline_is_refused_where_it_stands(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    with pytest.raises(Invalid) as refused:
        standing_orders.give(match_id, bob.id, [DEFENCE, "turn"])
    assert [(one.pointer, one.code) for one in refused.value.violations] == [("/decline/1", "enum")]
    assert standing_orders.of_player(match_id, bob.id).decline == ()


def test_orders_are_given_while_the_match_may_go_on_by_whoever_sits_there(pair: Pair) -> None:
    alice, bob = pair
    carol = person("Carol")
    match_id = dealt(lambda state: True, alice, bob, carol, game=SAS)
    with pytest.raises(NotSeated):
        standing_orders.give(match_id, person("Charlie").id, BOTH)
    submission.resign(match_id, carol.id, key=None)
    with pytest.raises(NotSeated):
        standing_orders.give(match_id, carol.id, BOTH)
    Quarantine.objects.create(match_id=match_id, version=1, error="by hand")
    with pytest.raises(MatchQuarantined):
        standing_orders.give(match_id, bob.id, BOTH)
    Quarantine.objects.filter(match_id=match_id).delete()
    standing_orders.give(match_id, bob.id, BOTH)
    submission.resign(match_id, alice.id, key=None)
    with pytest.raises(MatchNotActive):
        standing_orders.give(match_id, bob.id, [])
    assert standing_orders.of_player(match_id, bob.id).decline == BOTH


def test_a_player_who_has_gone_for_good_leaves_no_order_behind(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = pair
    match_id = match_of(alice, bob, person("Carol"), game=SAS)
    standing_orders.give(match_id, bob.id, BOTH)
    deletion.delete(bob.id)
    assert not StandingOrder.objects.filter(player_id=bob.id).exists()
    # A request that came in before he went.
    monkeypatch.setattr(standing_orders, "_sitting", lambda loaded, player: 1)
    with pytest.raises(PlayerNotFound):
        standing_orders.give(match_id, bob.id, BOTH)
    assert not StandingOrder.objects.filter(player_id=bob.id).exists()
