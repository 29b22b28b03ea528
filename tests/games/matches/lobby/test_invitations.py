from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from events.errors import Conflict
from games.matches import tasks
from games.matches.errors import InvitationRequired, TooManyOpenInvitations
from games.matches.lists import listings
from games.matches.lobby import invitations
from games.matches.models.matches import Invitation
from tests.support.cast import RPW, STRANGER, Person, person, timeless, types
from tests.support.races import at_once

Cast = tuple[Person, Person, Person, Person]
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol"), person("Charlie")


def made(host: Person, **wishes: Any) -> str:
    match_id: str = host.post("/matches", {"game": RPW, "seats": 3, **wishes}).json()["id"]
    return match_id


def invited(host: Person, match_id: str, **wishes: Any) -> dict[str, Any]:
    answer = host.post(f"/matches/{match_id}/invitations", wishes)
    assert answer.status_code == 201
    told: dict[str, Any] = answer.json()
    assert answer.headers["Location"] == f"/api/v1/matches/{match_id}/invitations/{told['id']}"
    return told


def join(who: Person, match_id: str, **wishes: Any) -> tuple[int, str | None]:
    answer = who.post(f"/matches/{match_id}/join", wishes)
    return answer.status_code, answer.json().get("code")


def test_a_private_match_is_404_to_everyone_who_does_not_sit_there(cast: Cast) -> None:
    alice, _, _, charlie = cast
    match_id = made(alice, visibility="private")
    for path in ("", "/view", "/prompts", "/events", "/export"):
        assert alice.get(f"/matches/{match_id}{path}").status_code == 200
        assert [who.get(f"/matches/{match_id}{path}").status_code for who in (charlie, STRANGER)] == [404, 404]
    for call in ("join", "leave", "start", "cancel", "resign", "moves", "invitations"):
        assert charlie.post(f"/matches/{match_id}/{call}").json()["code"] == "match_not_found"
    assert join(charlie, match_id, invitation="inv_guess") == (404, "match_not_found")


def test_a_private_match_is_listed_for_its_players_alone(cast: Cast) -> None:
    alice, _, _, charlie = cast
    match_id = made(alice, visibility="private")
    listings.project_listings([match_id])
    assert match_id in [match["id"] for match in alice.get("/matches?mine=true").json()["items"]]
    assert match_id not in [match["id"] for match in charlie.get("/matches?limit=500").json()["items"]]


def test_an_invitation_lets_one_player_in_once(cast: Cast) -> None:
    alice, bob, carol, charlie = cast
    match_id = made(alice, visibility="private")
    told = invited(alice, match_id)
    assert told.keys() == {"id", "invitation", "url", "seat", "player", "expires_at"}
    assert told["invitation"] not in told["url"]
    assert join(bob, match_id, invitation=told["invitation"]) == (200, None)
    assert join(charlie, match_id, invitation=told["invitation"]) == (404, "match_not_found")
    assert bob.get(f"/matches/{match_id}").json()["you"] == 1
    assert join(carol, match_id, invitation=invited(alice, match_id, seat=2)["invitation"]) == (200, None)
    assert carol.get(f"/matches/{match_id}").json()["status"] == "active"


def test_a_seat_with_an_open_invitation_is_kept_for_its_holder(cast: Cast) -> None:
    alice, bob, carol, charlie = cast
    match_id = made(alice)
    told = invited(alice, match_id, seat=1)
    assert join(charlie, match_id, seat=1) == (403, "invitation_required")
    assert join(charlie, match_id) == (200, None)
    assert charlie.get(f"/matches/{match_id}").json()["you"] == 2
    assert join(carol, match_id) == (403, "invitation_required")
    assert join(bob, match_id, invitation=told["invitation"]) == (200, None)
    assert bob.get(f"/matches/{match_id}").json()["you"] == 1


def test_an_invitation_of_another_match_used_or_expired_is_refused(cast: Cast) -> None:
    alice, bob, _, charlie = cast
    match_id = made(alice)
    elsewhere = invited(alice, made(alice))["invitation"]
    assert join(bob, match_id, invitation=elsewhere) == (403, "invitation_required")
    told = invited(alice, match_id)
    Invitation.objects.filter(id=told["id"]).update(expires_at=LONG_AGO)
    assert join(bob, match_id, invitation=told["invitation"]) == (403, "invitation_required")
    used = invited(alice, match_id)["invitation"]
    assert join(bob, match_id, invitation=used) == (200, None)
    assert join(charlie, match_id, invitation=used) == (403, "invitation_required")


def test_an_expired_invitation_keeps_no_seat(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice)
    told = invited(alice, match_id, seat=1)
    Invitation.objects.filter(id=told["id"]).update(expires_at=LONG_AGO)
    assert join(bob, match_id, seat=1) == (200, None)


