from typing import ClassVar

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests
from api.http import languages
from api.http.authentication import digest_of
from api.http.formats import JSONRenderer, LinesRenderer, ServerSentRenderer
from api.live import pages
from api.live.formats import FORMS, LINES
from api.live.openings import Opening
from api.live.pages import Listener
from api.views.base import known_match, viewer
from games.matches.errors import Invalid, Unavailable
from games.matches.watch import Standing

# No cache may keep a stream, and no proxy hold it back or compress it.
STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Encoding": "identity"}


class MatchStreamView(APIView):
    """A match as it happens: what the caller has missed, and then what comes. The live process goes on with it."""

    buckets: ClassVar = {"GET": "streams"}
    # Lines first, for programs that take anything; JSON last, for the problem documents of who asks for it alone.
    renderer_classes = (LinesRenderer, ServerSentRenderer, JSONRenderer)

    def needs(self, request: Request) -> dict[str, tuple[int, int] | None]:
        """The first page, in the statement that looks up the token."""
        try:
            after = requests.resume(request, request.query_params.dict())
            return {"page": (after, after + pages.MOST)}
        except Invalid:
            # It is told as soon as the caller is known.
            return {}

    def get(self, request: Request, match: str) -> Response:
        after = requests.resume(request, requests.query(request, "after", "language"))
        _require_live_process(request._request)
        known = known_match(request, match)
        loaded, listener = known.load(), Listener(viewer(request), languages.of(request))
        page = pages.page(loaded, listener, after=after)
        if page.ends and not page.events and after:
            # A browser that is told so does not come back.
            return Response(status=204, headers=STREAM)
        form = FORMS.get(request.accepted_renderer.media_type, FORMS[LINES])
        response = Response(headers=STREAM)
        response.opening = Opening(  # type: ignore[attr-defined]
            match=known.id,
            listener=listener,
            digest=digest_of(request),
            form=form,
            page=page,
            standing=Standing(known.lobby.visibility, loaded.is_set_aside),
        )
        return response


def _require_live_process(request: HttpRequest) -> None:
    """`Unavailable` where a web process is asked: it hands streams on, and none of the live processes has answered."""
    if not getattr(request, "is_live", False):
        raise Unavailable
