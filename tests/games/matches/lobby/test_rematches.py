from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from events.store import new_id
from games.matches.autoplay import timeouts
from games.matches.errors import InvitationRequired, MatchNotFinished, MatchNotOpen, NotSeated, SeatOccupied
from games.matches.lobby import lobby, rematches
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.talk import Sanction
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.stream.loading import load
from tests.support.cast import Person, match_of, new_match, person
from tests.support.table_fixtures import Cast

CLOCK: dict[str, Any] = {"mode": "bank", "bank_seconds": 600, "increment_seconds": 5, "cap_seconds": 900, "strikes": 2}


DAY = timedelta(days=1)


def over(cast: Cast, **wishes: Any) -> str:
    match_id = match_of(*cast, **wishes)
    for one in cast[:2]:
        submission.resign(match_id, one.id, key=None)
    return match_id


def again(match_id: str, who: Person) -> rematches.Rematch:
    return rematches.rematch(match_id, who.id, key=None)


def test_a_rematch_is_the_same_game_with_the_same_options_clock_and_seats(cast: Cast) -> None:
    first = over(cast, clock=CLOCK, options={"max_rounds": 7}, visibility="unlisted", name="Thursday")
    made = again(first, cast[1])
    one, other = load(first).match.table, load(made.match_id).match.table
    assert (made.made, made.joined) == (True, False)
    for field in ("game", "rules", "options", "clock", "seats"):
        assert getattr(one, field) == getattr(other, field)
    row = Lobby.objects.get(match_id=made.match_id)
    assert (row.visibility, row.name) == ("unlisted", "Thursday")
    assert load(made.match_id).holders == {1: cast[1].id}
    assert one.commitment != other.commitment


def test_a_rematch_that_a_silenced_player_makes_has_no_name(cast: Cast) -> None:
    first = over(cast, name="Insult")
    Sanction.objects.create(
        id=new_id(), player_id=cast[0].id, kind=Sanction.SILENCE, reason="Insults.", made_at=Now(), until=Now() + DAY
    )
    assert Lobby.objects.get(match_id=again(first, cast[0]).match_id).name == ""


def test_later_callers_join_the_one_rematch_on_their_own_seats_and_the_last_one_starts_it(cast: Cast) -> None:
    first = over(cast)
    made = [again(first, one) for one in (cast[2], cast[0], cast[1], cast[0])]
    assert [(each.made, each.joined) for each in made] == [(True, False), (False, True), (False, True), (False, False)]
    (match_id,) = {each.match_id for each in made}
    loaded = load(match_id)
    assert loaded.holders == {seat: one.id for seat, one in enumerate(cast)}
    assert loaded.match.table.status == "active"


def test_ten_players_calls_at_once_make_one_rematch(cast: Cast) -> None:
    first, barrier = over(cast), Barrier(9)

    def call(number: int) -> str:
        barrier.wait()
        try:
            return again(first, cast[number % 3]).match_id
        finally:
            connection.close()

    with ThreadPoolExecutor(9) as pool:
        (match_id,) = set(pool.map(call, range(9)))
    loaded = load(match_id)
    assert loaded.holders == {seat: one.id for seat, one in enumerate(cast)}
    assert loaded.match.table.status == "active"


def test_seats_are_kept_for_those_who_played_but_the_host_may_give_them_away(cast: Cast) -> None:
    first = over(cast)
    match_id = again(first, cast[0]).match_id
    stranger = person("Charlie")
    for wish in (SeatWish(), SeatWish(seat=2)):
        with pytest.raises(InvitationRequired):
            lobby.join(match_id, stranger.id, wish, key=None)
    lobby.join(match_id, cast[1].id, SeatWish(), key=None)
    assert load(match_id).seat_of(cast[1].id) == 1
    with pytest.raises(InvitationRequired):
        lobby.seat_bot(match_id, cast[0].id, seat=None, bot="random", key=None)
    lobby.seat_bot(match_id, cast[0].id, seat=2, bot="random", key=None)
    assert load(match_id).match.table.status == "active"
    with pytest.raises((MatchNotOpen, SeatOccupied)):
        again(first, cast[2])


