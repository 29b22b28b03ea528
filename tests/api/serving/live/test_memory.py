"""A live process gives memory back as long as it lives."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase

from api.serving.handler.handler import Handler
from api.serving.handler.messages import RawResponse, as_raw
from api.serving.live import clients, connections, server
from tests.support.streaming import Running, seated

# More than the buffers of two sockets hold.
LONG_BYTES = 1024 * 1024


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """The kinds of what answers were made from and sent by, as far as it is still there without a collection."""
    made: list[weakref.ref[Any]] = []

    class Seen(Handler):
        def get_response(self, request: HttpRequest) -> Any:
            response: Any = super().get_response(request)
            context = response.renderer_context
            made.extend(map(weakref.ref, (response, context["view"], context["request"])))
            return response

    class Client(clients.Client):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            # It is there for as long as the bytes that it is sent.
            made.append(weakref.ref(self))

    monkeypatch.setattr(server, "Handler", Seen)
    monkeypatch.setattr(server, "Client", Client)
    gc.disable()
    try:
        yield lambda: [type(found).__name__ for one in made if (found := one()) is not None]
    finally:
        gc.enable()
    assert made


def long_answer(response: HttpResponseBase) -> RawResponse:
    answer = as_raw(response)
    return answer._replace(body=answer.body + b" " * LONG_BYTES)


def serve(live: Running, path: str) -> None:
    assert live.get(path).json()["items"]


def cut_off(live: Running, path: str) -> None:
    with pytest.raises(ConnectionResetError):
        live.get_slowly(path).until_its_end()


def leave(live: Running, path: str) -> None:
    live.get_slowly(path).until(b" 200 ")
    live.open.pop().close()


def refuse(live: Running, path: str) -> None:
    assert live.get(f"{path}&limit=0").status == 400


def test_memory_is_given_back_also_while_there_is_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[bool] = []

    def away() -> None:
        raise OperationalError

    monkeypatch.setattr(server, "GIVE_BACK_SECONDS", 0.01)
    monkeypatch.setattr(server, "give_back", lambda: times.append(True))
    monkeypatch.setattr(server, "kept_connection", away)
    with Running.started() as live:
        live.until(lambda: len(times) >= 3)


@pytest.mark.parametrize("come", [serve, cut_off, leave, refuse])
def test_what_an_answer_was_made_from_is_gone_with_it_and_no_collection_is_needed(
    monkeypatch: pytest.MonkeyPatch, kept: Callable[[], list[str]], come: Callable[[Running, str], None]
) -> None:
    match_id, _ = seated()
    if come in (cut_off, leave):
        monkeypatch.setattr("api.serving.handler.handler.as_raw", long_answer)
    if come is cut_off:
        monkeypatch.setattr(clients, "PAGE_SECONDS", 0.2)
    with Running.started() as live:
        come(live, f"/matches/{match_id}/events?after=0&wait=1")
        live.until_there(lambda: not kept())


@pytest.mark.parametrize("come", [cut_off, leave, refuse])
def test_a_connection_that_has_ended_is_gone_and_no_collection_is_needed(
    monkeypatch: pytest.MonkeyPatch, come: Callable[[Running, str], None]
) -> None:
    made: list[weakref.ref[Any]] = []

    class Connection(connections.Connection):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            made.extend(map(weakref.ref, (self, transport)))

    monkeypatch.setattr(connections, "Connection", Connection)
    monkeypatch.setattr("api.serving.handler.handler.as_raw", long_answer)
    if come is cut_off:
        monkeypatch.setattr(clients, "PAGE_SECONDS", 0.2)
    match_id, _ = seated()
    with Running.started() as live:
        gc.disable()
        try:
            come(live, f"/matches/{match_id}/events?after=0&wait=1")
            for one in live.open:
                one.close()
            live.until_there(lambda: made != [] and not any(one() for one in made))
        finally:
            gc.enable()
