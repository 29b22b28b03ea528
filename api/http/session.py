"""The session of the page: a token in a cookie that no script can read, and that no other page can use.

A cookie counts for nothing by itself. A call has to carry a header of the page's own besides, which a browser lets only
pages of this very origin send: for a page of another one it would have to ask first, and is told no
(`CORS_ALLOW_HEADERS`). So nobody's page can act with a visitor's rights, nor have answers made in a visitor's name.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

# Its value is for caches alone: the page sends the player's id, so that none takes an answer for another session's.
HEADER = "Tabularium-Page"
# As long as browsers keep one at most.
SECONDS = 400 * 24 * 3600


def cookie() -> str:
    """The cookie's name. Behind TLS a browser takes it from this host alone, for the whole of it (RFC 6265bis)."""
    return "__Host-tabularium" if _is_behind_tls() else "tabularium"


def is_own(request: HttpRequest) -> bool:
    """Whether a page of this very origin calls."""
    # Older browsers send no Sec-Fetch-Site, and the other header is enough.
    return HEADER in request.headers and request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin"


def secret(request: HttpRequest) -> str | None:
    """The token of the session that calls; None for every other call, whatever cookies came with it."""
    return request.COOKIES.get(cookie()) if is_own(request) else None


def begin(response: HttpResponseBase, token: str) -> None:
    """Have the browser keep a token."""
    keep(response, cookie(), token)


def keep(response: HttpResponseBase, name: str, value: str) -> None:
    """Have the browser keep a cookie that no script reads and no other page sends."""
    response.set_cookie(name, value, max_age=SECONDS, **_manner())


def end(response: HttpResponseBase) -> None:
    """Have the browser forget it."""
    response.set_cookie(cookie(), "", max_age=0, **_manner())


def _manner() -> dict[str, Any]:
    return {"path": "/", "secure": _is_behind_tls(), "httponly": True, "samesite": "Strict"}


def _is_behind_tls() -> bool:
    return settings.PUBLIC_URL.startswith("https:")
