"""A player's open invitations, whichever match they are to."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import bodies, requests, resources
from api.views.base import caller, page
from games.matches.lobby import invitation_lists


class MyInvitationsView(APIView):
    """The open invitations that the caller has received, or has made."""

    scopes: ClassVar = {"GET": "account"}

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "role", "before", "limit")
        role, before, limit = requests.role(asked), requests.id_cursor(asked), requests.limit(asked)
        rows, following = invitation_lists.listed(caller(request), role, before=before, limit=limit)
        return page(
            request, list(map(resources.listed_invitation, rows)), None if following is None else {"before": following}
        )


class MyInvitationView(APIView):
    """One open invitation that the caller has received, or has made."""

    scopes: ClassVar = {"DELETE": "account"}

    def delete(self, request: Request, invitation: str) -> Response:
        requests.body(request, bodies.EMPTY)
        invitation_lists.withdraw(caller(request), invitation)
        return Response(status=204)
