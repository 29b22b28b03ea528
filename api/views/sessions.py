from typing import ClassVar

from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import rate_limits, session
from api.http.authentication import CHALLENGE
from api.http.entity_tags import SECRET
from api.views.players import signed_up
from games.matches.accounts import tokens
from games.matches.accounts.handles import handle_key
from games.matches.accounts.players import log_in
from games.matches.errors import NotThePage
from games.matches.models.people import Player

LABEL = "browser"


class SessionView(APIView):
    """The session of the page: log in, stay, log out. The token goes into a cookie and stands in no answer."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def get_authenticate_header(self, request: Request) -> str:
        return CHALLENGE

    def put(self, request: Request) -> Response:
        _require_page(request)
        requests.body(request, bodies.EMPTY)
        secret = session.secret(request._request)
        if secret is None or tokens.find(secret) is None:
            raise AuthenticationFailed
        response = Response(status=204, headers=SECRET)
        session.begin(response, secret)
        return response

    def post(self, request: Request) -> Response:
        _require_page(request)
        asked = requests.body(request, bodies.LOG_IN)
        rate_limits.count_handle(request, handle_key(asked["handle"]))
        made, secret = log_in(**asked, label=LABEL, scopes=tokens.SIGN_UP_SCOPES, key=None)
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
    """`NotThePage` for anybody else: another page must not log a visitor in or out either."""
    if not session.is_own(request._request):
        raise NotThePage


def _begun(request: Request, player: Player, secret: str) -> Response:
    _end_before(request)
    response = Response(resources.me(player), status=201, headers=SECRET)
    session.begin(response, secret)
    return response


def _end_before(request: Request) -> None:
    """Revoke the session that the browser had: nobody else holds its token."""
    if (before := session.secret(request._request)) is not None:
        tokens.revoke_secret(before)
