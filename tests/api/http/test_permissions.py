from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView

from api.urls import v1
from events.store import new_id
from games.matches.accounts import tokens
from games.matches.accounts.tokens import SCOPES
from games.matches.models.people import Player
from tests.support.cast import STRANGER, Person, person, unclocked

NOWHERE = "/matches/01940000-0000-7000-8000-00000000dead"

# What each call needs, and its status with just that: nothing is there, or nothing that can be done without a body.
CALLS = [
    ("GET", "/games", "read", 200),
    ("GET", "/games/chess", "read", 404),
    ("GET", "/log", "read", 200),
    ("GET", f"{NOWHERE}/log", "read", 404),
    ("GET", "/matches", "read", 200),
    ("GET", "/matches?mine=true", "read", 200),
    ("GET", NOWHERE, "read", 404),
    ("GET", f"{NOWHERE}/view", "read", 404),
    ("GET", f"{NOWHERE}/prompts", "read", 404),
    ("GET", f"{NOWHERE}/events", "read", 404),
    ("GET", f"{NOWHERE}/export", "read", 404),
    ("GET", f"{NOWHERE}/draws", "read", 404),
    ("GET", "/players/no-id", "read", 404),
    ("GET", "/players/no-id/record", "read", 404),
    ("GET", "/players/no-id/ratings", "read", 404),
    ("GET", "/players/no-id/ratings/cave", "read", 404),
    ("GET", f"{NOWHERE}/rating", "read", 404),
    ("GET", "/leaderboards/cave", "read", 200),
    ("POST", f"{NOWHERE}/join", "play", 404),
    ("POST", f"{NOWHERE}/leave", "play", 404),
    ("POST", f"{NOWHERE}/moves", "play", 404),
    ("POST", f"{NOWHERE}/resign", "play", 404),
    ("POST", f"{NOWHERE}/pause", "play", 404),
    ("POST", f"{NOWHERE}/keys", "play", 404),
    ("POST", f"{NOWHERE}/resume", "play", 404),
    ("POST", f"{NOWHERE}/seats/0/take-back", "play", 404),
    ("POST", f"{NOWHERE}/seats/0/replacement", "play", 404),
    ("POST", f"{NOWHERE}/seats/0/replacement/consent", "play", 404),
    ("POST", f"{NOWHERE}/rematch", "play", 404),
    ("GET", f"{NOWHERE}/standing-orders", "play", 404),
    ("GET", f"{NOWHERE}/note", "play", 404),
    ("POST", f"{NOWHERE}/chat", "play", 404),
    ("PUT", f"{NOWHERE}/chat/read", "play", 404),
    ("GET", "/me/chat", "account", 200),
    ("GET", "/me/chat/unread", "account", 200),
    ("GET", "/me/mutes", "account", 200),
    ("PUT", "/me/mutes/no-id", "account", 404),
    ("DELETE", "/me/mutes/no-id", "account", 404),
    ("GET", "/me/reports", "account", 200),
    ("POST", "/me/reports", "account", 400),
    ("GET", "/me/sanctions", "account", 200),
    ("POST", "/me/sanctions/no-id/appeal", "account", 400),
    ("POST", f"{NOWHERE}/take-back", "play", 404),
    ("POST", f"{NOWHERE}/take-back/consent", "play", 404),
    ("POST", f"{NOWHERE}/take-back/refusal", "play", 404),
    ("POST", "/cups", "host", 400),
    ("PUT", "/cups/no-id/entry", "play", 404),
    ("DELETE", "/cups/no-id/entry", "play", 404),
    ("POST", "/cups/no-id/start", "host", 404),
    ("POST", "/cups/no-id/cancel", "host", 404),
    ("PUT", f"{NOWHERE}/note", "play", 404),
    ("PUT", f"{NOWHERE}/standing-orders", "play", 404),
    ("POST", f"{NOWHERE}/bots", "host", 404),
    ("POST", "/matches", "host", 400),
    ("POST", f"{NOWHERE}/start", "host", 404),
    ("POST", f"{NOWHERE}/cancel", "host", 404),
    ("POST", f"{NOWHERE}/forks", "host", 404),
    ("POST", f"{NOWHERE}/invitations", "host", 404),
    ("DELETE", f"{NOWHERE}/invitations/no-id", "host", 404),
    ("GET", "/me", "account", 200),
    ("PATCH", "/me", "account", 200),
    ("POST", "/me/upgrade", "account", 400),
    ("PUT", "/me/bot", "account", 403),
    ("GET", "/me/tokens", "account", 200),
    ("GET", "/me/archive", "account", 403),
    ("DELETE", "/me/tokens/no-id", "account", 404),
    ("GET", "/me/apps", "account", 200),
    ("POST", "/me/apps", "account", 400),
    ("GET", "/me/apps/no-id", "account", 404),
    ("PATCH", "/me/apps/no-id", "account", 404),
    ("DELETE", "/me/apps/no-id", "account", 404),
    ("GET", "/me/app-access", "account", 200),
    ("DELETE", "/me/app-access/no-id", "account", 404),
    # They are the page's alone, whatever a token is good for.
    ("POST", "/session/authorization-question", "account", 403),
    ("POST", "/session/authorization", "account", 403),
    ("POST", "/session/device-question", "account", 403),
    ("POST", "/session/device-authorization", "account", 403),
    ("GET", "/me/notices", "account", 200),
    ("POST", "/me/notices/read", "account", 400),
    ("GET", "/me/notice-settings", "account", 200),
    ("PATCH", "/me/notice-settings", "account", 200),
    ("GET", "/me/webhooks", "account", 200),
    ("POST", "/me/webhooks", "account", 400),
    ("GET", "/me/webhooks/no-id", "account", 404),
    ("DELETE", "/me/webhooks/no-id", "account", 404),
    ("PATCH", "/me/webhooks/no-id", "account", 404),
    ("POST", "/me/webhooks/no-id/secret", "account", 404),
    ("GET", "/me/wishes", "play", 200),
    ("PUT", "/me/wishes/cave/bots", "play", 404),
    ("DELETE", "/me/wishes/cave/live", "play", 404),
    ("POST", "/me/wishes/cave/live/confirmation", "play", 404),
    ("GET", "/me/follows", "account", 200),
    ("PUT", "/me/follows/no-id", "account", 404),
    ("DELETE", "/me/follows/no-id", "account", 404),
    ("GET", "/me/blocks", "account", 200),
    ("PUT", "/me/blocks/no-id", "account", 404),
    ("DELETE", "/me/blocks/no-id", "account", 404),
    ("GET", "/sets", "read", 200),
    ("POST", "/me/webhooks/no-id/test", "account", 404),
    ("GET", "/me/webhooks/no-id/deliveries", "account", 404),
    ("POST", "/me/webhooks/no-id/deliveries/no-id/resend", "account", 404),
    ("POST", "/me/email-confirmations", "account", 409),
    ("DELETE", "/me", "account", 204),
]


