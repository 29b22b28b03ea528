from typing import ClassVar

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests
from api.answers.people import MailSent
from api.views.base import caller
from games.matches.accounts import mails


class MyConfirmationsView(APIView):
    """Send a code to the caller's address."""

    buckets: ClassVar = {"POST": "sign_up"}
    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(MailSent(email=mails.ask_confirmation(caller(request))), status=202)


class ConfirmationsView(APIView):
    """Confirm an address by the code that was sent to it."""

    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def post(self, request: Request) -> Response:
        mails.confirm(requests.body(request, bodies.CONFIRMATION)["token"])
        return Response(status=204)


class ResetsView(APIView):
    """Send a code to an address, if an account has confirmed it; the response never says whether one has."""

    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.RESET_WISH)
        mails.ask_reset(requests.email(asked["email"]))
        return Response(status=202)


class NewPasswordsView(APIView):
    """Set a new password by the code that came by mail."""

    permission_classes = (AllowAny,)
    buckets: ClassVar = {"POST": "sign_up"}

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.NEW_PASSWORD)
        mails.reset(asked["token"], asked["password"])
        return Response(status=204)