def test_bots_sit_down_again_and_the_seats_of_the_deleted_are_free(cast: Cast) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(seats=3), key=None)
    lobby.join(match_id, cast[1].id, SeatWish(), key=None)
    lobby.seat_bot(match_id, cast[0].id, seat=2, bot="steady", key=None)
    for one in cast[:2]:
        submission.resign(match_id, one.id, key=None)
    deletion.delete(cast[1].id)
    made = again(match_id, cast[0]).match_id
    assert load(made).match.table.bots == {2: "steady"}
    lobby.join(made, person("Charlie").id, SeatWish(), key=None)
    assert load(made).match.table.status == "active"


def test_a_rematch_against_bots_alone_starts_at_once(cast: Cast) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(seats=3), key=None)
    for _ in range(2):
        lobby.seat_bot(match_id, cast[0].id, seat=None, bot="random", key=None)
    submission.resign(match_id, cast[0].id, key=None)

    while not timeouts.expire(match_id).match.is_over:
        pass
    assert load(again(match_id, cast[0]).match_id).match.table.status == "active"


def test_only_its_players_ask_for_a_rematch_and_only_after_the_end(cast: Cast) -> None:
    running = match_of(*cast)
    with pytest.raises(MatchNotFinished):
        again(running, cast[0])
    with pytest.raises(NotSeated):
        again(running, person("Charlie"))


def test_over_http_the_match_names_its_rematch_and_a_private_one_is_open_to_its_players(cast: Cast) -> None:
    first = over(cast, visibility="private")
    before = cast[0].get(f"/matches/{first}")
    assert before.json()["rematch"] is None
    made = cast[0].post(f"/matches/{first}/rematch")
    assert (made.status_code, made.headers["Location"]) == (201, f"/api/v1/matches/{made.json()['id']}")
    repeated = cast[0].post(f"/matches/{first}/rematch")
    assert (repeated.status_code, repeated.headers["Idempotent-Replayed"]) == (200, "true")
    after = cast[1].get(f"/matches/{first}", If_None_Match=before.headers["ETag"])
    assert (after.status_code, after.json()["rematch"]) == (200, made.json()["id"])
    assert cast[1].get(f"/matches/{made.json()['id']}").status_code == 200
    assert person("Charlie").get(f"/matches/{made.json()['id']}").status_code == 404
    joined = cast[1].post(f"/matches/{first}/rematch")
    assert (joined.status_code, joined.json()["you"]) == (200, 1)


def test_a_private_rematch_with_its_audit_is_known_to_those_whose_seats_are_kept_and_to_nobody_else(cast: Cast) -> None:
    made = again(over(cast, visibility="private"), cast[0])
    for path in ("", "/audit"):
        assert cast[1].get(f"/matches/{made.match_id}{path}").status_code == 200
        assert person("Charlie").get(f"/matches/{made.match_id}{path}").status_code == 404


def test_a_private_rematch_is_known_by_a_kept_seat_only_as_long_as_the_seat_can_be_taken(cast: Cast) -> None:
    alice, bob, carol = cast
    dora = person("Dora")
    made = again(over(cast, visibility="private"), alice).match_id
    assert [one.get(f"/matches/{made}").status_code for one in (bob, carol, dora)] == [200, 200, 404]
    pass_ = alice.post(f"/matches/{made}/invitations", {"seat": 1}).json()["invitation"]
    assert dora.post(f"/matches/{made}/join", {"invitation": pass_}).status_code == 200
    assert [one.get(f"/matches/{made}").status_code for one in (bob, carol, dora)] == [404, 200, 200]
    assert bob.get(f"/matches/{made}/events").status_code == 404
    again_carol = carol.post(f"/matches/{made}/join")
    assert (again_carol.status_code, again_carol.json()["status"]) == (200, "active")
    assert [one.get(f"/matches/{made}/view").status_code for one in (bob, carol, dora)] == [404, 200, 200]
