from typing import ClassVar, cast

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests
from api.answers import Audit
from api.http import entity_tags
from api.views.base import viewer
from games.matches import access
from games.matches.audit import audits


class AuditView(APIView):
    """Whether a match as it is stored holds: each check, or the first version that fails it."""

    bucket: ClassVar = "audit"

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        found = audits.verdict(access.known(match, viewer(request)).id)
        body = cast(Audit, {**found.checks, "head": found.head or None, "events": found.events})
        return Response(body, headers=entity_tags.PRIVATE)
