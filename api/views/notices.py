from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.answers.notices import Unread
from api.http import languages
from api.views.base import caller, page
from games.core.prompts import Violation
from games.matches.errors import NotAllowed
from games.matches.models.people import Player
from games.matches.notices import inbox, preferences
from games.matches.profiles import changes


class NoticesView(APIView):
    """The caller's notices, newest first."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "unread", "before", "limit")
        limit, player = requests.limit(asked), request.user
        assert isinstance(player, Player)
        # One more than the page tells whether there is another.
        rows = inbox.listed(
            str(player.id), unread=requests.unread(asked), before=requests.id_cursor(asked), limit=limit + 1
        )
        cursor = {"before": rows[limit - 1].id} if len(rows) > limit else None
        items = [resources.notice(row, languages.of(request)[0]) for row in rows[:limit]]
        return page(request, items, cursor, unread=inbox.count_unread(str(player.id)))


class ReadView(APIView):
    """Mark notices as read."""

    scopes: ClassVar = {"POST": "account"}

    def post(self, request: Request) -> Response:
        asked = requests.body(request, bodies.READ)
        inbox.read(caller(request), notices=asked.get("notices", ()), up_to=asked.get("up_to"))
        return Response(Unread(unread=inbox.count_unread(caller(request))))


class NoticeSettingsView(APIView):
    """Which notices are sent by mail too, and the matches for which other choices hold."""

    scopes: ClassVar = {"GET": "account", "PATCH": "account"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        return Response(resources.notice_settings(preferences.of_player(caller(request))))

    def patch(self, request: Request) -> Response:
        asked = requests.body(request, bodies.NOTICE_SETTINGS)
        matches = {one["match"]: one["kinds"] for one in asked.get("matches", ())}
        if len(matches) < len(asked.get("matches", ())):
            raise NotAllowed([Violation(pointer="/matches", code="uniqueItems", detail="A match is named twice.")])
        changed = changes.change_notices(caller(request), mail=asked.get("mail"), matches=matches)
        return Response(resources.notice_settings(changed))
