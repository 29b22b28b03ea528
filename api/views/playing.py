from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import schemas
from api.views.base import caller, page, replayed, viewer
from games.matches import play, quarantine, seeing, selectors, table


class ViewView(APIView):
    """All that the caller may know of a match now; a spectator's view without a seat."""

    def get(self, request: Request, match: str) -> Response:
        schemas.query(request)
        loaded = selectors.match_for(match).loaded
        status = seeing.status(loaded.match, quarantined=quarantine.is_quarantined(loaded.match.id))
        return Response(seeing.view(loaded.match, loaded.seat_of(viewer(request)), status=status))


class PromptsView(APIView):
    """The caller's open prompts with their legal moves."""

    def get(self, request: Request, match: str) -> Response:
        schemas.query(request)
        loaded = selectors.match_for(match).loaded
        items = seeing.prompts(loaded.match, loaded.seat_of(viewer(request)))
        return Response({"version": loaded.match.head.version, "items": items})


class MovesView(APIView):
    """Play one move from the caller's seat."""

    def post(self, request: Request, match: str) -> Response:
        match_id, player = selectors.checked_id(match), caller(request)
        taken = play.play(match_id, player, schemas.move_body(request), key=schemas.idempotency_key(request))
        answer = seeing.move_answer(match_id, player, taken)
        return Response(answer.body, status=201, headers=replayed(answer.replayed))


class EventsView(APIView):
    """The events of a match as the caller may see them."""

    def get(self, request: Request, match: str) -> Response:
        asked = schemas.query(request, "after", "limit")
        after, limit = schemas.after(asked), schemas.limit(asked)
        loaded = selectors.match_for(match).loaded
        seat = loaded.seat_of(viewer(request))
        ended = loaded.match.table.status == table.FINISHED
        shown = loaded.events[after : after + limit]
        cursor = {"after": shown[-1].version} if after + limit < len(loaded.events) else None
        return page(request, [seeing.event(stored, seat=seat, ended=ended) for stored in shown], cursor)
