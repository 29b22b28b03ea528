"""Between aiohttp and Django's handler: a request as a scope, a response as what aiohttp sends."""

from email.utils import formatdate
from functools import partial
from http import HTTPStatus

from aiohttp import web

from api.serving.handler.messages import CLIENT, SERVER, RawResponse, Scope
from api.serving.handler.refusal import refusal

DROPPED = (b"content-length", b"transfer-encoding", CLIENT)
# What is known of a request that cannot be read.
NOBODY: Scope = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "raw_path": b"/",
    "query_string": b"",
    "headers": [],
    "client": ("", 0),
    "server": ("127.0.0.1", 0),
    "scheme": "http",
    "root_path": "",
}
# Bytes that are no UTF-8 come from aiohttp like this.
encoded = partial(str.encode, encoding="utf-8", errors="surrogateescape")


def scope_of(request: web.BaseRequest) -> Scope:
    """The request as Django's ASGI handler takes it; without a body, because no call that is answered here has one."""
    raw, _, query = request.raw_path.partition("?")
    transport = request.transport
    peer = transport.get_extra_info("peername") if transport is not None else None
    address = peer[0] if isinstance(peer, tuple) else request.headers.get(CLIENT.decode(), "")
    headers = [(name.lower(), value) for name, value in request.raw_headers if name.lower() not in DROPPED]
    return {
        **NOBODY,
        "method": request.method,
        "path": raw,
        "raw_path": encoded(raw),
        "query_string": encoded(query),
        "headers": headers,
        "client": (address, 0),
    }


def headers_of(answer: RawResponse) -> list[tuple[str, str]]:
    unwanted = (b"content-length", b"connection")
    return [
        (name.decode(), value.decode("latin-1")) for name, value in [*answer.headers, SERVER] if name not in unwanted
    ]


def own(body: bytes, content_type: str) -> RawResponse:
    """The response with something about the process itself, such as its figures."""
    return RawResponse(200, [(b"content-type", content_type.encode()), (b"cache-control", b"no-store")], body)


def plain(answer: RawResponse) -> web.Response:
    return web.Response(status=answer.status, headers=headers_of(answer), body=answer.body)


def begun(answer: RawResponse) -> web.StreamResponse:
    """The same, whose body is sent by who prepares it."""
    told = web.StreamResponse(status=answer.status, headers=headers_of(answer))
    told.content_length = len(answer.body)
    return told


def unread(code: str) -> RawResponse:
    """The refusal of a request that was not read."""
    return refusal(code, NOBODY, {})


def as_bytes(answer: RawResponse) -> bytes:
    """The answer as the last of its connection, where there is no request that aiohttp could answer."""
    told = [*headers_of(answer), ("Date", formatdate(usegmt=True)), ("Connection", "close")]
    told.append(("Content-Length", str(len(answer.body))))
    first = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"
    return "\r\n".join([first, *(f"{name}: {value}" for name, value in told), "", ""]).encode("latin-1") + answer.body
