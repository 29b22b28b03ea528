"""A web process without a server: requests as granian hands them over."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connections
from django.http import HttpRequest, HttpResponse

from api.serving.edge.application import Web

THREADS = 2
JSON = {"content_type": "application/json"}
CHUNKED = {**JSON, "transfer_encoding": "chunked"}
GONE = {"type": "http.disconnect"}
Event = dict[str, Any]


class Told(NamedTuple):
    """An answer as the tests compare it."""

    status_code: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def piece(body: bytes, *, more: bool = False) -> Event:
    return {"type": "http.request", "body": body, "more_body": more}


class Sending:
    """What a client sends, piece by piece; after the last one it sends nothing for ever."""

    def __init__(self, *pieces: Event) -> None:
        self.left = list(pieces)
        self.taken = 0

    async def receive(self) -> Event:
        if not self.left:
            await asyncio.Event().wait()
        event = self.left.pop(0)
        self.taken += len(event.get("body", b""))
        return event


async def ask(
    web: Web, method: str, path: str, sending: Sending | None = None, *, client: str = "192.0.2.7", **headers: str
) -> Told:
    sent: list[Event] = []

    async def send(event: Event) -> None:
        sent.append(event)

    given = [(b"host", b"127.0.0.1")]
    given += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    raw, _, query = path.partition("?")
    scope = {"type": "http", "method": method, "path": raw, "raw_path": raw.encode(), "query_string": query.encode()}
    scope |= {"headers": given, "client": (client, "9"), "server": ("127.0.0.1", "80"), "scheme": "http"}
    await web({**scope, "root_path": ""}, (sending or Sending()).receive, send)
    shown = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Told(sent[0]["status"], shown, sent[1]["body"])


@contextmanager
def running(threads: int) -> Iterator[Web]:
    web = Web(threads)
    yield web
    together = threading.Barrier(threads, timeout=60)

    def close() -> None:
        # Each thread closes its own connection, so none may take another's turn.
        together.wait()
        connections.close_all()

    async def close_all() -> None:
        await asyncio.gather(*(web.threads.run(close) for _ in range(threads)))

    asyncio.run(close_all())
    web.threads.close()


def post(web: Web, sending: Sending, **headers: str) -> Told:
    return asyncio.run(ask(web, "POST", "/api/v1/players", sending, **JSON | headers))


def chunked(web: Web, *pieces: bytes) -> Told:
    return post(web, Sending(*(piece(one, more=True) for one in pieces), piece(b"")), **CHUNKED)


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def answered(web: Web, view: Callable[[HttpRequest], HttpResponse]) -> None:
    """Let every request be answered by this."""
    web.handler.get_response = view  # type: ignore[method-assign, assignment]
