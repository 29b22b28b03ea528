"""The players whom the caller follows."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller
from games.matches.accounts import following


class FollowsView(APIView):
    """The players whom the caller follows, and where they play."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.followed, following.followed(caller(request))))
        return entity_tags.of_content(request, {"items": items})


class FollowView(APIView):
    """One player whom the caller follows."""

    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    def put(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        following.follow(caller(request), player)
        return Response(status=204)

    def delete(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        following.unfollow(caller(request), player)
        return Response(status=204)
