from functools import cache
from pathlib import Path

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from api import requests
from api.http.entity_tags import PUBLIC

FILE = Path(__file__).parents[1] / "openapi.json"


class OpenAPIView(APIView):
    """The OpenAPI document that is checked in."""

    def get(self, request: Request) -> HttpResponse:
        requests.query(request)
        return HttpResponse(_document(), content_type="application/json", headers=PUBLIC)


@cache
def _document() -> bytes:
    return FILE.read_bytes()
