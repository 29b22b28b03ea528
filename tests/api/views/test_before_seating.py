"""A match before one takes a seat: for whom seats are kept, and what the holder of an invitation sees."""

from typing import Any

import pytest
from django.db.models.functions import Now

from games.matches.models.matches import Invitation
from games.matches.play.submission import resign
from tests.support.cast import RPW, STRANGER, Person, match_of, person

Cast = tuple[Person, Person, Person]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Charlie")


def table(host: Person, **wishes: Any) -> str:
    match_id: str = host.post("/matches", {"game": RPW, "seats": 4, **wishes}).json()["id"]
    return match_id


def invite(host: Person, match_id: str, **wishes: Any) -> dict[str, Any]:
    made: dict[str, Any] = host.post(f"/matches/{match_id}/invitations", wishes).json()
    return made


def lobby(who: Person, match_id: str, invitation: str | None = None) -> Any:
    return who.get(f"/matches/{match_id}/lobby", **({} if invitation is None else {"Invitation": invitation}))


def kept(who: Person, match_id: str, invitation: str | None = None) -> list[tuple[int | None, str | None, str]]:
    items = lobby(who, match_id, invitation).json()["kept"]
    return [(one["seat"], one["player"] and one["player"]["handle"], one["reason"]) for one in items]


def test_who_sits_there_learns_for_whom_seats_are_kept_and_who_was_invited_to_any(cast: Cast) -> None:
    alice, bob, charlie = cast
    match_id = table(alice)
    invite(alice, match_id, player=bob.id, seat=2)
    invite(alice, match_id, player=charlie.id)
    invite(alice, match_id, seat=3)
    invite(alice, match_id)
    told = [(2, bob.handle, "invitation"), (3, None, "invitation"), (None, charlie.handle, "invitation")]
    assert kept(alice, match_id) == told
    # Those who were invited know it too.
    assert kept(bob, match_id) == told
    assert kept(charlie, match_id) == told


def test_strangers_learn_which_seats_are_kept_and_not_for_whom(cast: Cast) -> None:
    alice, bob, _ = cast
    match_id = table(alice)
    invite(alice, match_id, player=bob.id, seat=2)
    invite(alice, match_id, player=bob.id)
    answer = lobby(person("Dana"), match_id)
    assert kept(STRANGER, match_id) == [(2, None, "invitation")]
    assert bob.handle not in answer.content.decode()
    assert bob.id not in answer.content.decode()


def test_a_rematch_keeps_seats_for_those_who_played(cast: Cast) -> None:
    alice, bob, charlie = cast
    before = match_of(alice, bob, charlie)
    for one in (bob, charlie):
        resign(before, one.id, key=None)
    again = bob.post(f"/matches/{before}/rematch").json()["id"]
    assert kept(bob, again) == [(0, alice.handle, "rematch"), (2, charlie.handle, "rematch")]
    assert kept(alice, again) == kept(bob, again)
    assert kept(STRANGER, again) == [(0, None, "rematch"), (2, None, "rematch")]
    # An invitation by name beside it says nothing new.
    invite(bob, again, player=alice.id)
    assert kept(bob, again) == [(0, alice.handle, "rematch"), (2, charlie.handle, "rematch")]
    assert alice.post(f"/matches/{before}/rematch").status_code == 200
    assert kept(bob, again) == [(2, charlie.handle, "rematch")]


def test_no_seat_is_kept_for_who_is_here_by_an_invitation_that_is_over_or_once_it_has_begun(cast: Cast) -> None:
    alice, bob, charlie = cast
    match_id = table(alice)
    made = invite(alice, match_id, player=bob.id, seat=2)
    invite(alice, match_id, player=charlie.id, seat=1)
    assert bob.post(f"/matches/{match_id}/join", {"invitation": made["id"]}).status_code == 200
    assert kept(alice, match_id) == [(1, charlie.handle, "invitation")]
    Invitation.objects.filter(match_id=match_id).update(expires_at=Now())
    assert kept(alice, match_id) == []
    invite(alice, match_id, player=charlie.id)
    for _ in range(2):
        alice.post(f"/matches/{match_id}/bots", {"bot": "easy"})
    assert lobby(alice, match_id).json()["match"]["status"] == "active"
    assert kept(alice, match_id) == []


@pytest.mark.parametrize("who", [STRANGER, None])
def test_a_private_match_is_shown_to_who_holds_an_invitation_signed_up_or_not(cast: Cast, who: Person | None) -> None:
    alice, bob, charlie = cast
    looker = who or charlie
    match_id = table(alice, visibility="private", name="Ours", fill={"after": 600, "bot": "easy"})
    invite(alice, match_id, player=bob.id, seat=2)
    made = invite(alice, match_id, seat=3)
    answer = lobby(looker, match_id, made["invitation"])
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    told = answer.json()
    assert (told["match"]["name"], told["match"]["you"], told["match"]["fill"]["bot"]) == ("Ours", None, "easy")
    assert [one["player"] and one["player"]["handle"] for one in told["match"]["seats"]] == [
        alice.handle,
        None,
        None,
        None,
    ]
    assert (told["invitation"]["seat"], told["invitation"]["maker"]["handle"]) == (3, alice.handle)
    assert kept(looker, match_id, made["invitation"]) == [(2, bob.handle, "invitation"), (3, None, "invitation")]
    assert made["invitation"] not in answer.content.decode()


@pytest.mark.parametrize("wrong", [None, "", "inv_guess", "inv_\x7f", "of another match", "by its id", "spent", "over"])
def test_a_private_match_is_nothing_to_a_stranger_with_no_invitation_that_is_good(
    cast: Cast, wrong: str | None
) -> None:
    alice, bob, charlie = cast
    match_id = table(alice, visibility="private")
    made, spent, over = (invite(alice, match_id, **wish) for wish in ({"player": bob.id}, {}, {}))
    bob.post(f"/matches/{match_id}/join", {"invitation": spent["invitation"]})
    Invitation.objects.filter(id=over["id"]).update(expires_at=Now())
    elsewhere = invite(alice, table(alice, visibility="private"))
    named = {
        "of another match": elsewhere["invitation"],
        "by its id": made["id"],
        "spent": spent["invitation"],
        "over": over["invitation"],
    }
    for who in (STRANGER, charlie):
        answer = lobby(who, match_id, named.get(wrong or "", wrong))
        nowhere = lobby(who, "01a200a8-5c3d-776c-b50e-7854276292e1", named.get(wrong or "", wrong))
        assert (answer.status_code, answer.json()["code"]) == (404, "match_not_found")
        assert answer.json() == nowhere.json()


def test_an_invitation_opens_the_lobby_and_nothing_else_of_a_private_match(cast: Cast) -> None:
    alice, _, charlie = cast
    match_id = table(alice, visibility="private")
    secret = invite(alice, match_id)["invitation"]
    for path in ("", "/view", "/prompts", "/events", "/export"):
        assert charlie.get(f"/matches/{match_id}{path}", Invitation=secret).status_code == 404


def test_to_look_uses_no_invitation_up(cast: Cast) -> None:
    alice, _, charlie = cast
    match_id = table(alice, visibility="private")
    secret = invite(alice, match_id)["invitation"]
    for _ in range(2):
        assert lobby(STRANGER, match_id, secret).status_code == 200
    assert charlie.post(f"/matches/{match_id}/join", {"invitation": secret}).status_code == 200
    assert lobby(STRANGER, match_id, secret).status_code == 404
