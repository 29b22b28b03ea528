from typing import ClassVar, cast

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.answers.matches import Audit
from api.http import entity_tags, gate
from api.views.base import known_match
from games.luck.retelling import NotCounted
from games.matches.audit import audits
from games.matches.audit.audits import Verdict
from games.matches.counts import counting
from games.matches.errors import MatchNotFinished, MatchQuarantined
from games.table.state import FINISHED


class AuditView(APIView):
    """The result of an audit of a stored match: each check, with the first version that fails it."""

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


class LuckView(APIView):
    """The statistics of the draws of an ended match."""

    buckets: ClassVar = {"GET": "audit"}

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        loaded = known_match(request, match).load()
        if loaded.match.table.status != FINISHED:
            raise MatchNotFinished
        with gate.AUDITS.turn():
            try:
                facts = counting.facts_of(loaded)
            except NotCounted:
                # The rules as they are now cannot follow it.
                raise MatchQuarantined from None
        return entity_tags.of_content(request, resources.match_luck(loaded.match.id, facts))


def _verdict(match_id: str) -> Verdict:
    known = audits.remembered(match_id)
    if known is not None:
        return known
    with gate.AUDITS.turn():
        # The call before may have been about the same match.
        return audits.verdict(match_id)
