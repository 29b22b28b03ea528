from collections.abc import Iterator

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from api import bodies, requests
from api.answers.people import Limit, Limits, Sizes
from api.http import entity_tags
from api.http.rate_limits import WINDOW_SECONDS
from api.views.base import ForEverybody

DAY_SECONDS = 24 * 3600
# Of what may be set going, events are counted by the day; the rest is what there is at once.
BY_THE_DAY = ("events", "bytes")


class LimitsView(ForEverybody):
    """The service's rate limits, quotas, and largest sizes of requests."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        sizes: Sizes = {
            "body_bytes": settings.MAX_BODY_BYTES,
            "body_depth": settings.MAX_BODY_DEPTH,
            "address_characters": settings.MAX_ADDRESS_CHARACTERS,
            "page_items": bodies.MAX_LIMIT,
            "wait_seconds": requests.MAX_WAIT_SECONDS,
        }
        body: Limits = {"calls": list(_calls()), "quotas": list(_quotas()), "sizes": sizes}
        return entity_tags.of_content(request, body, entity_tags.PUBLIC)


def _calls() -> Iterator[Limit]:
    for bucket, limits in settings.RATE_LIMITS.items():
        for counted_for, limit in limits.items():
            yield {"name": bucket, "counted_for": counted_for, "limit": limit, "window_seconds": WINDOW_SECONDS}


def _quotas() -> Iterator[Limit]:
    for quota, limits in settings.QUOTAS.items():
        window = DAY_SECONDS if quota in BY_THE_DAY else None
        for counted_for, limit in limits.items():
            yield {"name": quota, "counted_for": counted_for, "limit": limit, "window_seconds": window}
