"""The log of all heads as static files (C2SP tlog-tiles): anybody fetches them and computes every proof from them."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse

from api.http import problems
from api.http.entity_tags import PUBLIC_FOR_EVER
from api.http.rate_limits import counted
from games.headlog.tiles import MOST_LEVEL, TileId, read_index_path
from games.matches.heads import log_reading

# It changes each minute, and whoever cosigns or keeps it wants the newest.
BRIEFLY = {"Cache-Control": "public, max-age=5"}
TEXT, BYTES = "text/plain; charset=utf-8", "application/octet-stream"
ENTRIES = "entries"


@counted("reads")
def checkpoint(request: HttpRequest) -> HttpResponse:
    """What was signed last."""
    found = log_reading.latest()
    return _answer(request, None if found is None else found.note.encode(), TEXT, BRIEFLY)


@counted("reads")
def tile(request: HttpRequest, level: str, place: str) -> HttpResponse:
    """Up to 256 hashes, or the entries below those of level 0; what was there once stays as it is."""
    found, named = None, read_index_path(place)
    if named is not None and level == ENTRIES:
        found = log_reading.entries(*named)
    elif named is not None and level.isascii() and level.isdecimal() and str(int(level)) == level:
        number, width = named
        found = log_reading.tile(TileId(int(level), number), width) if int(level) <= MOST_LEVEL else None
    return _answer(request, found, BYTES, PUBLIC_FOR_EVER)


def _answer(request: HttpRequest, found: bytes | None, kind: str, headers: Mapping[str, str]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        refused = problems.plain(request, "method_not_allowed")
        refused.headers["Allow"] = "GET, HEAD"
        return refused
    if found is None:
        raise Http404
    return HttpResponse(found, content_type=kind, headers=headers)
