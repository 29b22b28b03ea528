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
    """A view with the same response for every caller: it only checks whether a token is valid."""

    def look_up(self, request: Request, digest: bytes | None) -> Caller | None:
        return tokens.caller(digest)


def viewer(request: Request) -> str | None:
    """The caller's player id; None without a token."""
    return str(request.user.id) if isinstance(request.user, Player | Caller) else None


def caller(request: Request) -> str:
    """The caller's player id; a permission has already required a token."""
    assert isinstance(request.user, Player | Caller)
    return str(request.user.id)


def token_of(request: Request) -> str:
    """The id of the request's token; only for requests that name no match."""
    assert isinstance(request.auth, Token)
    return str(request.auth.id)


def scopes_of(request: Request) -> Collection[str]:
    """The scopes of the request's token."""
    assert isinstance(request.auth, Token | Caller)
    return request.auth.scopes


def known_match(request: Request, match: str, *, invitation: str | None = None, key: str | None = None) -> Known:
    """The match that the address names, if the caller may know of it (`access.known`)."""
    call = call_of(request).match
    if call is None:
        return access.known(match, viewer(request), invitation=invitation, key=key)
    return access.known_by(call, viewer(request), invitation=invitation, key=key)


def match_answer(request: Request, known: Known, appended: Appended) -> Response:
    """The response of a call that changed a match, now or before a retry: the match as the caller may see it now."""
    shown = resources.match(
        access.after(known, caller(request), appended.last), caller(request), languages.words(request)
    )
    return Response(shown.body, headers={**entity_tags.PRIVATE, "ETag": shown.tag, **replayed(appended.replayed)})


def replayed(again: bool) -> dict[str, str]:
    """The header of a call that was carried out before, once its record is safe on the standbys.

    Raises `outages.InDoubt`.
    """
    if not again:
        return {}
    store.confirm()
    return {"Idempotent-Replayed": "true"}


def shows_record(request: Request, player: Player) -> bool:
    """Whether the caller may see a player's record."""
    return player.kind != DELETED and (player.shows_record or viewer(request) == str(player.id))


def check_own(request: Request, asked: Mapping[str, str]) -> None:
    """Refuse a stranger, and a token without the scope `read`, who filter by the caller's own items (`own_filters`)."""
    if requests.own_filters(asked) and viewer(request) is None:
        raise InsufficientScope(READ) if call_of(request).is_narrow else NotAuthenticated


def page(request: Request, items: list[Any], cursor: Mapping[str, object] | None, **more: Any) -> Response:
    """A page of a list; `cursor` has the changed parameters of the next page, and is None on the last one."""
    return entity_tags.of_content(request, {"items": items, "next": following(request, cursor), **more})


def following(request: Request, cursor: Mapping[str, object] | None) -> str | None:
    """The request's URL with these parameters changed."""
    return None if cursor is None else f"{request.path}?{urlencode({**request.query_params.dict(), **cursor})}"