def test_a_player_has_only_so_many_invitations_to_a_match_open_at_once(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id, other = made(alice), made(alice)

    def told(to: str = match_id, **headers: str) -> tuple[int, str | None]:
        answer = alice.post(f"/matches/{to}/invitations", {}, **headers)
        return answer.status_code, answer.json().get("code")

    first = invited(alice, match_id)
    assert told(Idempotency_Key="k") == (201, None)
    assert {told() for _ in range(invitations.MOST_OPEN - 2)} == {(201, None)}
    full = (409, "too_many_open_invitations")
    assert (told(), told(Idempotency_Key="k"), told(other)) == (full, (409, "already_created"), (201, None))
    # What is used, has expired or was taken back makes room.
    assert join(bob, match_id, invitation=first["invitation"]) == (200, None)
    assert (told(), told()) == ((201, None), full)
    last = Invitation.objects.filter(match_id=match_id, used_by=None).order_by("id")[0]
    Invitation.objects.filter(id=last.id).update(expires_at=LONG_AGO)
    assert (told(), told()) == ((201, None), full)


def test_of_invitations_made_at_once_no_more_are_open_than_one_by_one(cast: Cast) -> None:
    match_id = made(cast[0])
    for _ in range(invitations.MOST_OPEN - 2):
        invited(cast[0], match_id)
    invite = partial(invitations.invite, match_id, cast[0].id, seat=None, seconds=60, key=None)
    assert at_once(*[invite] * 6).count(TooManyOpenInvitations) == 4


def test_invitations_are_deleted_at_night_a_day_after_their_end(cast: Cast) -> None:
    match_id = made(cast[0])
    used, gone, late, lasting = (invited(cast[0], match_id)["id"] for _ in range(4))
    rows = Invitation.objects.filter(match_id=match_id)
    rows.filter(id=used).update(used_by=cast[1].id, expires_at=Now() - timedelta(hours=25))
    rows.filter(id=gone).update(expires_at=Now() - timedelta(hours=25))
    rows.filter(id=late).update(expires_at=Now() - timedelta(hours=23))
    tasks.forget_quotas()
    assert {str(row.id) for row in rows} == {late, lasting}


def test_an_invitation_whose_joining_fails_is_as_unused_as_before(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice)
    told = invited(alice, match_id)
    assert join(alice, match_id, invitation=told["invitation"]) == (409, "already_seated")
    assert join(bob, match_id, seat=0, invitation=told["invitation"]) == (409, "seat_taken")
    assert join(bob, match_id, invitation=told["invitation"]) == (200, None)
    assert join(bob, match_id, invitation=told["invitation"]) == (409, "already_seated")
    assert join(cast[3], match_id, invitation=told["invitation"]) == (403, "invitation_required")


def test_of_two_players_with_one_invitation_one_gets_in(cast: Cast) -> None:
    alice, bob, carol, _ = cast
    match_id = made(alice, visibility="private")
    secret = invited(alice, match_id)["invitation"]

    def enter(who: Person) -> int:
        try:
            return join(who, match_id, invitation=secret)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(enter, (bob, carol)))
    assert statuses[0] == 200
    assert statuses[1] in (403, 404)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_an_invitation_does_not_bring_back_a_player_who_has_used_it_and_left(cast: Cast, visibility: str) -> None:
    alice, bob, *_ = cast
    match_id = made(alice, visibility=visibility)
    for seat in (None, 1):
        told = invited(alice, match_id, seat=seat, player=bob.id)
        assert join(bob, match_id, invitation=told["invitation"]) == (200, None)
        bob.post(f"/matches/{match_id}/leave")
        for secret in (told["invitation"], told["id"]):
            assert join(bob, match_id, invitation=secret)[0] == (403 if visibility == "public" else 404)


def test_an_invitation_whose_joining_was_cut_short_waits_for_its_player_until_it_expires(cast: Cast) -> None:
    alice, bob, carol, charlie = cast
    match_id = made(alice, seats=4)
    told = invited(alice, match_id)
    at_first = Invitation.objects.get(id=told["id"])
    # As a claim leaves it that is followed by no append; what Carol appends at that version is not Bob's.
    invitations.claim(at_first, bob.id, version=3)
    assert join(carol, match_id) == (200, None)
    assert join(charlie, match_id, invitation=told["invitation"]) == (403, "invitation_required")
    Invitation.objects.filter(id=told["id"]).update(expires_at=LONG_AGO)
    assert join(bob, match_id, invitation=told["invitation"]) == (403, "invitation_required")
    Invitation.objects.filter(id=told["id"]).update(expires_at=at_first.expires_at)
    assert join(bob, match_id, invitation=told["invitation"]) == (200, None)
    with pytest.raises(InvitationRequired):
        invitations.claim(at_first, bob.id, version=5)


def test_a_claim_for_a_match_that_was_loaded_too_early_goes_round_once_more(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice)
    told = Invitation.objects.get(id=invited(alice, match_id)["id"])
    invitations.claim(told, bob.id, version=4)
    with pytest.raises(Conflict):
        invitations.claim(told, bob.id, version=3)
    assert Invitation.objects.get(id=told.id).used_at_version == 4


