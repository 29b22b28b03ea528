"""Players who go for good, and what stays of the matches they sat in."""

import json
from typing import Any

import psycopg
import pytest

from events import outbox
from events.format.chain import GENESIS, event_hash
from games.matches.background import consumers
from games.matches.lists import listings
from games.matches.models.people import Player, StandingOrder, Token
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person, timeless, unclocked

PATHS = ("", "/view", "/prompts", "/events", "/export")


def stored(owner: psycopg.Connection, match_id: str) -> list[tuple[bytes, bytes]]:
    rows = owner.execute("SELECT body, hash FROM event WHERE match_id = %s ORDER BY version", [match_id]).fetchall()
    return [(bytes(body), bytes(digest)) for body, digest in rows]


def assert_chain_holds(rows: list[tuple[bytes, bytes]]) -> None:
    previous = GENESIS
    for body, digest in rows:
        assert event_hash(previous, body) == digest
        previous = digest


def bring_lists_up_to_date() -> None:
    while outbox.relay(list(consumers.PROJECTIONS)) or consumers.catch_up(listings.LISTINGS):
        pass


def types(match_id: str) -> list[str]:
    return [event.envelope["type"] for event in load(match_id).events]


def told(who: Person, match_id: str) -> list[tuple[int, str]]:
    answers = [who.get(f"/matches/{match_id}{path}") for path in PATHS]
    return [(answer.status_code, unclocked(answer.content).decode()) for answer in answers]


def test_a_deleted_player_is_an_id_without_handle_email_password_and_tokens(cast: tuple[Person, ...]) -> None:
    alice = cast[0]
    alice.patch("/me", {"email": "alice@example.org", "locale": "pl"})
    alice.post("/me/upgrade", {"password": "correct horse battery"}, Idempotency_Key="up")
    before = STRANGER.get(f"/players/{alice.id}").json()
    assert alice.delete("/me").status_code == 204
    assert STRANGER.get(f"/players/{alice.id}").json() == {**before, "handle": None, "kind": "deleted"}
    row = Player.objects.get(id=alice.id)
    assert [row.handle_key, row.password, row.email, row.sign_up_key, row.upgrade_key] == [None, "", "", "", ""]
    assert (bytes(row.upgrade_hash), row.locale, row.is_operator) == (b"", "en", False)
    assert str(row) == alice.id
    assert not Token.objects.filter(player_id=alice.id).exists()
    assert (alice.get("/me").status_code, alice.get("/games").status_code) == (401, 401)


def test_a_deleted_player_leaves_no_standing_order_behind(cast: tuple[Person, ...]) -> None:
    alice, bob, _ = cast
    match_id = match_of(*cast, game=SAS)
    for one in (alice, bob):
        one.put(f"/matches/{match_id}/standing-orders", {"decline": ["snowball_reply"]})
    alice.delete("/me")
    assert [str(row.player_id) for row in StandingOrder.objects.filter(match_id=match_id)] == [bob.id]


def test_the_freed_handle_may_be_taken_again_by_somebody_else(cast: tuple[Person, ...]) -> None:
    alice = cast[0]
    assert STRANGER.post("/players", {"handle": alice.handle}).status_code == 409
    alice.delete("/me")
    answer = STRANGER.post("/players", {"handle": alice.handle})
    assert answer.status_code == 201
    assert answer.json()["player"]["id"] != alice.id


def test_two_deleted_players_do_not_stand_in_each_others_way(cast: tuple[Person, ...]) -> None:
    assert [one.delete("/me").status_code for one in cast] == [204, 204, 204]


def test_a_finished_match_stays_as_it_was_but_for_the_name_on_the_seat(
    cast: tuple[Person, ...], owner: psycopg.Connection
) -> None:
    alice, bob, carol = cast
    match_id = match_of(*cast)
    for one in (bob, carol):
        one.post(f"/matches/{match_id}/resign")
    events, answers = stored(owner, match_id), told(bob, match_id)
    alice.delete("/me")
    assert stored(owner, match_id) == events
    assert_chain_holds(events)
    match, *others = told(bob, match_id)
    assert others == answers[1:]
    before, after = json.loads(answers[0][1]), json.loads(match[1])
    assert after["seats"][0].pop("player") == {"id": alice.id, "handle": None, "kind": "deleted"}
    assert before["seats"][0].pop("player")["handle"] == alice.handle
    assert after == before


