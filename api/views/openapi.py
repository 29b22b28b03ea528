from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from api import editions, requests
from api.http import entity_tags
from api.http.entity_tags import Document
from api.views.base import ForEverybody

FILE = Path(__file__).parents[1] / "openapi.json"


class OpenAPIView(ForEverybody):
    """The OpenAPI document that is checked in, or a smaller edition of it."""

    def get(self, request: Request) -> HttpResponse:
        asked = requests.query(request, "games", "openapi")
        return entity_tags.document(request, _edition(requests.games_of_document(asked), requests.openapi(asked)))


@cache
def _edition(games: str | None, version: str) -> Document:
    if games is None and version == editions.VERSIONS[0]:
        return Document(FILE.read_bytes())
    found: dict[str, Any] = orjson.loads(FILE.read_bytes())
    if games is not None:
        found = editions.lean(found) if games == editions.NO_GAMES else editions.of_game(found, games)
    return Document(orjson.dumps(found if version == editions.VERSIONS[0] else editions.in_3_2(found)))
