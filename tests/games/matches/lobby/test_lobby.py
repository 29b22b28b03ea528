from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.matches.errors import (
    AlreadySeated,
    InvitationRequired,
    MatchFull,
    MatchNotOpen,
    NotHost,
    NotSeated,
    SeatOccupied,
    SeatsMissing,
    TooManyJoins,
    UnknownSeat,
)
from games.matches.lists import listings
from games.matches.lobby import invitations, lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import Listing
from games.matches.stream import guards
from games.matches.stream.loading import load
from tests.support.cast import create, join, match_of, new_match, person, types


def test_the_last_seat_starts_the_match_in_the_same_append() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    loaded = load(match_id)
    started = types(match_id).index("match_started")
    assert types(match_id)[started - 1] == "seat_taken"
    assert loaded.events[started].envelope["at"] == loaded.events[started - 1].envelope["at"]
    assert loaded.match.table.status == "active"
    assert loaded.match.waiting_for == (0, 1, 2)


def test_match_started_lists_the_entropies_in_seat_order() -> None:
    match_id = create(person("Alice").id, entropy="alpha")
    lobby.join(match_id, person("Carol").id, SeatWish(seat=2, entropy="gamma"), key=None)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    started = next(e for e in load(match_id).events if e.envelope["type"] == "match_started")
    assert started.envelope["data"]["entropies"] == ["alpha", None, "gamma"]


def test_a_manual_start_waits_for_the_host_and_for_every_seat() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id, start="manual")
    join(match_id, bob.id)
    with pytest.raises(SeatsMissing):
        lobby.start(match_id, alice.id, key=None)
    join(match_id, carol.id)
    assert load(match_id).match.table.status == "open"
    with pytest.raises(NotHost):
        lobby.start(match_id, bob.id, key=None)
    lobby.start(match_id, alice.id, key=None)
    assert load(match_id).match.table.status == "active"


def test_seats_are_refused_by_name() -> None:
    alice, bob, carol, charlie = person("Alice"), person("Bob"), person("Carol"), person("Charlie")
    match_id = create(alice.id, start="manual")
    with pytest.raises(AlreadySeated):
        join(match_id, alice.id)
    with pytest.raises(SeatOccupied):
        join(match_id, bob.id, seat=0)
    for unknown in (-1, 3):
        with pytest.raises(UnknownSeat):
            join(match_id, bob.id, seat=unknown)
    join(match_id, bob.id, seat=2)
    join(match_id, carol.id)
    with pytest.raises(MatchFull):
        join(match_id, charlie.id)


def test_a_running_match_takes_nobody_and_lets_nobody_leave_or_cancel() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    for call in (lobby.leave, lobby.cancel, lobby.start):
        with pytest.raises(MatchNotOpen):
            call(match_id, alice.id, key=None)
    with pytest.raises(MatchNotOpen):
        join(match_id, person("Charlie").id)


def test_the_host_leaving_passes_on_to_the_one_who_sat_down_next() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id, seats=4)
    join(match_id, bob.id, seat=3)
    join(match_id, carol.id, seat=1)
    lobby.leave(match_id, alice.id, key=None)
    assert load(match_id).match.table.host == 3
    assert carol.get(f"/matches/{match_id}").json()["host"] == 3
    with pytest.raises(NotHost):
        lobby.cancel(match_id, carol.id, key=None)
    lobby.cancel(match_id, bob.id, key=None)
    assert load(match_id).match.table.status == "cancelled"


def test_the_last_one_leaving_cancels() -> None:
    alice = person("Alice")
    match_id = create(alice.id)
    lobby.leave(match_id, alice.id, key=None)
    assert types(match_id)[-2:] == ["seat_left", "match_cancelled"]
    assert alice.get(f"/matches/{match_id}").json()["host"] is None


def test_a_lobby_that_its_last_player_has_left_to_bots_is_cancelled_and_called_so() -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(bots=["random"]), key=None)
    assert alice.post(f"/matches/{match_id}/leave").json()["status"] == "cancelled"
    listings.project_listings([match_id])
    assert Listing.objects.get(match_id=match_id).status == "cancelled"


def test_a_freed_seat_belongs_to_whoever_takes_it_next() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id)
    join(match_id, bob.id)
    lobby.leave(match_id, bob.id, key=None)
    join(match_id, carol.id)
    assert load(match_id).holders == {0: alice.id, 1: carol.id}
    with pytest.raises(NotSeated):
        lobby.leave(match_id, bob.id, key=None)


def test_a_player_who_comes_and_goes_is_refused_after_twenty_times_and_others_may_join() -> None:
    bob, match_id = person("Bob"), create(person("Alice").id)
    for _ in range(guards.MOST_JOINS):
        join(match_id, bob.id)
        lobby.leave(match_id, bob.id, key=None)
    before = load(match_id).match.head
    with pytest.raises(TooManyJoins) as refused:
        join(match_id, bob.id)
    assert (refused.value.params, load(match_id).match.head) == ({"most": 20}, before)
    join(match_id, person("Carol").id)
    join(create(person("Dora").id), bob.id)


def test_strangers_who_come_and_go_keep_nobody_out_whom_the_host_invites(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, match_id = person("Alice"), create(person("Host").id)
    host = load(match_id).holders[0]
    monkeypatch.setattr(lobby, "MOST_EVENTS_OF_STRANGERS", load(match_id).match.head.version + 2)
    stranger = person("Stranger")
    join(match_id, stranger.id)
    lobby.leave(match_id, stranger.id, key=None)
    with pytest.raises(InvitationRequired):
        join(match_id, stranger.id)
    _, secret = invitations.invite(match_id, host, seat=None, seconds=60, key=None)
    lobby.join(match_id, alice.id, lobby.SeatWish(invitation=secret), key=None)
    assert load(match_id).seat_of(alice.id) is not None


def test_eight_players_racing_for_two_seats_fill_them_once() -> None:
    match_id = create(person("Alice").id)
    people = [person("Racer") for _ in range(8)]

    def race(player: str) -> bool:
        try:
            join(match_id, player)
        except (MatchFull, MatchNotOpen):
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(race, [one.id for one in people]))
    loaded = load(match_id)
    assert won.count(True) == 2
    assert len(set(loaded.holders.values())) == 3
    assert types(match_id).count("match_started") == 1
