"""The queue: the standard sets, and the caller's standing wishes for a table of a set."""

from typing import ClassVar

from django.utils.timezone import now
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller
from games.matches.presentation.resources import time
from games.matches.queue import fill_figures, standard_sets, standing_wishes
from games.matches.queue.standing_wishes import WishTerms


class SetsView(APIView):
    """The standard sets of all games."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        waiting, lately = standing_wishes.waiting(), fill_figures.lately()
        items = [
            resources.standard_set(one, waiting.get((one.game, one.name), 0), lately.get((one.game, one.name)))
            for one in standard_sets.every()
        ]
        return entity_tags.of_content(request, {"items": items})


class WishesView(APIView):
    """The caller's standing wishes."""

    scopes: ClassVar = {"GET": "play"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.queue_wish, standing_wishes.listed(caller(request))))
        return entity_tags.of_content(request, {"items": items, "now": time(now())})


class WishView(APIView):
    """The caller's wish for a table of one set."""

    scopes: ClassVar = {"PUT": "play", "DELETE": "play"}

    def put(self, request: Request, game: str, set: str) -> Response:
        asked = requests.body(request, bodies.QUEUE_WISH)
        chosen, bots = standard_sets.queued(game, set), asked["bots"] or {}
        sizes = {"min": chosen.least, "max": chosen.most, **(asked["seats"] or {})}
        terms = WishTerms(
            least=sizes["min"],
            most=sizes["max"],
            bot=bots.get("bot", ""),
            bots_after=bots.get("after", 0),
            rated=asked["rated"],
            within=asked["within"],
            least_reliability=asked["least_reliability"],
        )
        return Response(resources.queue_wish(standing_wishes.put(caller(request), game, set, terms)))

    def delete(self, request: Request, game: str, set: str) -> Response:
        requests.body(request, bodies.EMPTY)
        standing_wishes.withdraw(caller(request), game, set)
        return Response(status=204)


class WishConfirmationView(APIView):
    """Confirm that the caller is there for the table to which they were called."""

    scopes: ClassVar = {"POST": "play"}

    def post(self, request: Request, game: str, set: str) -> Response:
        requests.body(request, bodies.EMPTY)
        return Response(resources.queue_wish(standing_wishes.confirm(caller(request), game, set)))
