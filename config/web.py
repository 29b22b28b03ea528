"""The web process as an ASGI application: the event loop reads requests, threads answer them.

A client that is slow, silent or gone holds no thread, and `/healthz` needs none. Each thread keeps its database
connection, which Django's own ASGI handler does not (docs/decisions/024-web-server.md).
"""

import asyncio
import gc
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.core import signals
from django.core.cache import close_caches
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler, reset_urlconf
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections, reset_queries
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.encoding import repercent_broken_unicode
from rest_framework.permissions import SAFE_METHODS

from api.http import problems, rate_limits
from api.http.call import Opening, RateLimitState, Result, Waiter, call_of
from api.http.middleware import Caching, GetResponse, RequestLog
from api.live.limits import TooMany
from config import metrics, watchdog
from config.passing import Passing
from config.postgresql.patience import patience

# A body has to be there after this time: it is 64 KiB at most, and the longest that is read is a match's options.
BODY_SECONDS = 5.0
# A body comes in this many pieces and one for each so many bytes, at most: each costs the loop some 35 microseconds.
PIECES, PIECE_BYTES = 128, 256
# Requests that wait for a thread, for each thread there is. At some 100 calls a second they wait for two.
QUEUE = 7
# Of one address so many are answered at a time; so many may wait.
SHARE, QUEUE_OF_ONE = 8, 64
RETRY_SECONDS = "1"
# Django reads a content type in time that grows with the square of its length; every honest one is shorter.
CONTENT_TYPE_BYTES = 256
# What bodies that are being read may hold together: 256 of the longest.
BODIES_BYTES = 16 * 1024 * 1024
# No honest call takes this long.
LONGEST_SECONDS = 120.0
LONGEST_SILENCE_SECONDS = 30.0
OPEN_FILES = 65_536
HEALTH = "/healthz"
# Those of RFC 9110 but a proxy's CONNECT, and PATCH. Case matters, so `get` is none (section 9.1).
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"))
# Otherwise granian and aiohttp name themselves.
SERVER = b"server", b"tabularium"

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Hold = Callable[[int], None]
# An address as calls are counted.
Caller = str


class Gone(Exception):
    """The body will not be complete: the client left, or sent what is no body, or crumbs of one."""


class Answer(NamedTuple):
    """All of a response, ready to be sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Served(NamedTuple):
    """A response, and what its view tells the server beside it: ask again after news, or go on with a stream.

    `rate_limit` is what a request carries that is asked again, so that it counts once.
    """

    answer: Answer
    waiter: Waiter | None
    opening: Opening | None
    rate_limit: RateLimitState | None


class Web:
    """The application. Everything but the answering itself runs on the event loop."""

    def __init__(self, threads: int) -> None:
        self.handler = Handler()
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="web")
        self.work = Work(threads)
        self.bodies = Bodies()
        self.passing = Passing()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["method"] not in METHODS:
            # Before Django looks at it, to which all letters are large ones.
            await _send(send, refusal("bad_request", scope, {}))
        elif scope["path"] == HEALTH:
            await _send(send, self._health())
        elif len(scope["raw_path"]) + len(scope["query_string"]) > settings.MAX_ADDRESS_CHARACTERS:
            # Before Django looks at it, which takes time that grows with the square of its length.
            await _send(send, refusal("address_too_long", {**scope, "raw_path": b"/", "query_string": b""}, {}))
        elif not (self.passing.takes(scope) and await self._handed_on(scope, receive, send)):
            await self._serve(scope, receive, send)

    async def _handed_on(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Let the live process answer; whether the call has its answer."""
        try:
            return await self.passing.hand_on(scope, receive, send, self.work.caller(as_request(scope, b"")))
        except TooMany as full:
            await _send(send, refusal(full.code, scope, {"Retry-After": RETRY_SECONDS}))
            return True

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await self._whole(scope, receive) if _has_body(scope) else b""
        except TimeoutError:
            return await _send(send, refusal("request_timeout", scope, {"Connection": "close"}))
        except Gone:
            # There is still a client where what was sent cannot be read, such as chunks without a length.
            return await _send(send, refusal("bad_request", scope, {"Connection": "close"}))
        request = as_request(scope, body)
        caller = self.work.caller(request)
        if (code := self.work.excess(caller)) is not None:
            return await _send(send, refusal(code, scope, {"Retry-After": RETRY_SECONDS}))
        return await _send(send, await self._answer(scope, request, caller))

    async def _whole(self, scope: Scope, receive: Receive) -> bytes:
        """The body, which is there in time; raises `TimeoutError` and `Gone`."""
        try:
            async with asyncio.timeout(BODY_SECONDS) as reading:
                return await _body(scope, receive, partial(self.bodies.hold, reading))
        finally:
            self.bodies.let_go(reading)

    async def _answer(self, scope: Scope, request: HttpRequest, caller: Caller) -> Answer:
        share = self.work.begin(request, caller)
        try:
            async with share:
                return await asyncio.get_running_loop().run_in_executor(self.pool, self.handler.answer, scope, request)
        finally:
            self.work.end(request, caller)

    def _health(self) -> Answer:
        trouble = self.work.trouble()
        body = b'{"status": "unavailable"}' if trouble else b'{"status": "ok"}'
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        return Answer(503 if trouble else 200, headers, body)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Be asked for health on a socket of this process's own, from its start to its end."""
        allow_open_files()
        patience.look_after()
        await receive()
        if settings.HEALTH_SOCKET:
            await asyncio.start_unix_server(self._tell, settings.HEALTH_SOCKET)
        telling = asyncio.create_task(watchdog.tell_on(self.work.trouble))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        telling.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((self.work.trouble() or "ok").encode())
        writer.close()


