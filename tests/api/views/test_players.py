"""Players are found by their handles, and their matches by their ids."""

from collections.abc import Callable

import pytest

from tests.support.cast import STRANGER, Person, match_of, person
from tests.support.relay import catch_up


@pytest.mark.parametrize("spelled", [str, str.upper, str.lower])
def test_a_player_is_found_by_their_handle_in_any_letters(spelled: Callable[[str], str]) -> None:
    alice = person("Alice")
    found = STRANGER.get(f"/players?handle={spelled(alice.handle)}").json()
    assert [item["id"] for item in found["items"]] == [alice.id]
    assert found["items"][0] == STRANGER.get(f"/players/{alice.id}").json()


@pytest.mark.parametrize("handle", ["nobody_of_this_name", "%20", "a", "%EF%BB%BF%EF%BB%BF%EF%BB%BF", "a" * 200])
def test_a_handle_that_nobody_has_or_can_have_finds_nobody(handle: str) -> None:
    assert STRANGER.get(f"/players?handle={handle}").json() == {"items": [], "next": None}


def test_without_a_handle_nobody_is_looked_for() -> None:
    refused = STRANGER.get("/players")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/query/handle")


def test_a_player_who_has_gone_is_not_found() -> None:
    alice = person("Alice")
    alice.delete("/me")
    assert STRANGER.get(f"/players?handle={alice.handle}").json()["items"] == []


def listed(who: Person, query: str) -> set[str]:
    return {match["id"] for match in who.get(f"/matches?{query}").json()["items"]}


def test_a_player_s_matches_are_listed_as_far_as_the_caller_may_know_of_them() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    public, unlisted, private = (
        match_of(alice, bob, carol, visibility=visibility) for visibility in ("public", "unlisted", "private")
    )
    of_others = match_of(bob, carol, person("Dave"))
    catch_up()
    everywhere = f"player={alice.id}"
    assert listed(STRANGER, everywhere) == listed(person("Charlie"), everywhere) == {public}
    assert listed(bob, everywhere) == listed(alice, everywhere) == {public, unlisted, private}
    assert listed(bob, f"{everywhere}&mine=true") == {public, unlisted, private}
    assert of_others in listed(STRANGER, f"player={bob.id}")
    assert listed(STRANGER, f"{everywhere}&status=finished") == set()


@pytest.mark.parametrize("wrong", ["Alice", "1", ""])
def test_a_player_is_named_by_id(wrong: str) -> None:
    refused = STRANGER.get(f"/matches?player={wrong}")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/query/player")
