"""The requests of the live process: streams of matches, and calls that wait for events.

One event loop holds every connection; a few threads with a database connection each answer what has to be looked up, by
the same views, middleware and problem documents as the web."""

import asyncio
import random
import re
import resource
import signal
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from aiohttp import web
from django.conf import settings
from django.db import Error
from django.db import connections as databases
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from api.http import rate_limits
from api.http.call import Call, RateLimitState, begin
from api.http.response_tally import may_read
from api.serving import process
from api.serving.admission.shares import Shares
from api.serving.admission.slots import ConnectionSlots, TooMany, Turns
from api.serving.handler.handler import Handler, Served, kept_connection
from api.serving.handler.messages import RawResponse, Scope, as_request
from api.serving.handler.refusal import refusal
from api.serving.live import clients, connections
from api.serving.live.accounts import Accounts
from api.serving.live.attendance import Attendance
from api.serving.live.clients import Client, Unread
from api.serving.live.feeds import Feed, Feeds
from api.serving.live.listener import listen
from api.serving.live.messages import begun, own, plain, scope_of, unread
from api.serving.live.stream_metrics import StreamMetrics
from api.serving.live.streams import OpenStreams
from api.serving.memory import GIVE_BACK_SECONDS, give_back
from api.serving.streams.openings import AccountOpening, MatchOpening
from events import outbox
from games.matches.models.ids import as_uuid
from games.matches.status import figures

T = TypeVar("T")

# Those that answer calls, and those that look up news; each has a connection to the database. Only one of them computes
# at a time: more would be in each other's way, and in the loop's.
THREADS, NEWS_THREADS = 2, 2
SHOW_SECONDS = 5.0
# Files of the process beside its connections: of the database, of the program itself.
OTHER_FILES = 256
# An answer up to so long is handed over at once and not counted.
SMALL_BYTES = 4 * 1024
# How long readers are waited for when the process ends.
END_SECONDS = 5.0
# Those who are to come back later, and how soon they are told so.
PUT_OFF, PUT_OFF_SECONDS = (429, 503), (2.0, 5.0)
OF_MATCH = re.compile(r"/api/v1/matches/([^/]+)/(stream|events)")
MY_STREAM = "/api/v1/me/stream"


