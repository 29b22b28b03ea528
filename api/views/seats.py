import re
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import entity_tags, languages
from api.views.base import caller, known_match, match_answer, replayed
from api.views.matches import BareCall, starting
from games.matches import access
from games.matches.errors import UnknownSeat
from games.matches.lobby import lobby, rematches, replacements
from games.matches.play import agreed_take_backs, autopilot, own_notes, pauses, seat_keys, standing_orders
from games.matches.play.seat_keys import Binding


class BotsView(APIView):
    """Seat a bot."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, match: str) -> Response:
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        asked = requests.body(request, bodies.BOT)
        with starting(known.id):
            taken = lobby.seat_bot(known.id, caller(request), seat=asked["seat"], bot=asked["bot"], key=key)
        return match_answer(request, known, taken)


class TakeBackView(APIView):
    """Leave autopilot."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str, seat: str) -> Response:
        requests.body(request, bodies.EMPTY)
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        return match_answer(request, known, autopilot.end_autopilot(known.id, caller(request), _number(seat), key=key))


class SeatKeysView(APIView):
    """Bind a key to the caller's seat, which signs its moves from then on."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        asked = requests.body(request, bodies.SEAT_KEY)
        binding = Binding(key=asked["key"], proof=asked["proof"], vouched=asked.get("vouched"))
        return match_answer(request, known, seat_keys.bind(known.id, caller(request), binding, key=key))


class ReplacementView(APIView):
    """Invite a player to take an absent player's seat."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str, seat: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.REPLACEMENT)
        made, secret = replacements.invite(
            known.id,
            caller(request),
            _number(seat),
            seconds=asked["expires_in_seconds"],
            key=requests.idempotency_key(request),
        )
        location = f"{resources.BASE}/matches/{known.id}/invitations/{made.id}"
        return Response(resources.invitation(made, secret), status=201, headers={"Location": location})


class ConsentView(APIView):
    """Consent to a replacement for an absent player."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str, seat: str) -> Response:
        key = requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        asked = requests.body(request, bodies.CONSENT)
        given = replacements.consent(known.id, caller(request), _number(seat), invited_by=asked["invited_by"], key=key)
        return match_answer(request, known, given)


class StandingOrdersView(APIView):
    """Which kinds of prompts are declined on the caller's behalf in this match."""

    scopes: ClassVar = {"GET": "play", "PUT": "play"}

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        known = known_match(request, match)
        return Response(resources.standing_orders(standing_orders.of_player(known.id, caller(request))))

    def put(self, request: Request, match: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.STANDING_ORDERS)
        given = standing_orders.give(known.id, caller(request), asked["decline"], asked["skip"])
        return Response(resources.standing_orders(given))


class OwnNoteView(APIView):
    """The caller's private note on this match."""

    scopes: ClassVar = {"GET": "play", "PUT": "play"}

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        found = own_notes.read(known_match(request, match).id, caller(request))
        return entity_tags.of_content(request, resources.own_note(found))

    def put(self, request: Request, match: str) -> Response:
        known = known_match(request, match)
        asked = requests.body(request, bodies.OWN_NOTE)
        return Response(resources.own_note(own_notes.write(known.id, caller(request), asked["text"])))


class RematchView(APIView):
    """Play the same match once more."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        requests.body(request, bodies.EMPTY)
        key = requests.idempotency_key(request)
        known = known_match(request, match)
        again = rematches.rematch(known.id, caller(request), key=key)
        shown = resources.match(
            access.known(again.match_id, caller(request)), caller(request), languages.words(request)
        )
        headers = {**entity_tags.PRIVATE, "ETag": shown.tag, **replayed(not (again.made or again.joined))}
        if not again.made:
            return Response(shown.body, headers=headers)
        return Response(shown.body, status=201, headers={**headers, "Location": shown.body["links"]["self"]})


class AskTakeBackView(APIView):
    """Ask the others to agree to a take-back."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, match: str) -> Response:
        asked, key = requests.body(request, bodies.TAKE_BACK_WISH), requests.idempotency_key(request)
        known = known_match(request, match, key=key)
        return match_answer(request, known, agreed_take_backs.ask(known.id, caller(request), **asked, key=key))


class AgreeTakeBackView(BareCall):
    """Agree to a take-back that is asked for."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(agreed_take_backs.agree)


class RefuseTakeBackView(BareCall):
    """Refuse a take-back that is asked for."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(agreed_take_backs.refuse)


class PauseView(BareCall):
    """Agree to a pause."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(pauses.pause)


class ResumeView(BareCall):
    """Agree to resume."""

    scopes: ClassVar = {"POST": "play"}
    service = staticmethod(pauses.resume)


def _number(seat: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", seat):
        raise UnknownSeat(seat="…")
    return int(seat)
