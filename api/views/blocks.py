"""The players whom the caller keeps away."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller
from games.matches.accounts import keeping_away


class BlocksView(APIView):
    """The players whom the caller keeps away."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.player, keeping_away.kept_away(caller(request))))
        return entity_tags.of_content(request, {"items": items})


class BlockView(APIView):
    """One player whom the caller keeps away."""

    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    def put(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        keeping_away.block(caller(request), player)
        return Response(status=204)

    def delete(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        keeping_away.unblock(caller(request), player)
        return Response(status=204)
