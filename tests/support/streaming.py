"""A live process in a thread of the tests', and clients that read its streams line by line."""

import asyncio
import http.client
import json
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from django.db import connection

from api.serving.admission.slots import ConnectionSlots
from api.serving.live import server
from api.serving.live.server import NEWS_THREADS, Live
from games.matches.play.submission import Sent, play
from games.matches.stream.loading import load
from tests.support.asserting import wait_until
from tests.support.cast import Person, match_of, person, random_move
from tests.support.described import assert_message_described

HOST = "127.0.0.1"
# A guard against hanging; nothing is measured by it.
PATIENCE = 60.0


@dataclass
class Stream:
    """One open stream of lines."""

    response: http.client.HTTPResponse
    connection: http.client.HTTPConnection
    told: list[Any] = field(default_factory=list)
    body: bytes = b""

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def status_code(self) -> int:
        return self.response.status

    def json(self) -> Any:
        """The body of an answer that is no stream."""
        self.body = self.body or self.response.read()
        return json.loads(self.body)

    def next(self) -> Any:
        """The next message, None at the end."""
        deadline = time.monotonic() + PATIENCE
        for line in iter(self.response.readline, b""):
            # Heartbeats are no news.
            assert time.monotonic() < deadline, f"nothing comes after {self.told[-1:]}"
            if line.strip():
                self.told.append(json.loads(line))
                if self.status == 200 and "type" in self.told[-1]:
                    assert_message_described(self.told[-1])
                return self.told[-1]
        return None

    def until(self, found: Callable[[Any], bool]) -> list[Any]:
        """All messages up to the one that is looked for."""
        told = []
        while (message := self.next()) is not None:
            told.append(message)
            if found(message):
                return told
        raise AssertionError(f"the stream has ended: {self.told[-3:]}")

    def until_version(self, version: int) -> list[Any]:
        """All messages up to the event of a version."""
        return self.until(lambda one: one["type"] == "event" and int(one["id"]) >= version)

    def until_status(self) -> list[Any]:
        """All messages up to how the match stands now, which is the last that a reader is told of the past."""
        return self.until(lambda one: one["type"] == "status")

    def rest(self) -> list[Any]:
        """All messages to the end."""
        return list(iter(self.next, None))

    def problem(self) -> tuple[int, str]:
        """Status and code of a refusal."""
        return self.status, self.json()["code"]

    def close(self) -> None:
        # The answer holds the socket open too.
        self.response.close()
        self.connection.close()


def events(messages: list[Any]) -> list[Any]:
    return [one["data"] for one in messages if one["type"] == "event"]


def seated(**wishes: Any) -> tuple[str, list[Person]]:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    return match_of(*cast, **wishes), cast


def one_move(match_id: str, cast: list[Person]) -> int:
    """A listed move of somebody who is waited for, if anybody is; the version after it."""
    found = random_move(match_id, cast, random.Random(load(match_id).match.head.version))
    if found is not None:
        who, body = found
        play(match_id, who.id, Sent(body=body), key=None)
    return load(match_id).match.head.version


class Slow:
    """A client that asks and does not read."""

    def __init__(self, port: int, path: str, who: Person | None = None) -> None:
        token = f"Authorization: Bearer {who.token}\r\n" if who and who.token else ""
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_000)
        self._socket.settimeout(PATIENCE)
        self._socket.connect((HOST, port))
        self._socket.sendall(f"GET /api/v1{path} HTTP/1.0\r\nHost: {HOST}\r\n{token}\r\n".encode())

    def until(self, found: bytes) -> bytes:
        """Read up to something."""
        told = b""
        while found not in told:
            told += self._socket.recv(1_000)
        return told

    def until_its_end(self) -> None:
        """Come back when the connection has ended, of which nothing is read before."""
        poll = select.poll()
        poll.register(self._socket, select.POLLRDHUP)
        assert poll.poll(1000 * PATIENCE)
        self.rest()

    def rest(self) -> bytes:
        """All that was sent to it, or is sent yet."""
        return b"".join(iter(lambda: self._socket.recv(65536), b""))

    def close(self) -> None:
        self._socket.close()


async def _settled() -> None:
    """Let what the loop has begun come to its end: a connection may have come while the process ended."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        for one in others:
            one.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)


def _asks(live: Live) -> tuple[Callable[..., Any], Callable[..., Any]]:
    return live.in_thread, live.look_up


def _backend(together: threading.Barrier) -> int:
    # No thread may answer for another.
    together.wait(PATIENCE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (found,) = cursor.fetchone()
    return int(found)


@dataclass
class Running:
    """The process, its loop and its port."""

    live: Live
    loop: asyncio.AbstractEventLoop
    port: int
    open: list[Stream | Slow] = field(default_factory=list)
    is_ended: bool = False

    @classmethod
    @contextmanager
    def started(
        cls, *, listens: bool = False, slots: ConnectionSlots | None = None, path: str = ""
    ) -> Iterator["Running"]:
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever, name="live")
        thread.start()

        async def begin() -> tuple[Live, int]:
            live = Live(threads=2, slots=slots)
            return live, await live.start(host=HOST, path=path, listens=listens)

        try:
            live, port = asyncio.run_coroutine_threadsafe(begin(), loop).result(PATIENCE)
            found = cls(live, loop, port)
            try:
                # Whoever is put off is told so at once.
                with patch.object(server, "PUT_OFF_SECONDS", (0.0, 0.0)):
                    yield found
            finally:
                for stream in found.open:
                    stream.close()
                found.stop()
        finally:
            asyncio.run_coroutine_threadsafe(_settled(), loop).result(PATIENCE)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def do(self, work: Any) -> Any:
        """Carry out something on the process's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def backends(self) -> list[int]:
        """The database's processes that serve its threads."""
        live = self.live
        together = {ask: threading.Barrier(NEWS_THREADS if ask == live.look_up else 2) for ask in _asks(live)}

        async def all_at_once() -> list[int]:
            asked = [ask(_backend, gate) for ask, gate in together.items() for _ in range(gate.parties)]
            return list(await asyncio.gather(*asked))

        return list(self.do(all_at_once()))

    def stop(self) -> None:
        """End the process as a signal does."""
        if not self.is_ended:
            self.is_ended = True
            self.do(self.live.stop())

    def until(self, holds: Callable[[], bool]) -> None:
        """Come back when something holds."""
        wait_until(holds, PATIENCE)

    def until_there(self, holds: Callable[[], bool]) -> None:
        """Come back when something holds of what the loop owns: asked there, where nothing changes meanwhile."""

        async def ask() -> bool:
            return holds()

        self.until(lambda: bool(self.do(ask())))

    def get_slowly(self, path: str, who: Person | None = None) -> Slow:
        slow = Slow(self.port, path, who)
        self.open.append(slow)
        return slow

    def get(self, path: str, who: Person | None = None, **headers: str) -> Stream:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if who is not None and who.token:
            given["Authorization"] = f"Bearer {who.token}"
        connection.request("GET", f"/api/v1{path}", headers=given)
        stream = Stream(connection.getresponse(), connection)
        self.open.append(stream)
        return stream
