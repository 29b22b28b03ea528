"""Around every request: its id, its line in the log, and limits on its size. What all say beside: `headers.py`."""

import logging
import re
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from api.http import correlation, problems
from api.http.call import is_put_off
from api.http.headers import GetResponse, stored
from events.store import LOWER_CASE_UUID, new_id
from games.matches.accounts import mails
from games.matches.accounts.tokens import TOKEN_PREFIX, Caller
from games.matches.lobby import invitations
from games.matches.models.people import Player
from games.matches.notices.delivery import signatures
from games.matches.stream import quarantine

# A secret that is sent as a request's id by mistake must not reach the log.
SECRETS = "|".join((TOKEN_PREFIX, invitations.PREFIX, signatures.PREFIX, *mails.PREFIX.values()))
REQUEST_ID = re.compile(rf"(?!.*({SECRETS}))[A-Za-z0-9._:/+=~-]{{1,64}}")

log = logging.getLogger("api.access")


class RequestLog:
    """Gives each request an id, the caller's own `X-Request-Id` where it can be one, and the log a line about it.

    The line has the address's template, never the address: its query and the words in it are the caller's business.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started, own_id = time.perf_counter(), _request_id(request)
        correlation.begin(request_id=own_id)
        quarantine.caller.set(f"request {own_id}")
        try:
            response = self._answer(request)
            if not is_put_off(response):
                _log(request, response, milliseconds=(time.perf_counter() - started) * 1000)
        finally:
            correlation.end()
            quarantine.caller.set("")
        stored(response)["x-request-id"] = "X-Request-Id", own_id
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]) -> None:
        match_id = kwargs.get("match", "")
        if LOWER_CASE_UUID.fullmatch(match_id):
            correlation.note(match=match_id)


class RequestLimits:
    """Refuses long addresses, addresses with a NUL, and large bodies, before anything reads them."""

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._answer(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        if len(request.path_info) + len(request.META.get("QUERY_STRING", "")) > settings.MAX_ADDRESS_CHARACTERS:
            return problems.plain(request, "address_too_long")
        if "\0" in request.path_info:
            # No text in PostgreSQL holds a NUL, so nothing has this address, and a statement with it would fail.
            return problems.plain(request, "not_found")
        if int(request.META.get("CONTENT_LENGTH") or 0) > settings.MAX_BODY_BYTES:
            return problems.plain(request, "body_too_large")
        return None


def _request_id(request: HttpRequest) -> str:
    sent = request.META.get("HTTP_X_REQUEST_ID", "")
    return sent if sent and REQUEST_ID.fullmatch(sent) else new_id()


def _log(request: HttpRequest, response: HttpResponseBase, *, milliseconds: float) -> None:
    found = request.resolver_match
    route = f"/{found.route}" if found else "(no such address)"
    player = getattr(request, "user", None)
    extra: dict[str, object] = {
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "ms": round(milliseconds, 1),
    }
    if isinstance(player, Player | Caller):
        extra["player"] = str(player.id)
    log.info("%s %s %s", request.method, route, response.status_code, extra=extra)