class Bodies:
    """What is held of bodies that are not complete. For the event loop alone, as it has no lock."""

    def __init__(self) -> None:
        # How much of each, by the deadline of its reading; the first to send anything first.
        self._held: dict[asyncio.Timeout, int] = {}
        self._bytes = 0

    def hold(self, reading: asyncio.Timeout, length: int) -> None:
        """Count what has come. Beyond `BODIES_BYTES` the oldest are given up: an honest one is complete at once."""
        self._held[reading] = self._held.get(reading, 0) + length
        self._bytes += length
        while self._bytes > BODIES_BYTES:
            oldest = next(iter(self._held))
            self.let_go(oldest)
            if not oldest.expired():
                oldest.reschedule(0)

    def let_go(self, reading: asyncio.Timeout) -> None:
        """Count it no longer."""
        self._bytes -= self._held.pop(reading, 0)


class Work:
    """The requests that have no answer yet. For the event loop alone, as it has no lock."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        # When each was taken, the oldest first.
        self._taken: dict[object, float] = {}
        self._of: Counter[Caller] = Counter()
        self._shares: dict[Caller, asyncio.Semaphore] = {}
        self._answered = monotonic()

    def caller(self, request: HttpRequest) -> Caller:
        """Whose share a request belongs to."""
        return rate_limits.network(request)

    def excess(self, caller: Caller) -> str | None:
        """Why another request of a caller cannot be taken, as a problem's code.

        However many connections one address has, it leaves most threads and places to others.
        """
        if self._of[caller] >= QUEUE_OF_ONE:
            return "rate_limited"
        return "too_busy" if len(self._taken) >= self._threads * (1 + QUEUE) else None

    def begin(self, request: object, caller: Caller) -> asyncio.Semaphore:
        """Take a request; it is answered while it holds what is returned."""
        if not self._taken:
            # Before that there was nothing to answer.
            self._answered = monotonic()
        self._taken[request] = monotonic()
        self._of[caller] += 1
        return self._shares.setdefault(caller, asyncio.Semaphore(SHARE))

    def end(self, request: object, caller: Caller) -> None:
        del self._taken[request]
        self._answered = monotonic()
        self._of[caller] -= 1
        if not self._of[caller]:
            del self._of[caller], self._shares[caller]

    def trouble(self) -> str:
        """Why the process should be replaced, since no thread can be ended; empty when it works."""
        now = monotonic()
        age = now - next(iter(self._taken.values()), now)
        if age > LONGEST_SECONDS:
            return f"a request has had no answer for {age:.0f} s"
        silence = now - self._answered
        if len(self._taken) > self._threads and silence > LONGEST_SILENCE_SECONDS:
            return f"requests wait, and no thread has come back for {silence:.0f} s"
        return ""


class Handler(BaseHandler):
    """Django itself, in the thread that calls it."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        # Each would ask for every connection and every cache there is; `kept_connection` knows the one that is used.
        for before in (reset_queries, close_old_connections):
            signals.request_started.disconnect(before)
        for after in (reset_urlconf, close_old_connections, close_caches):
            signals.request_finished.disconnect(after)

    def answer(self, scope: Scope, request: HttpRequest) -> Answer:
        """The response from its beginning to its end."""
        return self.respond(scope, request).answer

    def respond(self, scope: Scope, request: HttpRequest) -> Served:
        """The same, and what its view tells the server."""
        signals.request_started.send(sender=type(self), scope=scope)
        with kept_connection():
            response = self.get_response(request)
            try:
                waiter, opening = (response.waiter, response.opening) if isinstance(response, Result) else (None, None)
                return Served(as_answer(response), waiter, opening, call_of(request).rate_limit)
            finally:
                # It sends `request_finished`.
                response.close()
                _untie(response)


