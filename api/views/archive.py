"""All data that the service has about the caller, in one file: the same as all of their own lists show."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import urlsplit

import orjson
from django.http import HttpRequest, QueryDict
from django.urls import resolve
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests, resources
from api.http import entity_tags, gate
from api.http.call import begin, call_of
from api.http.formats import JSONRenderer, LinesRenderer
from api.http.permissions import READ, InsufficientScope
from api.views.base import caller, scopes_of
from games.matches.play import own_notes

# Where each part stands, below the address of the API. A test holds them to the calls that there are.
DOCUMENTS = {"me": "/me", "quotas": "/me/quotas", "notice_settings": "/me/notice-settings"}
LISTS = {
    "tokens": "/me/tokens",
    "apps": "/me/apps",
    "app_access": "/me/app-access",
    "notices": "/me/notices",
    "webhooks": "/me/webhooks",
    "push_subscriptions": "/me/push-subscriptions",
    "invitations_received": "/me/invitations?role=received",
    "invitations_sent": "/me/invitations?role=sent",
    "follows": "/me/follows",
    "blocks": "/me/blocks",
    "mutes": "/me/mutes",
    "wishes": "/me/wishes",
    "chat": "/me/chat",
    "reports": "/me/reports",
    "sanctions": "/me/sanctions",
    "matches": "/matches?mine=true",
    "cups": "/cups?mine=true",
    "ratings": "/players/{player}/ratings",
}


class Refused(Exception):
    """A list could not be read; `answer` is its response."""

    def __init__(self, answer: Any) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


class ArchiveView(APIView):
    """The caller's data as lines of JSON, each with the name of its `list` and its `item`."""

    renderer_classes = (LinesRenderer, JSONRenderer)
    scopes: ClassVar = {"GET": "account"}
    buckets: ClassVar = {"GET": "audit"}

    def get(self, request: Request) -> Response:
        requests.query(request)
        me = caller(request)
        if READ not in scopes_of(request):
            # Some of the lists are of what everybody may read, and would hold nothing of the caller's.
            raise InsufficientScope(READ)
        with gate.CALLS.turn():
            try:
                text = b"".join(orjson.dumps(line) + b"\n" for line in _lines(request, me))
            except Refused as refused:
                answer: Response = refused.answer
                return answer
        request.accepted_renderer, request.accepted_media_type = LinesRenderer(), LinesRenderer.media_type
        name = f'attachment; filename="tabularium-{me}.ndjson"'
        return Response(text, headers={**entity_tags.PRIVATE, "Content-Disposition": name})


def _lines(request: Request, me: str) -> Iterator[dict[str, Any]]:
    for name, path in DOCUMENTS.items():
        yield {"list": name, "item": _answer(request, resources.BASE + path)}
    for name, path in LISTS.items():
        following: str | None = resources.BASE + path.format(player=me)
        while following is not None:
            page = _answer(request, following)
            yield from ({"list": name, "item": item} for item in page["items"])
            following = page.get("next")
    for note in own_notes.of_player(me):
        yield {"list": "notes", "item": {"match": str(note.match_id), **resources.own_note(note)}}


def _answer(request: Request, address: str) -> Any:
    """The response of the list's own operation to the caller, so the archive shows nothing that the list would hide."""
    place = urlsplit(address)
    found = resolve(place.path)
    inner: HttpRequest = copy(request._request)
    inner.path = inner.path_info = place.path
    inner.GET = QueryDict(place.query)
    # Neither what kind of file is asked for, nor what the caller has of this one, is about the lists.
    inner.META = {**inner.META, "HTTP_ACCEPT": JSONRenderer.media_type}
    inner.META.pop("HTTP_IF_NONE_MATCH", None)
    # A header is read once, and kept.
    vars(inner).pop("headers", None)
    begin(inner, replace(call_of(request), match=None))
    answer = found.func(inner, *found.args, **found.kwargs)
    if answer.status_code != 200:
        raise Refused(answer)
    return orjson.loads(answer.render().content)
