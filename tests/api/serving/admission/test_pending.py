import asyncio
import threading

import pytest
from django.http import HttpRequest, HttpResponse

from api.serving.admission.pending import QUEUE, QUEUE_OF_ONE, SHARE, Caller, PendingRequests
from api.serving.edge.application import Web
from tests.support.asking import THREADS, Told, answered, ask, running, told

SOMEBODY: Caller = "192.0.2.7"


def held(web: Web) -> threading.Event:
    """Every request waits for this."""
    free = threading.Event()

    def view(request: HttpRequest) -> HttpResponse:
        free.wait(60)
        return HttpResponse()

    answered(web, view)
    return free


def test_with_all_threads_held_health_is_answered_and_beyond_a_queue_calls_are_refused(web: Web) -> None:
    free, places = held(web), THREADS * (1 + QUEUE)

    async def crowd() -> tuple[Told, Told, list[Told]]:
        waiting = [asyncio.create_task(ask(web, "GET", "/", client=f"192.0.2.{place}")) for place in range(places)]
        await asyncio.sleep(0)
        health, refused = await ask(web, "GET", "/healthz"), await ask(web, "GET", "/")
        free.set()
        return health, refused, await asyncio.gather(*waiting)

    health, refused, served = asyncio.run(crowd())
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    assert (told(refused), refused.headers["retry-after"]) == ((503, "too_busy"), "1")
    assert {answer.status_code for answer in served} == {200}


def test_one_address_with_however_many_connections_leaves_threads_and_places_to_others() -> None:
    with running(SHARE + 1) as web:
        free = held(web)

        async def crowd() -> tuple[Told, list[Told], list[Told]]:
            mine = [asyncio.create_task(ask(web, "GET", "/")) for _ in range(QUEUE_OF_ONE)]
            await asyncio.sleep(0)
            refused = [await ask(web, "GET", path) for path in ("/", "/events?wait=9", "/readyz?wait=9")]
            # Of the address no more are at work than its share; another's call finds a thread at once.
            answered(web, lambda request: HttpResponse("another's"))
            others = await ask(web, "GET", "/", client="198.51.100.1")
            free.set()
            return others, refused, await asyncio.gather(*mine)

        others, refused, served = asyncio.run(crowd())
    assert others.body == b"another's"
    assert {(told(one), one.headers["retry-after"]) for one in refused} == {((429, "rate_limited"), "1")}
    assert {answer.status_code for answer in served} == {200}
    assert not web.pending._of
    assert not web.pending._shares


def test_what_the_loop_refuses_is_no_page_for_others(web: Web) -> None:
    free = held(web)

    async def crowd() -> Told:
        waiting = [asyncio.create_task(ask(web, "GET", "/")) for _ in range(QUEUE_OF_ONE)]
        await asyncio.sleep(0)
        refused = await ask(web, "GET", "/")
        free.set()
        await asyncio.gather(*waiting)
        return refused

    refused = asyncio.run(crowd())
    assert refused.headers["cache-control"].startswith("private")
    assert "Authorization" in refused.headers["vary"]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands until it is set."""
    times = [0.0]
    monkeypatch.setattr("api.serving.admission.pending.monotonic", lambda: times[0])
    return times


def test_a_request_without_an_answer_for_two_minutes_is_a_reason_to_be_replaced(clock: list[float]) -> None:
    pending = PendingRequests(THREADS)
    pending.begin("one", SOMEBODY)
    clock[0] = 120.0
    assert pending.trouble() == ""
    clock[0] = 121.0
    assert pending.trouble() == "a request has had no answer for 121 s"
    pending.end("one", SOMEBODY)
    assert pending.trouble() == ""


def test_requests_that_wait_while_no_thread_comes_back_are_a_reason_too(clock: list[float]) -> None:
    pending = PendingRequests(THREADS)
    clock[0] = 1000.0
    for name in ("one", "two"):
        pending.begin(name, SOMEBODY)
    clock[0] = 1040.0
    assert pending.trouble() == ""
    pending.begin("three", SOMEBODY)
    assert pending.trouble() == "requests wait, and no thread has come back for 40 s"
    pending.end("one", SOMEBODY)
    assert pending.trouble() == ""
