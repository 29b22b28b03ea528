"""The web process as an ASGI application: the event loop reads requests, threads answer them.

A client that is slow, silent or gone holds no thread, and `/healthz` needs none. Each thread keeps its database
connection, which Django's own ASGI handler does not (docs/decisions/024-web-server.md).
"""

import asyncio

from django.conf import settings
from django.http import HttpRequest

from api.http import rate_limits
from api.serving import memory, process
from api.serving.admission.pending import Caller, PendingRequests
from api.serving.admission.slots import TooMany
from api.serving.edge.bodies import Bodies, Gone
from api.serving.edge.handover import Handover
from api.serving.edge.threads import Threads
from api.serving.handler.handler import Handler
from api.serving.handler.messages import (
    METHODS,
    RawResponse,
    Receive,
    Scope,
    Send,
    as_request,
    is_chunked_at_most,
    send_whole,
)
from api.serving.handler.refusal import refusal
from events.hints import hints
from events.patience import patience

RETRY_SECONDS = "1"
HEALTH = "/healthz"


class Web:
    """The application. Everything but the answering itself runs on the event loop."""

    def __init__(self, threads: int) -> None:
        self.handler = Handler()
        self.threads = Threads(threads, name="web")
        self.pending = PendingRequests(threads)
        self.bodies = Bodies()
        self.handover = Handover()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["method"] not in METHODS:
            # Before Django looks at it, to which all letters are large ones.
            await send_whole(send, refusal("bad_request", scope, {}))
        elif not is_chunked_at_most(value for name, value in scope["headers"] if name == b"transfer-encoding"):
            # Where its body ends others may see otherwise.
            await send_whole(send, refusal("bad_request", scope, {"Connection": "close"}))
        elif scope["path"] == HEALTH:
            await send_whole(send, self._health())
        elif len(scope["raw_path"]) + len(scope["query_string"]) > settings.MAX_ADDRESS_CHARACTERS:
            # Before Django looks at it, which takes time that grows with the square of its length.
            short = {**scope, "raw_path": b"/", "query_string": b""}
            await send_whole(send, refusal("address_too_long", short, {}))
        elif not (self.handover.takes(scope) and await self._handed_on(scope, receive, send)):
            await send_whole(send, await self._answer(scope, receive))

    async def _handed_on(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Let the live process answer; whether the call has its answer."""
        try:
            return await self.handover.hand_on(scope, receive, send, rate_limits.network(as_request(scope, b"")))
        except TooMany as full:
            await send_whole(send, refusal(full.code, scope, {"Retry-After": RETRY_SECONDS}))
            return True

    async def _answer(self, scope: Scope, receive: Receive) -> RawResponse:
        try:
            body = await self.bodies.whole(scope, receive)
        except TimeoutError:
            return refusal("request_timeout", scope, {"Connection": "close"})
        except Gone:
            # There is still a client where what was sent cannot be read, such as chunks without a length.
            return refusal("bad_request", scope, {"Connection": "close"})
        request = as_request(scope, body)
        caller = rate_limits.network(request)
        if (code := self.pending.excess(caller)) is not None:
            return refusal(code, scope, {"Retry-After": RETRY_SECONDS})
        return await self._in_thread(scope, request, caller)

    async def _in_thread(self, scope: Scope, request: HttpRequest, caller: Caller) -> RawResponse:
        share = self.pending.begin(request, caller)
        try:
            async with share:
                return await self.threads.run(self.handler.answer, scope, request)
        finally:
            self.pending.end(request, caller)

    def _health(self) -> RawResponse:
        trouble = self.pending.trouble()
        body = b'{"status": "unavailable"}' if trouble else b'{"status": "ok"}'
        headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
        return RawResponse(503 if trouble else 200, headers, body)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Be asked for health on a socket of this process's own, from its start to its end."""
        process.allow_open_files()
        patience.look_after()
        hints.begin()
        await receive()
        watching = await process.watched(self.pending.trouble)
        giving_back = asyncio.create_task(memory.give_back_on())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        watching.cancel()
        giving_back.cancel()
        self.threads.close()
        await send({"type": "lifespan.shutdown.complete"})
