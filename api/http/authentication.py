"""Bearer tokens (RFC 6750), and the page's session, which is one in a cookie."""

import re
from contextlib import suppress
from typing import Any

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, MethodNotAllowed, NotAuthenticated
from rest_framework.request import Request

from api.http import session
from api.http.call import call_of
from api.http.permissions import READ, scope_of
from games.matches import access
from games.matches.accounts import seen, tickets, tokens
from games.matches.accounts.tokens import Caller
from games.matches.errors import Refused
from games.matches.models.ids import as_uuid
from games.matches.models.people import Player, Token

CHALLENGE = 'Bearer realm="tabularium"'
IDEMPOTENCY_KEY = re.compile(r"[!-~]{1,128}")


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer tab_…`, else the page's session, stands for a player; a wrong one is refused.

    A call to a match asks by the same statement for all that it has to know of the match (`Call.match`). A view whose
    GET reads all by one statement has `look_up`: it takes the token's digest (None: no token) and gives the caller.
    """

    def authenticate(self, request: Request) -> tuple[Player, Token] | tuple[Caller, Caller] | None:
        _know_verb(request)
        secret = _secret(request)
        found = _found(request, secret)
        if secret is not None and found is None:
            raise AuthenticationFailed
        if found is not None:
            assert secret is not None
            seen.seen.note(str(found[0].id), tokens.digest(secret), seen.today(), found[0].seen_on)
            if _may_not_read(request, found[1]):
                # What the statement before has read was the player's.
                return _found(request, None)
        return found

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class TicketOrToken(BearerToken):
    """A stream is opened by a token, or by a ticket in its address (`?ticket=`), which is good for one stream, once."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | tuple[Caller, Caller] | None:
        ticket = request.query_params.get("ticket")
        if ticket is None:
            return super().authenticate(request)
        _know_verb(request)
        context: Any = request.parser_context
        match = context["kwargs"].get("match")
        token = tickets.spend(ticket, None if match is None else as_uuid(match))
        if token is None:
            raise AuthenticationFailed
        seen.seen.note(str(token.player_id), bytes(token.digest), seen.today(), token.player.seen_on)
        return None if _may_not_read(request, token) else (token.player, token)


def digest_of(request: Request) -> bytes | None:
    """What is kept of the caller's token; None for a caller without one."""
    if isinstance(request.auth, Token):
        return bytes(request.auth.digest)
    secret = _secret(request)
    return None if secret is None else tokens.digest(secret)


def _know_verb(request: Request) -> None:
    """Refuse a verb that the address does not know, whoever calls: it looks for no token, and spends no ticket."""
    context: Any = request.parser_context
    if request.method not in context["view"].allowed_methods:
        raise MethodNotAllowed(str(request.method))


def _may_not_read(request: Request, token: Token | Caller) -> bool:
    """Whether the call only reads and its token has no scope for that: it is answered as a stranger's is."""
    context: Any = request.parser_context
    reads = request.method in ("GET", "HEAD") and scope_of(context["view"], str(request.method)) == READ
    call_of(request).is_narrow = reads and READ not in token.scopes
    return call_of(request).is_narrow


def _secret(request: Request) -> str | None:
    words = get_authorization_header(request).split()
    if not words:
        return session.secret(request._request)
    if words[0].lower() != b"bearer":
        # No other scheme is known here: nobody is named, and the challenge says which is.
        raise NotAuthenticated
    if len(words) != 2:
        raise AuthenticationFailed
    # A byte outside ASCII cannot be part of a token, and must not become an error of ours.
    return words[1].decode("ascii", "replace")


def _found(request: Request, secret: str | None) -> tuple[Player, Token] | tuple[Caller, Caller] | None:
    """The player and the token; of a call to a match no more than it needs of both."""
    context: Any = request.parser_context
    match = as_uuid(context["kwargs"].get("match", ""))
    if match is not None:
        caller = _call(request, context["view"], str(match), secret).caller
        return None if caller is None else (caller, caller)
    look_up = getattr(context["view"], "look_up", None)
    if look_up is not None and request.method in ("GET", "HEAD"):
        # What is wrong with the request is told after its token.
        with suppress(Refused):
            caller = look_up(request, None if secret is None else tokens.digest(secret))
            return None if caller is None else (caller, caller)
    token = None if secret is None else tokens.find(secret)
    return None if token is None else (token.player, token)


def _call(request: Request, view: object, match: str, secret: str | None) -> access.MatchCall:
    key = request.headers.get("Idempotency-Key", "")
    # A view that needs more than most says so; what is wrong with the request is told after its token.
    needs = getattr(view, "needs", None)
    call = access.call(
        match,
        secret,
        key=key if IDEMPOTENCY_KEY.fullmatch(key) else None,
        **({} if needs is None else needs(request)),
    )
    call_of(request).match = call
    return call
