from rest_framework.request import Request
from rest_framework.response import Response

from api import requests
from api.http import entity_tags, problems
from api.views.base import ForEverybody


class ProblemsView(ForEverybody):
    """Every code that a refusal can have, with its texts in the caller's language."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        language = problems.language(request)
        headers = {**entity_tags.PUBLIC, "Content-Language": language, "Vary": "Authorization, Accept-Language"}
        body = {"items": problems.published(language), "next": None}
        return entity_tags.of_content(request, body, headers)