@contextmanager
def kept_connection() -> Iterator[None]:
    """The thread's connection to the database stays for what comes next; one that is broken or too old is made anew.

    As Django does it around a request, for a thread that does anything else as well. All that is asked meanwhile takes
    no longer than one statement may.
    """
    used = connections[DEFAULT_DB_ALIAS]
    used.close_if_unusable_or_obsolete()
    try:
        with patience.call(used):
            yield
    finally:
        used.close_if_unusable_or_obsolete()


def refusal(code: str, scope: Scope, headers: Mapping[str, str]) -> Answer:
    """A problem document that costs no thread; it has an id and a line in the log as any answer has."""

    def refuse(request: HttpRequest) -> HttpResponseBase:
        with suppress(Resolver404):
            # For the log.
            request.resolver_match = resolve(request.path_info)
        response = problems.plain(request, code)
        for name, value in headers.items():
            response.headers[name] = value
        metrics.count(response)
        return response

    # It is asynchronous only around what is.
    answer: GetResponse = CorsMiddleware(Caching(refuse))  # type: ignore[assignment]
    return as_answer(RequestLog(answer)(as_request(scope, b"")))


def _has_body(scope: Scope) -> bool:
    return any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])


async def _body(scope: Scope, receive: Receive, hold: Hold) -> bytes:
    """The body, of one that is too long a byte more than is allowed, or nothing if it says so itself; raises `Gone`.

    `RequestLimits` refuses those that are too long, as it knows which addresses there are.
    """
    headers, most = dict(scope["headers"]), settings.MAX_BODY_BYTES
    if b"transfer-encoding" not in headers:
        declared = int(headers.get(b"content-length", b"0"))
        return await _read(receive, declared, hold) if 0 < declared <= most else b""
    body = b"" if scope["method"] in SAFE_METHODS else await _read(receive, most + 1, hold)
    # Django takes a body without a declared length for none.
    scope["headers"].append((b"content-length", str(len(body)).encode()))
    return body


async def _read(receive: Receive, most: int, hold: Hold) -> bytes:
    body, pieces = bytearray(), 0
    while len(body) < most:
        event, pieces = await receive(), pieces + 1
        if event["type"] == "http.disconnect" or pieces > PIECES + len(body) // PIECE_BYTES:
            raise Gone
        body += event.get("body", b"")
        hold(len(event.get("body", b"")))
        if not event.get("more_body", False):
            break
    return bytes(body[:most])


def as_request(scope: Scope, body: bytes) -> ASGIRequest:
    path = repercent_broken_unicode(unquote_to_bytes(scope["raw_path"])).decode() or "/"
    return ASGIRequest({**scope, "path": path, "headers": _headers(scope["headers"])}, BytesIO(body))


def _headers(sent: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """What Django is shown: of length and type the first, cookies in one, nothing for what is not ASCII or no type."""
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


def as_answer(response: HttpResponseBase) -> Answer:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    headers += [(b"set-cookie", cookie.output(header="").strip().encode()) for cookie in response.cookies.values()]
    body = response.content if isinstance(response, HttpResponse) else b"".join(response)
    return Answer(response.status_code, headers, body)


def _untie(response: HttpResponseBase) -> None:
    """Break the circles in which a view, its request and its response hold each other, once nobody asks the view.

    Otherwise each answer stays, with all that it was made from, until Python looks for garbage, which is rarely.
    """
    context: dict[str, Any] | None = getattr(response, "renderer_context", None)
    if context is not None:
        context["request"].parser_context.clear()
        vars(context["view"]).clear()
        context.clear()


async def _send(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": [*answer.headers, SERVER]})
    await send({"type": "http.response.body", "body": answer.body})


def allow_open_files() -> None:
    """As many connections as the machine allows: idle ones cost little, and must not keep others out."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = OPEN_FILES if allowed == resource.RLIM_INFINITY else min(allowed, OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, allowed))


def collect_rarely() -> None:
    """Let collections look neither at what was imported nor after every seven hundred objects: an answer makes more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
