from functools import cache
from pathlib import Path

from django.http import HttpResponse
from rest_framework.request import Request

from api import requests
from api.http import entity_tags
from api.http.entity_tags import Document
from api.views.base import ForEverybody

FILE = Path(__file__).parents[1] / "openapi.json"


class OpenAPIView(ForEverybody):
    """The OpenAPI document that is checked in."""

    def get(self, request: Request) -> HttpResponse:
        requests.query(request)
        return entity_tags.document(request, _document())


@cache
def _document() -> Document:
    return Document(FILE.read_bytes())
