from typing import Any

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import resources, schemas
from api.views.base import caller, match_answer, page, replayed, viewer
from games.matches import clocks, lobby, play, seeing, selectors
from games.matches.lobby import NewMatch
from games.matches.selectors import Filter


class MatchesView(APIView):
    """List matches, or make one."""

    def get(self, request: Request) -> Response:
        wanted, limit = _filter(request)
        as_of = selectors.listings_as_of()
        # One more than the page tells whether there is another.
        rows = selectors.list_matches(wanted, limit=limit + 1)
        cursor = {"before": rows[limit - 1].match_id} if len(rows) > limit else None
        items = resources.matches(rows[:limit], viewer(request))
        return page(request, items, cursor, as_of=seeing.time(as_of))

    def post(self, request: Request) -> Response:
        new = _new_match(schemas.body(request, schemas.NEW_MATCH))
        match_id, again = lobby.create(caller(request), new, key=schemas.idempotency_key(request))
        made = resources.match(selectors.match_for(match_id), caller(request))
        return Response(made, status=201, headers={"Location": made["links"]["self"], **replayed(again)})


class MatchView(APIView):
    """One match."""

    def get(self, request: Request, match: str) -> Response:
        schemas.query(request)
        return Response(resources.match(selectors.match_for(match), viewer(request)))


class JoinView(APIView):
    """Take a seat."""

    def post(self, request: Request, match: str) -> Response:
        match_id = selectors.checked_id(match)
        asked = schemas.body(request, schemas.JOIN)
        taken = lobby.join(
            match_id,
            caller(request),
            seat=asked.get("seat"),
            entropy=asked.get("entropy"),
            key=schemas.idempotency_key(request),
        )
        return match_answer(request, match_id, taken)


class _BareCall(APIView):
    """A call that says all by its address."""

    service: Any

    def post(self, request: Request, match: str) -> Response:
        match_id = selectors.checked_id(match)
        schemas.body(request, schemas.EMPTY)
        taken = type(self).service(match_id, caller(request), key=schemas.idempotency_key(request))
        return match_answer(request, match_id, taken)


class LeaveView(_BareCall):
    """Give the seat back before the start."""

    service = staticmethod(lobby.leave)


class StartView(_BareCall):
    """Start a full match."""

    service = staticmethod(lobby.start)


class CancelView(_BareCall):
    """Call a match off before its start."""

    service = staticmethod(lobby.cancel)


class ResignView(_BareCall):
    """Leave a running match for good."""

    service = staticmethod(play.resign)


def _new_match(asked: dict[str, Any]) -> NewMatch:
    return NewMatch(
        game=asked["game"],
        seats=asked["seats"],
        options=asked.get("options", {}),
        clock=asked.get("clock", clocks.NONE),
        visibility=asked.get("visibility", "public"),
        name=asked.get("name", ""),
        start=asked.get("start", "auto"),
        entropy=asked.get("entropy"),
    )


def _filter(request: Request) -> tuple[Filter, int]:
    asked = schemas.query(request, "game", "status", "mine", "waiting_for", "before", "limit")
    own = schemas.own_filters(asked)
    player = viewer(request)
    if own and player is None:
        raise NotAuthenticated
    wanted = Filter(
        game=asked.get("game"),
        status=schemas.status(asked),
        mine=player if "mine" in own else None,
        waiting_for=player if "waiting_for" in own else None,
        before=schemas.match_cursor(asked),
    )
    return wanted, schemas.limit(asked)