class Live:
    """The process. All but the answering itself runs on the event loop."""

    def __init__(self, threads: int = THREADS, slots: ConnectionSlots | None = None) -> None:
        self.metrics = StreamMetrics()
        self.handler = Handler()
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="live")
        self.slots, self.turns = slots or ConnectionSlots(), Turns()
        self.unread = Unread()
        # News never waits behind those who come in, however many there are.
        self.news = ThreadPoolExecutor(NEWS_THREADS, thread_name_prefix="news")
        self.feeds = Feeds(self.look_up, self.catch_up, self.metrics)
        self.accounts = Accounts(self.look_up)
        self.streams = OpenStreams(self.feeds, self.accounts, self.unread, self.metrics)
        self.attendance = Attendance(self.feeds, self.accounts, self.look_up)
        self.is_ending = False
        self._threads = threads
        # Those who wait for a thread wait here, so that each of them gives way to news in its turn.
        self._answering = asyncio.Semaphore(threads)
        # Who has come in is told what they missed before anybody else comes in: in a long line they would miss more.
        self._catching_up = asyncio.Semaphore(1)
        self._at_work: set[asyncio.Task[None]] = set()
        self._runner: web.ServerRunner | None = None

    async def in_thread(self, ask: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, partial(ask, *given))

    async def let_in(self, ask: Callable[..., T], *given: Any) -> T:
        """Look something up for a new reader: in turn, and after the present readers have the news."""
        async with self._answering:
            await self.feeds.quiet()
            return await self.in_thread(ask, *given)

    async def catch_up(self, ask: Callable[..., T], *given: Any) -> T:
        """The same for a reader who has missed more than the first page told."""
        async with self._catching_up:
            await self.feeds.quiet()
            return await self.in_thread(_looked_up, ask, *given)

    async def look_up(self, ask: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.news, partial(_looked_up, ask, *given))

    async def start(self, *, host: str = "", port: int = 0, path: str = "", listens: bool = True) -> int:
        """Take requests on a port of a host, where one is named, and on a Unix socket; the port."""
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        most = min(connections.MOST, max(files - OTHER_FILES, 1))
        self.connections = Shares(most, of_one=connections.OF_ADDRESS)
        self._runner = web.ServerRunner(connections.Server(self._serve, self.connections), shutdown_timeout=END_SECONDS)
        await self._runner.setup()
        if host:
            await web.TCPSite(self._runner, host, port, backlog=4096, reuse_port=True).start()
        if path:
            Path(path).unlink(missing_ok=True)
            await web.UnixSite(self._runner, path, backlog=4096).start()
        self._begin(self.feeds.look_on())
        self._begin(self.feeds.check_on())
        self._begin(self.accounts.look_on())
        self._begin(self.accounts.announce_on())
        self._begin(self.accounts.check_on())
        self._begin(self.attendance.look_on())
        self._begin(self.streams.beat_on())
        self._begin(self._show())
        self._begin(self._give_back())
        if listens:
            self._begin(listen(self._tell, self._hear))
        return next((one[1] for one in self._runner.addresses if isinstance(one, tuple)), 0)

    async def stop(self) -> None:
        """Tell every reader when to come back, and end."""
        self.is_ending = True
        self.streams.end()
        self.feeds.wake()
        for task in self._at_work:
            task.cancel()
        assert self._runner is not None
        await self._runner.shutdown()
        await self._runner.cleanup()
        await self._close()

    async def _close(self) -> None:
        """End the threads; each closes its own connection, so none may take another's turn."""
        for pool, threads in ((self.pool, self._threads), (self.news, NEWS_THREADS)):
            together = threading.Barrier(threads, timeout=END_SECONDS)
            loop = asyncio.get_running_loop()
            await asyncio.gather(*(loop.run_in_executor(pool, _close, together) for _ in range(threads)))
            pool.shutdown()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _show(self) -> None:
        """Record every few seconds that the process works, for `/readyz` of the web process."""
        while True:
            await self._tried(figures.beat, figures.LIVE)
            await self._tried(outbox.echo)
            await asyncio.sleep(SHOW_SECONDS)

    async def _give_back(self) -> None:
        """Return the memory of readers who have left, at intervals."""
        while True:
            await asyncio.sleep(GIVE_BACK_SECONDS)
            # Without a connection to the database: where that cannot be had, memory is still given back.
            await asyncio.get_running_loop().run_in_executor(self.news, give_back)

    def _tell(self, match: str | None, version: int) -> None:
        self.feeds.tell(match, version)
        if match is not None:
            self.accounts.announce(match, version)

    def _hear(self) -> None:
        self._begin(self._tried(figures.beat, figures.LISTENING))

    async def _tried(self, do: Callable[..., object], *given: Any) -> None:
        # Without a database `/readyz` says so itself.
        with suppress(Error):
            await self.look_up(do, *given)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        told = await self._respond(request)
        if isinstance(told, web.StreamResponse):
            return told
        if told.status in PUT_OFF and not self.is_ending:
            # Whoever comes back at once, a thousand times over, would have the loop for themselves; they hold no place.
            await pause()
        return await self._send(request, told)

    async def _respond(self, request: web.BaseRequest) -> web.StreamResponse | RawResponse:
        """The answer, or what has been sent of it while its place was held."""
        scope = scope_of(request)
        if not connections.ends_where_all_see_it(request):
            return connections.last_answer(request, unread("bad_request"))
        if (code := connections.excess(request)) is not None:
            return unread(code)
        if scope["path"] == "/metrics" and may_read(as_request(scope, b"")):
            return own(generate_latest(self.metrics), CONTENT_TYPE_PLAIN_0_0_4)
        if scope["path"] == "/healthz":
            return own(b"ok\n", "text/plain; charset=utf-8")
        found = OF_MATCH.fullmatch(scope["path"])
        match = as_uuid(found[1]) if found else None
        if found is None and scope["path"] != MY_STREAM:
            return refusal("not_found", scope, {})
        # A page of events has a head of its own, as at the web; a stream begins at once and has none.
        allowed = "GET, HEAD, OPTIONS" if found is not None and found[2] == "events" else "GET, OPTIONS"
        if request.method not in allowed.split(", "):
            return refusal("method_not_allowed", scope, {"Allow": allowed})
        if request.method == "OPTIONS" or (found is not None and match is None):
            return (await self._answer(scope)).response
        try:
            with self.slots.one(), self.slots.of("address", rate_limits.network(as_request(scope, b""))):
                if found is None:
                    return await self._open(request, scope)
                with self.feeds.held(str(match)) as feed:
                    if found[2] == "events":
                        return await self._told(request, await self._wait(scope, feed))
                    return await self._open(request, scope)
        except TooMany as full:
            return refusal(full.code, scope, {"Retry-After": _retry_seconds()})

    async def _told(self, request: web.BaseRequest, answer: RawResponse) -> web.StreamResponse | RawResponse:
        """Send an answer while its place is held, because unread bytes count; but not an answer that puts off."""
        return answer if answer.status in PUT_OFF else await self._send(request, answer)

    async def _send(self, request: web.BaseRequest, answer: RawResponse) -> web.StreamResponse:
        """Send a response piece by piece; end the connection if the client does not take it in time."""
        assert request.transport is not None
        client = Client(request.transport, request.writer.drain, self.unread)
        is_small = len(answer.body) <= SMALL_BYTES or request.method == "HEAD"
        told = plain(answer) if is_small else begun(answer)
        try:
            async with asyncio.timeout(clients.PAGE_SECONDS):
                await told.prepare(request)
                if not is_small:
                    client.hand_over(answer.body)
                    await client.taken()
                await told.write_eof()
        except TimeoutError:
            client.cut()
        except ConnectionError:
            pass
        finally:
            self.unread.forget(client)
        return told

    async def _wait(self, scope: Scope, feed: Feed) -> RawResponse:
        """The events of a match, as soon as there are any or the time is up."""
        known = feed.changes
        answer, waiter, _, rate_limit = await self._answer(scope)
        if waiter is None:
            return answer
        deadline = asyncio.get_running_loop().time() + waiter.seconds
        is_put_off = True
        while is_put_off:
            left = deadline - asyncio.get_running_loop().time()
            await self.feeds.wait(feed, waiter, 0 if self.is_ending else max(left, 0), known=known)
            known = feed.changes
            is_over = self.is_ending or asyncio.get_running_loop().time() >= deadline
            answer, still, *_ = await self._answer(scope, rate_limit=rate_limit, may_wait=not is_over)
            is_put_off = still is not None
        return answer

    async def _open(self, request: web.BaseRequest, scope: Scope) -> web.StreamResponse | RawResponse:
        answer, _, opening, _ = await self._answer(scope)
        if not isinstance(opening, MatchOpening | AccountOpening):
            return await self._told(request, answer)
        if self.is_ending:
            return refusal("temporarily_unavailable", scope, {})
        with self.slots.of("player", opening.listener.player):
            return await self.streams.tell(request, answer, opening)

    async def _answer(self, scope: Scope, *, rate_limit: RateLimitState | None = None, may_wait: bool = True) -> Served:
        """The answer as of now. A call that is asked again brings the rate limit that counted it."""
        request = as_request(scope, b"")
        begin(request, Call(is_live=True, may_wait=may_wait, rate_limit=rate_limit))
        async with self.turns.of(rate_limits.network(request)):
            return await self.let_in(self.handler.respond, scope, request)


def _looked_up(ask: Callable[..., T], *given: Any) -> T:
    with kept_connection():
        return ask(*given)


def _close(together: threading.Barrier) -> None:
    together.wait()
    databases.close_all()


def _retry_seconds() -> str:
    """Some seconds, not the same for all who are refused at once."""
    return str(random.randint(2, 5))  # noqa: S311 (it guards nothing)


async def pause() -> None:
    """Let a refused client wait before it is told."""
    await asyncio.sleep(random.uniform(*PUT_OFF_SECONDS))  # noqa: S311 (it guards nothing)


async def serve(host: str, port: int) -> None:
    """Run a live process until it is told to end."""
    live, ending = Live(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    await live.start(host=host, port=port, path=settings.LIVE_SOCKET)
    # A loop that hangs does not come to it.
    watching = await process.watched(lambda: "")
    await ending.wait()
    watching.cancel()
    await live.stop()
