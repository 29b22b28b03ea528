"""Players whom a player follows."""

from typing import Any

from games.matches.lists import listings
from games.matches.play import submission
from games.matches.profiles import deletion
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person


def follows(who: Person) -> list[tuple[str, str | None, str | None]]:
    items: list[dict[str, Any]] = who.get("/me/follows").json()["items"]
    return [(one["player"]["id"], one["match"], one["game"]) for one in items]


def follow(who: Person, *others: Person) -> None:
    for one in others:
        assert who.put(f"/me/follows/{one.id}").status_code == 204


def test_who_plays_stands_first_with_their_newest_public_match_then_whom_one_has_followed_last() -> None:
    alice, bob, carol, dora, eve = map(person, ("Alice", "Bob", "Carol", "Dora", "Eve"))
    follow(alice, bob, carol, dora, bob)
    assert follows(alice) == [(one.id, None, None) for one in (dora, carol, bob)]
    match_of(bob, eve, game=SAS)
    newest = match_of(bob, eve, dora, game=RPW)
    for hidden in ("private", "unlisted"):
        listings.project_listings([match_of(carol, eve, game=SAS, visibility=hidden)])
    listings.project_listings([newest])
    assert follows(alice) == [(dora.id, newest, RPW), (bob.id, newest, RPW), (carol.id, None, None)]
    for one in (bob, eve):
        submission.resign(newest, one.id, key=None)
    listings.project_listings([newest])
    assert follows(alice) == [(one.id, None, None) for one in (dora, carol, bob)]


def test_who_is_followed_is_not_told_and_followed_no_longer_when_that_is_wished() -> None:
    alice, bob = person("Alice"), person("Bob")
    follow(alice, bob)
    assert (follows(bob), bob.get("/me/notices").json()["items"]) == ([], [])
    assert alice.delete(f"/me/follows/{bob.id}").status_code == 204
    assert follows(alice) == []
    assert alice.delete(f"/me/follows/{bob.id}").json()["code"] == "player_not_found"


def test_who_is_kept_away_is_followed_no_longer() -> None:
    alice, bob = person("Alice"), person("Bob")
    follow(alice, bob)
    follow(bob, alice)
    assert alice.put(f"/me/blocks/{bob.id}").status_code == 204
    assert (follows(alice), follows(bob)) == ([], [(alice.id, None, None)])


def test_nobody_follows_themselves_nor_who_is_not_there() -> None:
    alice, gone = person("Alice"), person("Gone")
    deletion.delete(gone.id)
    assert alice.put(f"/me/follows/{alice.id}").json()["code"] == "value_not_allowed"
    for player in (gone.id, "no-id", "01940000-0000-7000-8000-00000000dead"):
        assert alice.put(f"/me/follows/{player}").json()["code"] == "player_not_found"
    assert STRANGER.get("/me/follows").status_code == 401


def test_who_deletes_the_account_follows_nobody_and_is_followed_by_nobody() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    follow(alice, bob)
    follow(bob, carol)
    deletion.delete(bob.id)
    assert follows(alice) == []
    follow(alice, carol)
    assert follows(alice) == [(carol.id, None, None)]
