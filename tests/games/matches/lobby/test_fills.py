from typing import Any

import pytest

from games.core.bots import EASY, RANDOM
from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import QuotaExceeded
from games.matches.lists import listings
from games.matches.lobby import fills, lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import BotTurn, Deadline, Listing
from games.matches.presentation import export
from games.matches.stream.loading import load
from games.verify.report import REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import mended, values
from tests.support.cast import RPW, Person, new_match, person, types
from tests.support.table_fixtures import Later

FILL: Any = {"after": 120, "bot": EASY}


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def waiting(alice: Person, **wishes: Any) -> str:
    """A lobby of four seats that bots fill after two minutes."""
    match_id, _ = lobby.create(alice.id, new_match(seats=4, fill=FILL, **wishes), key=None)
    return match_id


def file_of(match_id: str) -> bytes:
    loaded = load(match_id)
    return b"".join(export.lines(loaded.match, loaded.events, None, whole=False))


def test_bots_take_the_free_seats_of_a_lobby_that_has_waited_and_start_the_match(alice: Person, later: Later) -> None:
    match_id = waiting(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(seat=2), key=None)
    later(119)
    assert fills.run_out(match_id).match.table.status == "open"
    later(1)
    table = fills.run_out(match_id).match.table
    assert (table.status, table.bots) == ("active", {1: EASY, 3: EASY})
    assert types(match_id)[3:6] == ["seat_taken", "seat_taken", "match_started"]
    assert [event.envelope["by"] for event in load(match_id).events[3:5]] == ["clock", "clock"]
    assert BotTurn.objects.filter(match_id=match_id).exists()
    assert verify_bytes(file_of(match_id)).flaw is None
    before = load(match_id).match.head
    assert fills.run_out(match_id).match.head == before


def test_the_row_of_the_clocks_says_when_a_lobby_is_filled_and_goes_with_its_last_free_seat(alice: Person) -> None:
    match_id = waiting(alice)
    deadlines.project_deadlines([match_id])
    due = Deadline.objects.get(match_id=match_id).due_at
    assert (due - load(match_id).match.table.created_at).total_seconds() == FILL["after"]
    for name in ("Bob", "Carol", "Dora"):
        lobby.join(match_id, person(name).id, SeatWish(), key=None)
    deadlines.project_deadlines([match_id])
    assert not Deadline.objects.filter(match_id=match_id).exists()
    assert timeouts.clock_at(load(match_id)) is None


def test_a_lobby_without_the_wish_waits_for_ever(alice: Person, later: Later) -> None:
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    assert timeouts.clock_at(load(match_id)) is None
    later(10**6)
    assert fills.run_out(match_id).match.table.bots == {}


def test_lists_and_the_match_tell_when_which_bots_come(alice: Person, later: Later) -> None:
    made = alice.post("/matches", {"game": RPW, "seats": 3, "fill": FILL}).json()
    assert made["fill"]["bot"] == EASY
    assert made["fill"]["at"] > made["created_at"]
    listings.project_listings([made["id"]])
    assert Listing.objects.get(match_id=made["id"]).document["fill"] == made["fill"]
    later(120)
    fills.run_out(made["id"])
    assert alice.get(f"/matches/{made['id']}").json()["fill"] is None


def test_a_lobby_with_a_manual_start_is_filled_and_waits_for_its_host(alice: Person, later: Later) -> None:
    match_id = waiting(alice, start="manual")
    bob = person("Bob")
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    later(120)
    table = fills.run_out(match_id).match.table
    assert (table.status, {*table.bots}) == ("open", {2, 3})
    lobby.leave(match_id, bob.id, key=None)
    assert {*fills.run_out(match_id).match.table.bots} == {1, 2, 3}
    assert lobby.start(match_id, alice.id, key=None).after.match.table.status == "active"


def test_a_match_that_was_called_off_is_not_filled(alice: Person, later: Later) -> None:
    match_id = waiting(alice)
    lobby.cancel(match_id, alice.id, key=None)
    later(120)
    assert fills.run_out(match_id).match.table.bots == {}
    assert timeouts.clock_at(load(match_id)) is None


def test_a_lobby_that_bots_will_fill_counts_as_a_match_with_bots(alice: Person, settings: Any) -> None:
    free = {"player": 10**6, "address": 10**6}
    quotas = dict.fromkeys(("matches", "events", "seats", "bytes"), free)
    settings.QUOTAS = {**quotas, "bot_matches": {**free, "player": 1}}
    waiting(alice)
    with pytest.raises(QuotaExceeded):
        waiting(alice)


@pytest.mark.parametrize(
    ("fill", "reason"),
    [
        ({"after": 121, "bot": EASY}, "no bot may sit down there by itself yet"),
        ({"after": 120, "bot": RANDOM}, "the lobby is filled by another bot"),
        ({"after": 120, "bot": "deep_blue"}, "the lobby is filled by no such bot"),
        ({"after": -1, "bot": EASY}, "the lobby is filled by no such bot"),
        (None, "match_created says other things than the table's"),
    ],
)
def test_a_file_in_which_bots_come_too_early_or_others_than_wished_for_is_refuted(
    alice: Person, later: Later, fill: Any, reason: str
) -> None:
    match_id = waiting(alice)
    later(120)
    fills.run_out(match_id)
    lines = values(file_of(match_id))
    lines[1]["envelope"]["data"]["fill"] = fill
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert (found.check, found.reason) == (REPLAY, reason)
