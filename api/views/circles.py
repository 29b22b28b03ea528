"""The caller's circles: the players whom they follow, keep away or mute."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.http import entity_tags
from api.views.base import caller
from games.matches.accounts import following, keeping_away
from games.matches.accounts.circles import Circle
from games.matches.accounts.following import FOLLOWS
from games.matches.accounts.keeping_away import KEPT_AWAY
from games.matches.talk.chat import MUTED


class CircleView(APIView):
    """All players of one circle."""

    circle: ClassVar[Circle]
    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.player, self.circle.players(caller(request))))
        return entity_tags.of_content(request, {"items": items})


class MemberView(APIView):
    """One player of a circle."""

    circle: ClassVar[Circle]
    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    def put(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        self.add(caller(request), player)
        return Response(status=204)

    def delete(self, request: Request, player: str) -> Response:
        requests.body(request, bodies.EMPTY)
        self.circle.remove(caller(request), player)
        return Response(status=204)

    def add(self, player: str, other: str) -> None:
        self.circle.add(player, other)


class BlocksView(CircleView):
    """The players whom the caller keeps away."""

    circle: ClassVar = KEPT_AWAY


class BlockView(MemberView):
    """One player whom the caller keeps away."""

    circle: ClassVar = KEPT_AWAY

    def add(self, player: str, other: str) -> None:
        keeping_away.block(player, other)


class MutesView(CircleView):
    """The players whose messages the caller does not see."""

    circle: ClassVar = MUTED


class MuteView(MemberView):
    """One player whose messages the caller does not see."""

    circle: ClassVar = MUTED


class FollowsView(APIView):
    """The players whom the caller follows, and where they play."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        items = list(map(resources.followed, following.followed(caller(request))))
        return entity_tags.of_content(request, {"items": items})


class FollowView(MemberView):
    """One player whom the caller follows."""

    circle: ClassVar = FOLLOWS
