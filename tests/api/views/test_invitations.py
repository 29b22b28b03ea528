"""The open invitations of a player: received and sent, declined and withdrawn."""

from typing import Any

import pytest
from django.db.models.functions import Now

from games.matches.lists import listings
from games.matches.models.matches import Invitation
from tests.support.cast import RPW, STRANGER, Person, person

Pair = tuple[Person, Person]


@pytest.fixture
def pair() -> Pair:
    return person("Alice"), person("Bob")


def table(host: Person, **wishes: Any) -> str:
    match_id: str = host.post("/matches", {"game": RPW, "seats": 3, **wishes}).json()["id"]
    listings.project_listings([match_id])
    return match_id


def invite(host: Person, match_id: str, **wishes: Any) -> str:
    answer = host.post(f"/matches/{match_id}/invitations", wishes)
    assert answer.status_code == 201
    made: str = answer.json()["id"]
    return made


def listed(who: Person, role: str = "received") -> list[dict[str, Any]]:
    answer = who.get(f"/me/invitations?role={role}")
    assert answer.status_code == 200
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def ids(who: Person, role: str = "received") -> list[str]:
    return [one["id"] for one in listed(who, role)]


def test_an_invitation_by_name_is_listed_to_both_and_tells_no_secret(pair: Pair) -> None:
    alice, bob = pair
    match_id = table(alice, visibility="private")
    made = invite(alice, match_id, player=bob.id, seat=2)
    (received,), (sent,) = listed(bob), listed(alice, "sent")
    assert received == sent
    assert "invitation" not in received
    assert (received["id"], received["match"], received["game"], received["seat"]) == (made, match_id, RPW, 2)
    assert (received["maker"]["id"], received["player"]["id"]) == (alice.id, bob.id)
    assert received["replaces"] is False
    assert (ids(alice), ids(bob, "sent")) == ([], [])


def test_a_host_invites_by_the_handle_in_any_writing_and_never_by_handle_and_id_at_once(pair: Pair) -> None:
    alice, bob = pair
    match_id, handle = table(alice), bob.get("/me").json()["handle"]
    made = invite(alice, match_id, handle=handle.upper())
    assert ids(bob) == [made]
    assert listed(bob)[0]["player"]["id"] == bob.id
    path = f"/matches/{match_id}/invitations"
    for nobody in ("Nobody_9", "no such handle\0", ""):
        refused = alice.post(path, {"handle": nobody})
        assert (refused.status_code, refused.json()["code"]) == (404, "player_not_found")
    refused = alice.post(path, {"handle": handle, "player": bob.id})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "not")
    assert alice.post(path, {"handle": None, "player": bob.id}).status_code == 201


def test_a_repeat_may_name_the_same_player_by_id_or_by_handle(pair: Pair) -> None:
    alice, bob = pair
    path, key = f"/matches/{table(alice)}/invitations", "one-invitation"
    assert alice.post(path, {"player": bob.id}, Idempotency_Key=key).status_code == 201
    repeat = alice.post(path, {"handle": bob.get("/me").json()["handle"]}, Idempotency_Key=key)
    assert (repeat.status_code, repeat.json()["code"]) == (409, "already_created")


def test_what_is_listed_can_be_joined_with(pair: Pair) -> None:
    alice, bob = pair
    match_id = table(alice, visibility="private")
    invite(alice, match_id, player=bob.id)
    (one,) = listed(bob)
    assert bob.post(f"/matches/{match_id}/join", {"invitation": one["id"]}).status_code == 200
    assert (ids(bob), ids(alice, "sent")) == ([], [])


def test_an_invitation_for_whoever_has_the_secret_is_listed_to_its_maker_alone(pair: Pair) -> None:
    alice, bob = pair
    made = invite(alice, table(alice))
    (sent,) = listed(alice, "sent")
    assert (sent["id"], sent["player"]) == (made, None)
    assert ids(bob) == []


def test_who_is_invited_may_decline(pair: Pair) -> None:
    alice, bob = pair
    match_id = table(alice)
    made = invite(alice, match_id, player=bob.id)
    assert bob.delete(f"/me/invitations/{made}").status_code == 204
    assert (ids(bob), ids(alice, "sent")) == ([], [])
    assert bob.post(f"/matches/{match_id}/join", {"invitation": made}).json()["code"] == "invitation_required"


def test_who_invites_may_withdraw(pair: Pair) -> None:
    alice, bob = pair
    made = invite(alice, table(alice), player=bob.id)
    assert alice.delete(f"/me/invitations/{made}").status_code == 204
    assert ids(bob) == []
    assert alice.delete(f"/me/invitations/{made}").json()["code"] == "invitation_not_found"


def test_nobody_else_takes_an_invitation_away(pair: Pair) -> None:
    alice, bob = pair
    made = invite(alice, table(alice), player=bob.id)
    assert person("Carol").delete(f"/me/invitations/{made}").json()["code"] == "invitation_not_found"
    assert bob.delete("/me/invitations/none").json()["code"] == "invitation_not_found"
    assert STRANGER.get("/me/invitations").status_code == 401
    assert ids(bob) == [made]


def test_what_is_expired_or_whose_match_waits_no_more_is_not_listed(pair: Pair) -> None:
    alice, bob = pair
    gone, over, stays = table(alice), table(alice), table(alice)
    expired, _, kept = (invite(alice, one, player=bob.id) for one in (gone, over, stays))
    Invitation.objects.filter(id=expired).update(expires_at=Now())
    alice.post(f"/matches/{over}/cancel")
    listings.project_listings([over])
    assert ids(bob) == [kept]


def test_pages_follow_one_another_newest_first(pair: Pair) -> None:
    alice, bob = pair
    made = [invite(alice, table(alice), player=bob.id) for _ in range(3)]
    first = bob.get("/me/invitations?limit=2").json()
    assert [one["id"] for one in first["items"]] == made[:0:-1]
    second = bob.get(first["next"].removeprefix("/api/v1")).json()
    assert ([one["id"] for one in second["items"]], second["next"]) == (made[:1], None)


def test_a_role_that_is_none_is_refused(pair: Pair) -> None:
    answer = pair[0].get("/me/invitations?role=both")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/query/role")
