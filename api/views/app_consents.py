"""The question of the page to a player whom an app has sent, and the player's answer.

Only the page's own session may call these: with a token of the player's, a program could get itself another one with
more rights. The code that they need is imported at the first request, because it takes 30 MB (`api/oauth/protocol.py`).
"""

from typing import ClassVar

from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import rate_limits, session
from api.http.call import call_of
from api.http.entity_tags import SECRET
from api.views.base import caller
from games.matches.errors import NotThePage


class ConsentView(APIView):
    """A question or an answer about an app, on the page."""

    scopes: ClassVar = {"POST": "account"}

    def initial(self, request: Request, *given: object, **named: object) -> None:
        super().initial(request, *given, **named)
        if get_authorization_header(request) or not session.is_own(request._request):
            raise NotThePage


class AuthorizationQuestionView(ConsentView):
    """What an app asks for."""

    def post(self, request: Request) -> Response:
        from api.oauth import consents

        asked = requests.body(request, bodies.AUTHORIZATION_QUESTION)
        return Response(resources.consent_question(consents.asked(asked["query"])), headers=SECRET)


class AuthorizationView(ConsentView):
    """Give an app the access that it asks for, or refuse."""

    def post(self, request: Request) -> Response:
        from api.oauth import consents

        asked = requests.body(request, bodies.AUTHORIZATION)
        address = consents.answered(asked["query"], caller(request), accept=asked["accept"])
        return Response({"redirect_uri": address}, headers=SECRET)


class DeviceView(ConsentView):
    """A code that a player has typed. Codes are short, so attempts are limited by account and by address."""

    buckets: ClassVar = {"POST": "sign_up"}

    def count(self, request: Request) -> None:
        """Count an attempt for the player, whichever session it comes from; `Throttled`."""
        state = rate_limits.count("sign_up", {"handle": f"device {caller(request)}"})
        if state is not None and state.left < 0:
            call_of(request).rate_limit = state
            raise Throttled


class DeviceQuestionView(DeviceView):
    """The access that a device with this code asks for."""

    def post(self, request: Request) -> Response:
        from api.oauth import consents

        asked = requests.body(request, bodies.DEVICE_QUESTION)
        self.count(request)
        return Response(resources.consent_question(consents.asked_by_device(asked["user_code"])), headers=SECRET)


class DeviceAuthorizationView(DeviceView):
    """Give a device the access that it asks for, or refuse."""

    def post(self, request: Request) -> Response:
        from api.oauth import consents

        asked = requests.body(request, bodies.DEVICE_AUTHORIZATION)
        self.count(request)
        consents.answer_device(asked["user_code"], caller(request), accept=asked["accept"])
        return Response(status=204)
