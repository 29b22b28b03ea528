"""Tokens that are good for some time: by every road that looks one up."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils.timezone import now

from games.matches.accounts import tickets, tokens
from games.matches.models.people import Token
from games.matches.status import polls
from tests.support.cast import STRANGER, Person, match_of, person
from tests.support.chance import UNKNOWN_ID

PASSWORD = "correct horse battery"


@pytest.fixture
def member() -> Person:
    one = person("Member")
    assert one.post("/me/upgrade", {"password": PASSWORD}).status_code == 200
    return one


def made(who: Person, **wishes: Any) -> Any:
    wish = {"handle": who.handle, "password": PASSWORD, "label": "bot", "scopes": ["read", "play", "account"], **wishes}
    key = wish.pop("key", None)
    return STRANGER.post("/tokens", wish, **({"Idempotency_Key": key} if key else {}))


def ended(token: str) -> None:
    Token.objects.filter(digest=tokens.digest(token)).update(expires_at=now() - timedelta(seconds=1))


def roads(match_id: str) -> Iterator[str]:
    """Calls that look up their token by statements of their own."""
    yield from (
        "/me",
        "/matches?mine=true",
        f"/matches/{match_id}",
        f"/matches/{UNKNOWN_ID}",
        "/me/tokens",
        "/me/follows",
    )


def test_a_token_is_good_until_it_ends_and_then_nobody_s_by_every_road(member: Person) -> None:
    match_id = match_of(member, person("Bob"), person("Carol"))
    secret = made(member, expires_in_seconds=3600).json()["token"]
    holder = Person(id=member.id, handle=member.handle, token=secret)
    before = {road: holder.get(road).status_code for road in roads(match_id)}
    assert set(before.values()) == {200, 404}
    ended(secret)
    for road in roads(match_id):
        assert (holder.get(road).status_code, holder.get(road).json()["code"]) == (401, "invalid_token"), road
    assert member.get("/me").status_code == 200


def test_a_token_tells_when_it_ends_and_one_without_an_end_says_so(member: Person) -> None:
    for_ever, for_a_day = made(member).json(), made(member, label="day", expires_in_seconds=86_400).json()
    assert for_ever["expires_at"] is None
    told = {one["id"]: one["expires_at"] for one in member.get("/me/tokens").json()["items"]}
    assert told[for_ever["id"]] is None
    assert told[for_a_day["id"]] == for_a_day["expires_at"]
    end = Token.objects.get(id=for_a_day["id"]).expires_at
    assert end is not None
    assert timedelta(hours=23, minutes=59) < end - now() <= timedelta(days=1)


def test_the_same_wish_is_known_again_by_its_length_too(member: Person) -> None:
    wish = {"expires_in_seconds": 3600, "key": "one"}
    assert made(member, **wish).status_code == 201
    assert made(member, **wish).json()["code"] == "already_created"
    assert made(member, **{**wish, "expires_in_seconds": 3601}).json()["code"] == "idempotency_key_reused"
    assert made(member, key="one").json()["code"] == "idempotency_key_reused"


@pytest.mark.parametrize("seconds", [59, 400 * 24 * 3600 + 1, "3600", 60.5])
def test_no_token_is_made_for_less_than_a_minute_or_more_than_400_days(member: Person, seconds: object) -> None:
    assert made(member, expires_in_seconds=seconds).json()["code"] == "invalid_request"


def test_a_ticket_opens_nothing_and_a_stream_ends_when_its_token_has_ended(member: Person) -> None:
    secret = made(member, expires_in_seconds=3600).json()["token"]
    ticket = tickets.issue(tokens.digest(secret), None, now())
    with connection.cursor() as cursor:
        cursor.execute(polls.LISTENERS, [[tokens.digest(secret)]])
        assert cursor.fetchall() != []
        ended(secret)
        cursor.execute(polls.LISTENERS, [[tokens.digest(secret)]])
        assert cursor.fetchall() == []
    assert tickets.spend(ticket.secret, None) is None


def test_tokens_that_ended_a_day_ago_are_deleted_at_night(member: Person) -> None:
    old, new, for_ever = (made(member, label=label).json() for label in ("old", "new", "ever"))
    Token.objects.filter(id=old["id"]).update(expires_at=now() - timedelta(days=1, seconds=1))
    Token.objects.filter(id=new["id"]).update(expires_at=now() - timedelta(hours=23))
    tokens.forget()
    left = set(map(str, Token.objects.filter(player_id=member.id).values_list("id", flat=True)))
    assert {new["id"], for_ever["id"]} <= left
    assert old["id"] not in left
