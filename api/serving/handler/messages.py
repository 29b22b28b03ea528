"""A request and a response between the servers and Django: the ASGI scope, the whole response, the headers of both."""

from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, HttpResponseBase
from django.utils.encoding import repercent_broken_unicode

from api.http.headers import stored

# Django reads a content type in time that grows with the square of its length; every honest one is shorter.
CONTENT_TYPE_BYTES = 256
# Those of RFC 9110 but a proxy's CONNECT, and PATCH. Case matters, so `get` is none (section 9.1).
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"))
# Otherwise granian and aiohttp name themselves.
SERVER = b"server", b"tabularium"
# In which a web process names the client of a request that it hands on. Only who can reach the live process's socket
# is believed.
CLIENT = b"x-tabularium-client"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class RawResponse(NamedTuple):
    """All of a response, ready to be sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


async def send_whole(send: Send, response: RawResponse) -> None:
    """Send a response from its beginning to its end."""
    await send({"type": "http.response.start", "status": response.status, "headers": [*response.headers, SERVER]})
    await send({"type": "http.response.body", "body": response.body})


def is_chunked_at_most(encodings: Iterable[bytes]) -> bool:
    """Whether a body is sent as it is or in chunks, and in no other encoding, by all `Transfer-Encoding` headers."""
    return b",".join(encodings).strip().lower() in (b"", b"chunked")


def as_request(scope: Scope, body: bytes) -> ASGIRequest:
    """The request as Django takes it."""
    path = repercent_broken_unicode(unquote_to_bytes(scope["raw_path"])).decode() or "/"
    return ASGIRequest({**scope, "path": path, "headers": _shown(scope["headers"])}, BytesIO(body))


def as_raw(response: HttpResponseBase) -> RawResponse:
    """Django's response as bytes."""
    headers = [(_name(name), value.encode("latin-1")) for name, (_, value) in stored(response).items()]
    headers += [(b"set-cookie", cookie.output(header="").strip().encode()) for cookie in response.cookies.values()]
    body = response.content if isinstance(response, HttpResponse) else b"".join(response)
    return RawResponse(response.status_code, headers, body)


@lru_cache(maxsize=256)
def _name(name: str) -> bytes:
    return name.encode("latin-1")


def _shown(sent: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers for Django: the first length and type, all cookies in one; nothing that is not ASCII or no type."""
    shown: dict[bytes, bytes] = {}
    for name, value in sent:
        is_shown = value.isascii() and (name != b"content-type" or len(value) <= CONTENT_TYPE_BYTES)
        told = value if is_shown else b""
        if name not in shown:
            shown[name] = told
        elif name not in (b"content-length", b"content-type"):
            # With a space, which no key of a call may hold: two are none.
            shown[name] += (b"; " if name == b"cookie" else b", ") + told
    return list(shown.items())
