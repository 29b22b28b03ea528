from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests
from api.http import entity_tags, problems


class ProblemsView(APIView):
    """Every code that a refusal can have, with its texts in the caller's language."""

    def get(self, request: Request) -> Response:
        requests.query(request)
        language = problems.language(request)
        headers = {**entity_tags.PUBLIC, "Content-Language": language, "Vary": "Authorization, Accept-Language"}
        return Response({"items": problems.published(language), "next": None}, headers=headers)
