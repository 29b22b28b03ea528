"""What the views share."""

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.http import entity_tags, languages
from api.http.call import call_of
from api.http.permissions import READ, InsufficientScope
from events import store
from games.matches import access
from games.matches.access import Known
from games.matches.accounts import tokens
from games.matches.accounts.tokens import Caller
from games.matches.models.people import DELETED, Player, Token
from games.matches.stream.commands import Appended


class ForEverybody(APIView):
    """A view that answers every caller alike: all that it asks of a token is whether it is good."""

    def look_up(self, request: Request, digest: bytes | None) -> Caller | None:
        return tokens.caller(digest)


def viewer(request: Request) -> str | None:
    """The caller's player id; None without a token."""
    return str(request.user.id) if isinstance(request.user, Player | Caller) else None


def caller(request: Request) -> str:
    """The caller's player id, where the permission has made sure that there is one."""
    assert isinstance(request.user, Player | Caller)
    return str(request.user.id)


def token_of(request: Request) -> str:
    """The id of the token that the call came with; of a call that names no match."""
    assert isinstance(request.auth, Token)
    return str(request.auth.id)


def scopes_of(request: Request) -> Collection[str]:
    """What the token is good for that the call came with."""
    assert isinstance(request.auth, Token | Caller)
    return request.auth.scopes


def known_match(request: Request, match: str, *, invitation: str | None = None, key: str | None = None) -> Known:
    """The match that the address names, if the caller may know of it (`access.known`)."""
    call = call_of(request).match
    if call is None:
        return access.known(match, viewer(request), invitation=invitation, key=key)
    return access.known_by(call, viewer(request), invitation=invitation, key=key)


def match_answer(request: Request, known: Known, appended: Appended) -> Response:
    """The match after a call that changed it, or that did so before: as it is now to a caller who may know that."""
    shown = resources.match(
        access.after(known, caller(request), appended.last), caller(request), languages.words(request)
    )
    return Response(shown.body, headers={**entity_tags.PRIVATE, "ETag": shown.tag, **replayed(appended.replayed)})


def replayed(again: bool) -> dict[str, str]:
    """The header of a call that was carried out before; what it has recorded is there for good then.

    Raises `outages.InDoubt`.
    """
    if not again:
        return {}
    store.confirm()
    return {"Idempotent-Replayed": "true"}


def shows_record(request: Request, player: Player) -> bool:
    """Whether the caller may know how a player has played."""
    return player.kind != DELETED and (player.shows_record or viewer(request) == str(player.id))


def check_own(request: Request, asked: Mapping[str, str]) -> None:
    """Refuse a stranger, and a token that may not read, what is asked for of the caller's own (`own_filters`)."""
    if requests.own_filters(asked) and viewer(request) is None:
        raise InsufficientScope(READ) if call_of(request).is_narrow else NotAuthenticated


def page(request: Request, items: list[Any], cursor: Mapping[str, object] | None, **more: Any) -> Response:
    """A page of a list; `cursor` holds the parameters that the next one differs in, None on the last."""
    return entity_tags.of_content(request, {"items": items, "next": following(request, cursor), **more})


def following(request: Request, cursor: Mapping[str, object] | None) -> str | None:
    """The address of the page that differs from this one in these parameters."""
    return None if cursor is None else f"{request.path}?{urlencode({**request.query_params.dict(), **cursor})}"
