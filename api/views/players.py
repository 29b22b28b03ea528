from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import resources, schemas
from games.matches import players


class PlayersView(APIView):
    """Sign up."""

    permission_classes = (AllowAny,)

    def post(self, request: Request) -> Response:
        wanted = schemas.body(request, schemas.SIGN_UP)
        player, token = players.sign_up(
            wanted["handle"], locale=wanted.get("locale", "en"), key=schemas.idempotency_key(request)
        )
        return Response({"player": resources.player(player), "token": token}, status=201)
