from typing import ClassVar

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import known_browsers, rate_limits, session
from api.http.authentication import CHALLENGE
from api.http.entity_tags import SECRET
from api.views.players import signed_up
from games.matches.accounts import tokens
from games.matches.accounts.handles import handle_key
from games.matches.accounts.players import log_in, with_handle
from games.matches.errors import NotThePage
from games.matches.models.people import Player
from games.matches.play import time_off

LABEL = "browser"


class SessionView(APIView):
    """The session of the page: log in, renew, log out. The token goes into a cookie and appears in no response."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}
    # Of one address they are counted apart from strangers.
    knows_browsers = True

    def get_authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def put(self, request: Request) -> Response:
        _require_page(request)
        requests.body(request, bodies.EMPTY)
        secret = session.secret(request._request)
        token = None if secret is None else tokens.find(secret)
        if secret is None or token is None:
            raise AuthenticationFailed
        response = Response(status=204, headers=SECRET)
        session.begin(response, secret)
        known_browsers.renew(request._request, response, token.player)
        return response

    def post(self, request: Request) -> Response:
        _require_page(request)
        asked = requests.body(request, bodies.LOG_IN)
        mark = _mark(request, asked["handle"])
        is_known = rate_limits.count_handle(request, handle_key(asked["handle"]), mark=mark)
        scopes = tokens.SIGN_UP_SCOPES
        made, secret = log_in(**asked, label=LABEL, scopes=scopes, key=None, is_known=is_known)
        rate_limits.remember_address(request, handle_key(asked["handle"]), str(made.player_id))
        return _begun(request, made.player, secret)

    def delete(self, request: Request) -> Response:
        _require_page(request)
        requests.body(request, bodies.EMPTY)
        _end_before(request)
        response = Response(status=204)
        session.end(response)
        return response


class SessionPlayersView(APIView):
    """Sign up on the page, as a guest or with a password."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def post(self, request: Request) -> Response:
        _require_page(request)
        return _begun(request, *signed_up(request, label=LABEL))


def _require_page(request: Request) -> None:
    """Raises `NotThePage` for any other origin: another page must not log a visitor in or out."""
    if not session.is_own(request._request):
        raise NotThePage


def _mark(request: Request, handle: str) -> str | None:
    """The mark of a browser that has logged in to this handle's account before; without one no account is read."""
    if not known_browsers.is_known(request._request):
        return None
    player = next(iter(with_handle(handle)), None)
    return None if player is None else known_browsers.mark_of(request._request, player)


def _begun(request: Request, player: Player, secret: str) -> Response:
    _end_before(request)
    response = Response(resources.me(player, time_off.time_off(player)), status=201, headers=SECRET)
    session.begin(response, secret)
    known_browsers.keep(request._request, response, player)
    return response


def _end_before(request: Request) -> None:
    """Revoke the browser's earlier session: only this browser has its token."""
    if (before := session.secret(request._request)) is not None:
        tokens.revoke_secret(before)