def holder_of(*scopes: str) -> Person:
    """A fresh operator with a token of just these scopes."""
    one = person("Scoped")
    Player.objects.filter(id=one.id).update(is_operator=True)
    _, token = tokens.issue(Player.objects.get(id=one.id), label="narrow", scopes=scopes)
    return Person(id=one.id, handle=one.handle, token=token)


def call(who: Person, verb: str, path: str) -> Any:
    return getattr(who, verb.lower())(path)


@pytest.mark.parametrize(("verb", "path", "needed", "status"), CALLS)
def test_each_call_needs_its_scope_and_no_other(verb: str, path: str, needed: str, status: int) -> None:
    assert call(holder_of(needed), verb, path).status_code == status
    lacking = call(holder_of(*(scope for scope in SCOPES if scope != needed)), verb, path)
    if needed == "read" and not path.endswith("mine=true"):
        assert lacking.status_code == status
        return
    assert (lacking.status_code, lacking.json()["code"]) == (403, "insufficient_scope")
    assert lacking.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{needed}"'
    assert lacking.json()["params"] == {"scope": needed}


@pytest.mark.parametrize(("verb", "path", "needed", "status"), CALLS)
def test_a_stranger_may_do_what_needs_no_more_than_read(verb: str, path: str, needed: str, status: int) -> None:
    own = path.endswith("mine=true")
    expected = status if needed == "read" and not own else 401
    assert call(STRANGER, verb, path).status_code == expected


def test_a_token_without_the_scope_to_read_reads_what_a_stranger_may_and_no_more() -> None:
    """Of a match of its player's: the public one without their hand, the private one not at all."""
    narrow = holder_of("play", "host")
    whole = replace(narrow, token=str(tokens.issue(Player.objects.get(id=narrow.id), label="all", scopes=SCOPES)[1]))
    wish = {"game": "spell-a-spell", "seats": 2, "bots": ["random"]}
    public, private = (
        whole.post("/matches", {**wish, "visibility": one}).json()["id"] for one in ("public", "private")
    )
    for path in ("", "/view", "/prompts", "/events", "/export"):
        told, strangers, own = (who.get(f"/matches/{public}{path}") for who in (narrow, STRANGER, whole))
        assert (told.status_code, unclocked(told.content)) == (strangers.status_code, unclocked(strangers.content))
        assert unclocked(told.content) != unclocked(own.content) or path not in ("", "/view")
        assert narrow.get(f"/matches/{private}{path}").status_code == 404
    assert whole.get(f"/matches/{private}").status_code == 200


def test_a_verb_that_the_address_does_not_know_is_405_whatever_the_scope() -> None:
    for who in (STRANGER, holder_of("read"), holder_of(*SCOPES)):
        assert who.delete("/games").status_code == 405
        assert who.patch(f"{NOWHERE}/join").status_code == 405


def test_signing_up_logging_in_and_codes_from_mails_need_no_scope() -> None:
    for who in (STRANGER, holder_of("read")):
        assert who.post("/players", {"handle": f"New_{new_id()[-12:]}"}).status_code == 201
        assert who.post("/tokens", {}).status_code == 400
        assert who.post("/email-confirmations", {}).status_code == 400
        assert who.post("/password-resets", {}).status_code == 400
        assert who.post("/password-resets/complete", {}).status_code == 400


def test_every_call_that_changes_something_names_a_scope() -> None:
    forgotten = [
        (view.__name__, verb)
        for view in views(v1)
        if view.permission_classes != (AllowAny,)
        for verb in ("POST", "PUT", "PATCH", "DELETE")
        if hasattr(view, verb.lower()) and getattr(view, "scopes", {}).get(verb) not in SCOPES
    ]
    assert forgotten == []


def views(patterns: list[Any]) -> Iterator[type[APIView]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            yield pattern.callback.cls  # type: ignore[attr-defined]