def test_a_player_who_comes_leaves_and_comes_by_one_invitation_at_once_comes_once(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice, seats=4)
    secret = invited(alice, match_id)["invitation"]
    calls = [partial(join, bob, match_id, invitation=secret) for _ in range(4)]
    at_once(*calls, *[partial(bob.post, f"/matches/{match_id}/leave") for _ in range(2)])
    bob.post(f"/matches/{match_id}/leave")
    assert types(match_id) == ["match_created", "seat_taken", "seat_taken", "seat_left"]


def test_a_repeated_joining_by_invitation_with_one_key_is_answered_alike(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice, visibility="private")
    body = {"invitation": invited(alice, match_id)["invitation"]}
    first = bob.post(f"/matches/{match_id}/join", body, Idempotency_Key="in")
    again = bob.post(f"/matches/{match_id}/join", body, Idempotency_Key="in")
    assert (timeless(first.json()), again.headers["Idempotent-Replayed"]) == (timeless(again.json()), "true")


def test_only_the_host_invites_and_only_while_the_match_is_open(cast: Cast) -> None:
    alice, bob, _, charlie = cast
    match_id = made(alice)
    join(bob, match_id)
    codes = [who.post(f"/matches/{match_id}/invitations").json()["code"] for who in (bob, charlie, STRANGER)]
    assert codes == ["not_host", "not_seated", "not_authenticated"]
    taken = alice.post(f"/matches/{match_id}/invitations", {"seat": 1})
    assert (taken.status_code, taken.json()["code"]) == (409, "seat_taken")
    assert alice.post(f"/matches/{match_id}/invitations", {"seat": 7}).json()["code"] == "unknown_seat"
    assert alice.post(f"/matches/{match_id}/invitations", {"expires_in_seconds": 1}).status_code == 400
    alice.post(f"/matches/{match_id}/cancel")
    assert alice.post(f"/matches/{match_id}/invitations").json()["code"] == "match_not_open"


def test_the_secret_of_an_invitation_is_told_once(cast: Cast) -> None:
    alice, *_ = cast
    match_id = made(alice)
    first = alice.post(f"/matches/{match_id}/invitations", {}, Idempotency_Key="one")
    again = alice.post(f"/matches/{match_id}/invitations", {}, Idempotency_Key="one")
    assert (first.status_code, again.status_code, again.json()["code"]) == (201, 409, "already_created")
    assert first.json()["invitation"].encode() not in bytes(Invitation.objects.get(id=first.json()["id"]).digest)


def test_an_invitation_taken_back_lets_nobody_in(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice)
    told = invited(alice, match_id, seat=1)
    path = f"/matches/{match_id}/invitations/{told['id']}"
    assert bob.delete(path).json()["code"] == "not_seated"
    assert alice.delete(path).status_code == 204
    assert alice.delete(path).json()["code"] == "invitation_not_found"
    assert alice.delete(f"/matches/{match_id}/invitations/none").json()["code"] == "invitation_not_found"
    assert join(bob, match_id, invitation=told["invitation"]) == (403, "invitation_required")
    assert join(bob, match_id, seat=1) == (200, None)


def test_an_invitation_ends_with_its_makers_time_as_host(cast: Cast) -> None:
    alice, bob, carol, charlie = cast
    match_id = made(alice)
    kept, free = invited(alice, match_id, seat=1), invited(alice, match_id)
    assert join(bob, match_id, seat=2) == (200, None)
    alice.post(f"/matches/{match_id}/leave")
    assert join(charlie, match_id, invitation=free["invitation"]) == (403, "invitation_required")
    assert join(charlie, match_id, invitation=kept["invitation"]) == (403, "invitation_required")
    assert join(carol, match_id, seat=1) == (200, None)


def test_joinings_at_once_by_one_invitation_let_no_second_player_in(cast: Cast) -> None:
    alice, bob, _, charlie = cast
    match_id = made(alice, visibility="private", seats=6)
    secret = invited(alice, match_id)["invitation"]

    def enter(seat: int | None) -> int:
        try:
            return join(bob, match_id, invitation=secret, seat=seat)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(enter, (0, None, 0, None, 0, None))).count(200) == 1
    assert join(charlie, match_id, invitation=secret) == (404, "match_not_found")


def test_the_same_key_for_another_invitation_is_refused(cast: Cast) -> None:
    alice, *_ = cast
    path = f"/matches/{made(alice)}/invitations"
    alice.post(path, {}, Idempotency_Key="one")
    assert alice.post(path, {"seat": 1}, Idempotency_Key="one").json()["code"] == "idempotency_key_reused"


def test_leaving_a_private_match_is_answered_again_to_its_repeat(cast: Cast) -> None:
    alice, bob, *_ = cast
    match_id = made(alice, visibility="private")
    join(bob, match_id, invitation=invited(alice, match_id)["invitation"])
    first = bob.post(f"/matches/{match_id}/leave", {}, Idempotency_Key="out")
    again = bob.post(f"/matches/{match_id}/leave", {}, Idempotency_Key="out")
    assert (first.status_code, again.status_code, timeless(again.json())) == (200, 200, timeless(first.json()))
    assert bob.post(f"/matches/{match_id}/leave").json()["code"] == "match_not_found"
