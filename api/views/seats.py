import re
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import schemas
from api.views.base import caller, match_answer
from api.views.matches import BareCall
from games.matches import autopilot, lobby, pausing, selectors
from games.matches.errors import UnknownSeat


class BotsView(APIView):
    """Seat a bot."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, match: str) -> Response:
        key = schemas.idempotency_key(request)
        match_id = selectors.known_id(match, caller(request), key=key)
        asked = schemas.body(request, schemas.BOT)
        taken = lobby.seat_bot(match_id, caller(request), seat=asked.get("seat"), bot=asked["bot"], key=key)
        return match_answer(request, match_id, taken)


class TakeBackView(APIView):
    """Leave autopilot."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str, seat: str) -> Response:
        schemas.body(request, schemas.EMPTY)
        key = schemas.idempotency_key(request)
        match_id = selectors.known_id(match, caller(request), key=key)
        return match_answer(request, match_id, autopilot.take_back(match_id, caller(request), _number(seat), key=key))


class PauseView(BareCall):
    """Agree to a pause."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(pausing.pause)


class ResumeView(BareCall):
    """Agree to go on."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(pausing.resume)


def _number(seat: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", seat):
        raise UnknownSeat(seat="…")
    return int(seat)
