"""Bearer tokens (RFC 6750)."""

import re
from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.matches import access
from games.matches.accounts import tokens
from games.matches.models.ids import as_uuid
from games.matches.models.people import Player, Token

CHALLENGE = 'Bearer realm="tabularium"'
IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer tab_…` stands for a player; no header for none, and a wrong one is refused.

    A call to a match asks by the same statement for all that it has to know of the match (`call_of`).
    """

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        secret = _secret(request)
        token = _token(request, secret)
        if secret is None:
            return None
        if token is None:
            raise AuthenticationFailed
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


def call_of(request: Request) -> access.Call | None:
    """What was read with the caller's token of the match that the address names; None where it names none."""
    return getattr(request, "match_call", None)


def _secret(request: Request) -> str | None:
    words = get_authorization_header(request).split()
    if not words:
        return None
    if len(words) != 2 or words[0].lower() != b"bearer":
        raise AuthenticationFailed
    # A byte outside ASCII cannot be part of a token, and must not become an error of ours.
    return words[1].decode("ascii", "replace")


def _token(request: Request, secret: str | None) -> Token | None:
    context: Any = request.parser_context
    match = as_uuid(context["kwargs"].get("match", ""))
    if match is None:
        return None if secret is None else tokens.find(secret)
    key = request.headers.get("Idempotency-Key", "")
    # A view that needs more than most says so; what is wrong with the request is told after its token.
    wish = getattr(context["view"], "needs", None)
    call = access.call(
        str(match),
        secret,
        key=key if IDEMPOTENCY_KEY.fullmatch(key) else None,
        **({} if wish is None else wish(request)),
    )
    request.match_call = call  # type: ignore[attr-defined]
    return call.token
