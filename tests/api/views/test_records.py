"""How a player has played in public, as others see it."""

from typing import Any

import pytest

from games.matches.autoplay import timeouts
from games.matches.background import consumers
from games.matches.lists import listings
from games.matches.models.service import Listing, PlayedPace
from games.matches.play import submission
from games.matches.profiles import deletion
from games.table import clocks
from tests.api.producers import legal, move
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person


def trio() -> tuple[Person, Person, Person]:
    return person("Alice"), person("Bob"), person("Carol")


def played(*people: Person, **wishes: Any) -> str:
    """A match that all but the last have resigned."""
    match_id = match_of(*people, **wishes)
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    listings.project_listings([match_id])
    return match_id


def record(who: Person, by: Person = STRANGER) -> dict[str, Any]:
    answer = by.get(f"/players/{who.id}/record")
    assert answer.status_code == 200
    return dict(answer.json())


def row(game: str, finished: int, won: int, resigned: int, running: int) -> dict[str, Any]:
    counts = {"finished": finished, "won": won, "resigned": resigned, "running": running}
    return {"game": game, **counts, "left": resigned, "moves": 0, "late": 0}


def test_public_matches_are_counted_by_game() -> None:
    alice, bob, carol = trio()
    played(alice, bob, carol)
    played(bob, carol, alice)
    played(carol, alice, game=SAS)
    listings.project_listings([match_of(alice, bob, game=SAS)])
    found = record(alice)
    assert (found["player"]["handle"], found["shown"]) == (alice.handle, True)
    assert found["games"] == [row(RPW, 2, 1, 1, 0), row(SAS, 1, 1, 0, 1)]
    assert record(carol)["games"] == [row(RPW, 2, 1, 1, 0), row(SAS, 1, 0, 1, 0)]


def test_matches_that_others_may_not_know_of_count_nowhere_also_not_to_their_players() -> None:
    alice, bob, carol = trio()
    for visibility in ("private", "unlisted"):
        played(alice, bob, carol, visibility=visibility)
    listings.project_listings([match_of(alice, bob, carol, visibility="private")])
    assert record(alice)["games"] == record(alice, alice)["games"] == record(alice, bob)["games"] == []


def test_how_reliable_a_player_is_is_told_from_the_fifth_match_on() -> None:
    alice, bob, carol = trio()
    for _ in range(4):
        played(alice, bob, carol)
    assert record(alice)["reliability"] is None
    played(bob, carol, alice)
    assert [record(one)["reliability"] for one in (alice, bob, carol)] == [20, 0, 80]
    listing = Listing.objects.filter(player_ids__contains=[carol.id]).order_by("match_id").first()
    assert listing is not None
    seat = next(int(seat) for seat, holder in listing.holders.items() if holder == carol.id)
    listing.document["seats"][seat]["status"] = "autopilot"
    listing.save()
    found = record(carol)
    assert (found["reliability"], found["games"][0]["resigned"], found["games"][0]["left"]) == (60, 1, 2)


def test_moves_in_time_are_those_of_matches_with_a_clock_and_what_the_clock_plays_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice, bob, carol = trio()
    match_id = match_of(alice, bob, carol, clock={"mode": "per_move", "seconds": 60, "strikes": 5})
    for who in (alice, bob):
        move(match_id, who, legal(match_id, who))
    monkeypatch.setattr(clocks, "passed", lambda deadlines, now: tuple(deadlines))
    monkeypatch.setattr(timeouts, "MOVES_AT_ONCE", 1)
    timeouts.expire(match_id)
    monkeypatch.undo()
    for who in (alice, bob):
        submission.resign(match_id, who.id, key=None)
    consumers.list_and_keep([match_id])
    # Whoever resigns has moved once more.
    kept = {one.id: (record(one)["games"][0]["moves"], record(one)["games"][0]["late"]) for one in (alice, bob, carol)}
    assert kept == {alice.id: (2, 0), bob.id: (2, 0), carol.id: (0, 1)}
    assert record(alice)["in_time"] is None
    PlayedPace.objects.filter(match_id=match_id, player_id=alice.id).update(moves=19)
    assert record(alice)["in_time"] is None
    PlayedPace.objects.filter(match_id=match_id, player_id=alice.id).update(moves=19, late=2)
    assert record(alice)["in_time"] == 90
    PlayedPace.objects.filter(match_id=match_id).delete()
    consumers.rebuild([match_id])
    assert record(alice)["games"][0]["moves"] == 2


def test_a_match_without_a_clock_has_no_moves_in_time() -> None:
    alice, bob, carol = trio()
    match_id = match_of(alice, bob, carol)
    move(match_id, alice, legal(match_id, alice))
    for who in (alice, bob):
        submission.resign(match_id, who.id, key=None)
    consumers.list_and_keep([match_id])
    assert not PlayedPace.objects.filter(match_id=match_id).exists()


def test_a_player_keeps_the_figures_to_themselves() -> None:
    alice, bob, carol = trio()
    played(alice, bob, carol)
    assert alice.patch("/me", {"shows_record": False}).json()["shows_record"] is False
    assert (record(alice, bob)["shown"], record(alice, bob)["games"]) == (False, [])
    assert record(alice, alice)["games"] == [row(RPW, 1, 0, 1, 0)]
    assert alice.patch("/me", {"shows_record": True}).json()["shows_record"] is True
    assert record(alice)["shown"] is True


def test_nothing_is_told_of_a_player_who_was_deleted() -> None:
    alice, bob, carol = trio()
    played(alice, bob, carol)
    deletion.delete(alice.id)
    found = record(alice)
    assert (found["player"]["handle"], found["shown"], found["games"]) == (None, False, [])


def test_there_is_no_record_of_nobody() -> None:
    answer = STRANGER.get("/players/no-id/record")
    assert (answer.status_code, answer.json()["code"]) == (404, "player_not_found")
