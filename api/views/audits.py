from typing import ClassVar, cast

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests
from api.answers.matches import Audit
from api.http import entity_tags, gate
from api.views.base import known_match
from games.matches.audit import audits
from games.matches.audit.audits import Verdict
from games.matches.errors import MatchNotFinished


class AuditView(APIView):
    """Whether a match as it is stored holds: each check, or the first version that fails it."""

    buckets: ClassVar = {"GET": "audit"}

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        known = known_match(request, match)
        if known.lobby.delay is not None and known.load() is not known.whole():
            # It would tell how far the match has come.
            raise MatchNotFinished
        found = _verdict(known.id)
        body = cast(Audit, {**found.checks, "head": found.head or None, "events": found.events})
        return Response(body, headers=entity_tags.PRIVATE)


def _verdict(match_id: str) -> Verdict:
    known = audits.remembered(match_id)
    if known is not None:
        return known
    with gate.AUDITS.turn():
        # The call before may have been about the same match.
        return audits.verdict(match_id)