def test_a_running_match_is_resigned_and_its_history_stays_byte_for_byte(
    cast: tuple[Person, ...], owner: psycopg.Connection
) -> None:
    alice, bob, carol = cast
    match_id = match_of(*cast)
    before = stored(owner, match_id)
    assert alice.delete("/me").status_code == 204
    after = stored(owner, match_id)
    assert after[: len(before)] == before
    assert [json.loads(body)["type"] for body, _ in after[len(before) :]] == ["seat_resigned"]
    assert_chain_holds(after)
    match = bob.get(f"/matches/{match_id}").json()
    assert match["waiting_for"] == [1, 2]
    assert match["seats"][0].pop("text")
    assert match["seats"][0] == {
        "seat": 0,
        "status": "resigned",
        "player": {"id": alice.id, "handle": None, "kind": "deleted"},
        "bot": None,
        "keys": [],
    }
    assert carol.delete("/me").status_code == 204
    assert bob.get(f"/matches/{match_id}").json()["outcome"]["winners"] == [1]
    assert_chain_holds(stored(owner, match_id))


@pytest.mark.parametrize("listed", [True, False])
def test_open_lobbies_are_left_whether_the_lists_know_of_them_yet_or_not(
    cast: tuple[Person, ...], *, listed: bool
) -> None:
    alice, bob, _ = cast
    alone, shared = (alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"] for _ in range(2))
    bob.post(f"/matches/{shared}/join")
    if listed:
        bring_lists_up_to_date()
    alice.delete("/me")
    assert types(alone)[-2:] == ["seat_left", "match_cancelled"]
    assert types(shared)[-1] == "seat_left"
    assert load(shared).holders == {1: bob.id}
    assert bob.post(f"/matches/{shared}/cancel").status_code == 200


@pytest.mark.parametrize("listed", [True, False])
def test_seats_of_others_and_seats_given_up_before_are_left_alone(cast: tuple[Person, ...], *, listed: bool) -> None:
    alice, bob, carol = cast
    without_her, resigned = match_of(bob, carol, person("Dan")), match_of(*cast)
    left = bob.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    alice.post(f"/matches/{left}/join")
    alice.post(f"/matches/{left}/leave")
    alice.post(f"/matches/{resigned}/resign")
    if listed:
        bring_lists_up_to_date()
    before = [types(match_id) for match_id in (without_her, resigned, left)]
    assert alice.delete("/me").status_code == 204
    assert [types(match_id) for match_id in (without_her, resigned, left)] == before


def test_a_match_that_is_set_aside_keeps_nobody_from_going(cast: tuple[Person, ...]) -> None:
    stuck, other = match_of(*cast), match_of(*cast)
    quarantine.set_aside(stuck, 1, "seen before")
    assert cast[0].delete("/me").status_code == 204
    assert types(other)[-1] == "seat_resigned"
    assert "seat_resigned" not in types(stuck)


def test_a_player_whose_match_is_too_busy_is_not_emptied_and_may_ask_again(
    cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = match_of(*cast)
    with monkeypatch.context() as patch:
        patch.setattr("games.matches.stream.commands.RACES", 0)
        assert cast[0].delete("/me").status_code == 503
    assert cast[0].get("/me").json()["handle"] == cast[0].handle
    assert cast[0].delete("/me").status_code == 204
    assert types(match_id)[-1] == "seat_resigned"


def test_listed_matches_show_the_seat_as_the_match_does(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    cast[0].delete("/me")
    bring_lists_up_to_date()
    listed: list[Any] = cast[1].get("/matches?mine=true").json()["items"]
    assert [timeless(match) for match in listed] == [timeless(cast[1].get(f"/matches/{match_id}").json())]
    assert listed[0]["seats"][0]["player"] == {"id": cast[0].id, "handle": None, "kind": "deleted"}
