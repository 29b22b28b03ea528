"""The connections of a live process: limits them per address, and answers bytes that aiohttp cannot read.

aiohttp's own pages name its version, tell what was sent, and are no problem documents; and it would log what was sent.
"""

import asyncio
from typing import Any

from aiohttp import EMPTY_PAYLOAD, web
from aiohttp.http_exceptions import HttpProcessingError, LineTooLong
from django.conf import settings

from api.http import problems
from api.http.rate_limits import network_of
from api.serving.admission.shares import Shares
from api.serving.handler.messages import METHODS, RawResponse, is_chunked_at_most
from api.serving.live.messages import as_bytes, encoded, headers_of, unread

# As much as a web process takes in (granian's `--http1-buffer-size`), and what it says itself when it hands a call on.
HEAD_BYTES = 16 * 1024 + 512
# A web process takes a hundred.
HEADERS = 128
# A connection is a file. An address has more of them than slots (`api/serving/admission/slots.py`), so that whoever has
# too many streams is told so; who goes on then is told nothing.
MOST, OF_ADDRESS = 10_000, 640
# Kept open without a request, and until a request is complete.
SILENT_SECONDS = 20.0
# What still comes from one who was refused is thrown away for so long: the end of a connection on which something is
# unread would take the answer with it.
LINGER_SECONDS = 2.0
# By which a transport of asyncio refers to itself.
CALLBACKS = frozenset({"_read_ready_cb", "_write_ready"})


class Server(web.Server):
    """Makes a `Connection` of each."""

    def __init__(self, handler: Any, places: Shares) -> None:
        super().__init__(handler, handler_cancellation=True)
        self.places = places

    def __call__(self) -> "Connection":
        # A client whose requests wait for each other opens another connection.
        return Connection(
            self,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=SILENT_SECONDS,
            access_log=None,
            tcp_keepalive=True,
            max_line_size=HEAD_BYTES,
            max_field_size=HEAD_BYTES,
            max_headers=HEADERS,
        )


class Connection(web.RequestHandler):
    """aiohttp's connection, with a limit per address, a limit for all headers of a request, and our own errors."""

    def __init__(self, server: Server, **options: Any) -> None:
        super().__init__(server, **options)
        self._places, self._address, self._has_place = server.places, "", False
        # Of a request that is not complete; and the body of the last that was.
        self._head_bytes = 0
        self._body: Any = EMPTY_PAYLOAD

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = _address_of(transport)
        self._has_place = self._places.take(self._address)
        if not self._has_place:
            self._abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        if self._has_place:
            self._has_place = False
            self._places.leave(self._address)
        transport = self.transport
        super().connection_lost(exc)
        if transport is not None:
            # It refers to itself for ever (since Python 3.12 not where it was closed, but where it was aborted), and a
            # live process hardly ever collects all: two thousand connections would leave three megabytes.
            vars(transport).update(dict.fromkeys(CALLBACKS & vars(transport).keys()))

    def data_received(self, data: bytes) -> None:
        known = self._request_count
        super().data_received(data)
        if self._request_count != known:
            self._head_bytes, self._body = 0, self._messages[-1][1]
        elif self._body.is_eof() and not self._close:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self._refuse_head()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What aiohttp answers to a request that cannot be read, or when its handler has failed."""
        if status != 400:
            self.log_exception(exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError
        code = "headers_too_large" if isinstance(exc, LineTooLong) else "bad_request"
        return Refusal(self, unread(code if status == 400 else "internal_error"))

    def log_exception(self, *_: Any, exc_info: Any = None, **__: Any) -> None:
        """Without its message, which quotes what was sent; what the client has sent wrong is no fault of ours."""
        if isinstance(exc_info, BaseException) and not isinstance(
            exc_info, (HttpProcessingError, web.RequestPayloadError)
        ):
            problems.log_unforeseen(exc_info)

    def _refuse_head(self) -> None:
        """Respond before the request is complete; a response in progress is the connection's last."""
        if self.transport is not None and self._current_request is None and not self._messages:
            self.transport.write(as_bytes(unread("headers_too_large")))
            self.end_soon()
        else:
            self.close()

    def end_soon(self) -> None:
        """Say that nothing else follows, and throw away for a while what still comes."""
        self.close()
        if self.transport is not None:
            self.transport.write_eof()
        asyncio.get_running_loop().call_later(LINGER_SECONDS, self._abort)

    def _abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class Refusal(web.Response):
    """The last response of a connection, which its client can read even if it still sends."""

    def __init__(self, connection: Connection, answer: RawResponse) -> None:
        super().__init__(status=answer.status, headers=headers_of(answer), body=answer.body)
        self.force_close()
        self._connection = connection

    async def write_eof(self, data: bytes = b"") -> None:
        await super().write_eof(data)
        self._connection.end_soon()
        # aiohttp closes the connection when this is over; a client that goes away ends it.
        await asyncio.sleep(LINGER_SECONDS)


def last_answer(request: web.BaseRequest, answer: RawResponse) -> Refusal:
    """The answer to a request after which nothing of its connection is read."""
    assert isinstance(request.protocol, Connection)
    return Refusal(request.protocol, answer)


def ends_where_all_see_it(request: web.BaseRequest) -> bool:
    """Whether the end of a request is beyond doubt: HTTP/1.0 knows no chunks, and we know no other encoding."""
    encodings = request.headers.getall("Transfer-Encoding", [])
    return is_chunked_at_most(map(encoded, encodings)) and not (encodings and request.version < (1, 1))


def excess(request: web.BaseRequest) -> str | None:
    """Why a request that came at once is not looked at, as a problem's code."""
    if request.version < (1, 0) or request.method not in METHODS:
        return "bad_request"
    address = len(request.raw_path)
    if address + sum(len(name) + len(value) + 4 for name, value in request.raw_headers) > HEAD_BYTES:
        return "headers_too_large"
    # Before Django looks at it, which takes time that grows with the square of its length.
    return "address_too_long" if address > settings.MAX_ADDRESS_CHARACTERS else None


def _address_of(transport: asyncio.BaseTransport) -> str:
    """The client's, as calls are counted; empty where all connections are those of proxies, or of web processes."""
    peer = transport.get_extra_info("peername")
    is_clients = isinstance(peer, tuple) and not settings.REST_FRAMEWORK["NUM_PROXIES"]
    return network_of(peer[0]) if is_clients else ""
