"""Cups: several matches that belong together."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import answers, bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller, check_own, page, replayed, viewer
from games.cups import running
from games.cups.running import PlayedRound
from games.matches.cups import book, entering
from games.matches.cups.entering import CupTerms
from games.matches.lists import queries
from games.matches.models.cups import CupRow
from games.matches.presentation.resources import time


class CupsView(APIView):
    """List cups, or make one."""

    scopes: ClassVar = {"POST": "host"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "game", "status", "mine", "before", "limit")
        limit, is_mine = requests.limit(asked), "mine" in requests.own_filters(asked)
        check_own(request, asked)
        rows = book.listed(
            game=asked.get("game"),
            status=requests.cup_status(asked),
            player=viewer(request) if is_mine else None,
            before=requests.id_cursor(asked),
            # One more than the page tells whether there is another.
            limit=limit + 1,
        )
        cursor = {"before": str(rows[limit - 1].id)} if len(rows) > limit else None
        return page(request, list(map(_summary, rows[:limit])), cursor)

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.NEW_CUP)
        sizes = asked.pop("seats")
        terms = CupTerms(least=sizes["min"], most=sizes["max"], **asked)
        row, again = entering.create(caller(request), terms, key=requests.idempotency_key(request))
        location = f"{request.path}/{row.id}"
        return Response(_cup(row), status=201, headers={"Location": location, **replayed(again)})


class CupView(APIView):
    """One cup."""

    def get(self, request: Request, cup: str) -> Response:
        requests.query(request)
        return entity_tags.of_content(request, _cup(book.found(cup)))


class CupEntryView(APIView):
    """The caller's place in a cup."""

    scopes: ClassVar = {"PUT": "play", "DELETE": "play"}

    def put(self, request: Request, cup: str) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(_cup(entering.enter(cup, caller(request))))

    def delete(self, request: Request, cup: str) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(_cup(entering.leave(cup, caller(request))))


class CupStartView(APIView):
    """Start a cup before it is full."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, cup: str) -> Response:
        requests.body(request, bodies.EMPTY)
        row, again = entering.start(cup, caller(request))
        return Response(_cup(row), headers=replayed(again))


class CupCancelView(APIView):
    """Call a cup off before its start."""

    scopes: ClassVar = {"POST": "host"}

    def post(self, request: Request, cup: str) -> Response:
        requests.body(request, bodies.EMPTY)
        row, again = entering.cancel(cup, caller(request))
        return Response(_cup(row), headers=replayed(again))


class CupEventsView(APIView):
    """The events of a cup."""

    def get(self, request: Request, cup: str) -> Response:
        requests.query(request)
        row = book.found(cup)
        return entity_tags.of_content(request, {"cup": str(row.id), "items": book.told(row)})


def _summary(row: CupRow) -> answers.cups.CupSummary:
    terms: dict[str, Any] = row.terms
    return {
        "id": str(row.id),
        "name": row.name,
        **{name: terms[name] for name in _TERMS},  # type: ignore[typeddict-item]
        "entered": row.entered,
        "host": resources.player(row.host),
        "status": row.status,
        "made_at": time(row.made_at),
    }


_TERMS = ("game", "set", "system", "places", "seats", "rounds", "round_seconds", "rated", "bot")


def _cup(row: CupRow) -> answers.cups.Cup:
    cup = book.read(row)
    people = {one: resources.player(found) for one, found in queries.players(cup.players).items()}
    return {
        **_summary(row),
        "players": [people[one] for one in cup.players],
        "standings": [
            {
                "entrant": one.entrant,
                "player": people.get(cup.entrants[one.entrant]["player"] or ""),
                "bot": cup.entrants[one.entrant]["bot"],
                "place": one.place,
                "points": one.points,
                "firsts": one.firsts,
                "opponents": one.opponents,
                "last_round": one.last_round,
                "withdrawn": one.entrant in cup.withdrawn,
            }
            for one in running.standings(cup)
        ],
        "played": [_round(played) for played in cup.rounds],
        "round_ends_at": time(row.round_ends_at),
        "commitment": cup.created["commitment"],
        "seed": cup.seed,
        "version": row.version,
    }


def _round(played: PlayedRound) -> answers.cups.CupRound:
    return {
        "tables": [
            {
                "entrants": list(one.entrants),
                "match": one.match,
                "result": None
                if one.result is None
                else {"ranking": [list(level) for level in one.result.ranking], "by": one.result.by},
            }
            for one in played.tables
        ],
        "skipped": list(played.skipped),
    }
