"""What a web process hands on to a live process, and how many of it for one address."""

import asyncio
import http.client
import json
import socket
from collections.abc import Awaitable, Callable, Iterator

import pytest
from pytest_django import Settings

from api.serving.edge import handover
from api.serving.edge.application import Web
from games.matches.stream.loading import load
from tests.config.conftest import reachable_folder
from tests.support.asking import Told, ask, running
from tests.support.asserting import until
from tests.support.streaming import PATIENCE, Running, seated

MINE, ANOTHER = "192.0.2.7", "198.51.100.1"


@pytest.fixture
def web(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """A web process that has few places, and a live process on its socket."""
    for name, value in {"STREAMS": 5, "WAITING": 5}.items():
        monkeypatch.setattr(handover, f"MOST_{name}", value)
        monkeypatch.setattr(handover, f"{name}_OF_ONE", 2)
    with reachable_folder() as folder:
        settings.LIVE_SOCKET = str(folder / "live.sock")
        with Running.started(path=settings.LIVE_SOCKET), running(2) as web:
            yield web


async def while_open(web: Web, clients: list[str], path: str, then: Callable[[], Awaitable[object]]) -> object:
    """What `then` comes to while each of these clients has a call open that is handed on."""
    before = free(web)
    held = [asyncio.create_task(ask(web, "GET", path, client=client)) for client in clients]
    try:
        await until(lambda: free(web) == before - len(clients), PATIENCE)
        async with asyncio.timeout(PATIENCE):
            return await then()
    finally:
        for one in held:
            one.cancel()
        await asyncio.gather(*held, return_exceptions=True)


def free(web: Web) -> int:
    return web.handover._streams.free + web.handover._waiting.free


def told(answer: Told) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("another", [ANOTHER, "2001:db8:0:1::1"])
def test_one_address_takes_some_of_the_streams_that_are_handed_on_and_others_find_a_place(
    web: Web, another: str
) -> None:
    match_id, _ = seated()
    path = f"/api/v1/matches/{match_id}/stream"

    async def crowd() -> Told:
        refused = await ask(web, "GET", path, client=MINE)
        # It is open: nothing is refused.
        await while_open(web, [another], path, lambda: asyncio.sleep(0))
        return refused

    refused = asyncio.run(while_open(web, [MINE] * 2, path, crowd))
    assert isinstance(refused, Told)
    assert told(refused) == (429, "too_many_streams")
    assert refused.headers["retry-after"]
    assert free(web) == 10


def test_the_addresses_of_one_network_share_what_they_take(web: Web) -> None:
    match_id, _ = seated()
    path = f"/api/v1/matches/{match_id}/stream"
    mine = ["2001:db8::1", "2001:db8::2"]
    refused = asyncio.run(while_open(web, mine, path, lambda: ask(web, "GET", path, client="2001:db8::3")))
    assert isinstance(refused, Told)
    assert told(refused) == (429, "too_many_streams")


def test_with_no_place_for_anybody_a_stream_is_told_to_come_back(web: Web) -> None:
    match_id, _ = seated()
    path = f"/api/v1/matches/{match_id}/stream"
    crowd = [f"192.0.2.{number}" for number in range(5)]
    refused = asyncio.run(while_open(web, crowd, path, lambda: ask(web, "GET", path, client=ANOTHER)))
    assert isinstance(refused, Told)
    assert refused.status_code == 503
    assert refused.headers["retry-after"]


def test_one_address_takes_some_of_the_places_of_calls_that_wait_and_is_then_answered_at_once(web: Web) -> None:
    match_id, _ = seated()
    path = f"/api/v1/matches/{match_id}/events?after={load(match_id).match.head.version}&wait=30"

    async def crowd() -> Told:
        at_once = await ask(web, "GET", path, client=MINE)
        await while_open(web, [ANOTHER], path, lambda: asyncio.sleep(0))
        return at_once

    at_once = asyncio.run(while_open(web, [MINE] * 2, path, crowd))
    assert isinstance(at_once, Told)
    assert (at_once.status_code, at_once.json()["items"]) == (200, [])


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("of_match", [True, False])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_stream_gives_every_other_verb_the_same_answer_at_the_web_as_at_the_live_process(
    settings: Settings, method: str, of_match: bool, is_known: bool
) -> None:
    match_id, (alice, *_) = seated()
    path = f"/api/v1/matches/{match_id}/stream" if of_match else "/api/v1/me/stream"
    token = f"Bearer {alice.token}" if is_known else ""
    with reachable_folder() as folder:
        settings.LIVE_SOCKET = str(folder / "live.sock")
        with Running.started(path=settings.LIVE_SOCKET), running(2) as web:
            at_web = asyncio.run(ask(web, method, path, authorization=token))
            live = socket.socket(socket.AF_UNIX)
            live.connect(settings.LIVE_SOCKET)
            with live:
                head = f"{method} {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAuthorization: {token}\r\n\r\n"
                live.sendall(head.encode())
                at_live = http.client.HTTPResponse(live, method=method)
                at_live.begin()
                body = at_live.read()
    assert (at_web.status_code, at_web.headers["allow"]) == (at_live.status, at_live.headers["Allow"])
    assert at_web.status_code == (200 if method == "OPTIONS" else 405)
    assert at_web.headers["allow"] == "GET, OPTIONS"
    # aiohttp sends no body to a HEAD; at the web granian sees to it.
    assert method == "HEAD" or without_id(at_web.body) == without_id(body)


def without_id(body: bytes) -> dict[str, object]:
    return {name: value for name, value in json.loads(body or b"{}").items() if name != "request_id"}
