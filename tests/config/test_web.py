import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from pytest_django import Settings

from api.http.authentication import IDEMPOTENCY_KEY
from config import metrics
from config import web as web_module
from config.metrics import ProcessTally
from config.web import QUEUE, QUEUE_OF_ONE, SHARE, Caller, Web, Work
from tests.config.asking import GONE, Sending, Told, ask, piece, running
from tests.support.cast import person

LIMIT = 64 * 1024
THREADS = 2
SOMEBODY: Caller = "192.0.2.7"
JSON = {"content_type": "application/json"}
CHUNKED = {**JSON, "transfer_encoding": "chunked"}


@pytest.fixture
def web() -> Iterator[Web]:
    with running(THREADS) as web:
        yield web


def post(web: Web, sending: Sending, **headers: str) -> Told:
    return asyncio.run(ask(web, "POST", "/api/v1/players", sending, **JSON | headers))


def chunked(web: Web, *pieces: bytes) -> Told:
    return post(web, Sending(*(piece(one, more=True) for one in pieces), piece(b"")), **CHUNKED)


def signing_up(length: int) -> bytes:
    """A sign-up of this many bytes that is refused for its handle alone."""
    return b'{"handle": "a b"' + b" " * (length - 17) + b"}"


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def answered(web: Web, view: Callable[[HttpRequest], HttpResponse]) -> None:
    """Let every request be answered by this."""
    web.handler.get_response = view  # type: ignore[method-assign, assignment]


# Addresses and headers


@pytest.mark.parametrize("path", ["/" + "%ff" * 1366, "/api/v1/" + "%ff" * 20_000, "/api/v1/games?x=" + "x" * 4096])
def test_a_long_address_is_refused_before_anything_reads_it(web: Web, path: str) -> None:
    assert told(asyncio.run(ask(web, "GET", path))) == (414, "address_too_long")


@pytest.mark.parametrize("method", ["get", "Get", "head", "BREW", "MKCOL", "G"])
def test_a_method_that_is_none_of_http_is_refused_before_anything_reads_it(web: Web, method: str) -> None:
    assert told(asyncio.run(ask(web, method, "/api/v1/games"))) == (400, "bad_request")


def test_no_answer_names_the_software_that_sends_it(web: Web) -> None:
    for path in ("/healthz", "/api/v1/games", "/nowhere", "/" + "x" * 4096):
        assert asyncio.run(ask(web, "GET", path)).headers["server"] == "tabularium"


def test_a_long_content_type_is_read_by_nobody(web: Web) -> None:
    shown = []

    def look(request: HttpRequest) -> HttpResponse:
        shown.append(request.META["CONTENT_TYPE"])
        return HttpResponse()

    answered(web, look)
    for length in (256, 257):
        asyncio.run(ask(web, "GET", "/api/v1/games", content_type="a" * length))
    assert shown == ["a" * 256, ""]


def test_two_keys_of_one_call_are_none(web: Web) -> None:
    def shown(sent: list[tuple[bytes, bytes]]) -> str:
        return dict(web_module._headers(sent))[b"idempotency-key"].decode()

    assert IDEMPOTENCY_KEY.fullmatch(shown([(b"idempotency-key", b"a")]))
    assert not IDEMPOTENCY_KEY.fullmatch(shown([(b"idempotency-key", b"a"), (b"idempotency-key", b"a")]))


# Bodies


def test_64_kib_are_read_and_a_byte_more_is_refused_unread(web: Web) -> None:
    fits, larger = Sending(piece(signing_up(LIMIT))), Sending(piece(signing_up(LIMIT + 1)))
    assert told(post(web, fits, content_length=str(LIMIT))) == (400, "invalid_request")
    assert told(post(web, larger, content_length=str(LIMIT + 1))) == (413, "body_too_large")
    assert (fits.taken, larger.taken) == (LIMIT, 0)


def test_a_body_in_chunks_is_read_no_further_than_the_limit(web: Web) -> None:
    assert told(chunked(web, signing_up(LIMIT))) == (400, "invalid_request")
    larger = Sending(*(piece(b" " * 1024, more=True) for _ in range(10 * 64)))
    assert told(post(web, larger, **CHUNKED)) == (413, "body_too_large")
    assert larger.taken == LIMIT + 1024


def test_a_body_in_chunks_says_what_it_would_say_in_one_piece(web: Web) -> None:
    body = json.dumps({"handle": person("Chunk").handle[:-1] + "_"}).encode()
    answer = chunked(web, body[:5], body[5:])
    assert (answer.status_code, answer.json()["player"]["handle"]) == (201, json.loads(body)["handle"])


def test_a_body_in_crumbs_is_given_up_soon_and_one_in_pieces_of_a_network_is_read(web: Web) -> None:
    crumbs = Sending(*(piece(b" ", more=True) for _ in range(60_000)))
    assert told(post(web, crumbs, **CHUNKED)) == (400, "bad_request")
    assert crumbs.taken < 200
    body = signing_up(LIMIT)
    network = [body[start : start + 536] for start in range(0, LIMIT, 536)]
    assert told(chunked(web, *network)) == (400, "invalid_request")
    assert told(chunked(web, *(bytes([byte]) for byte in signing_up(100)))) == (400, "invalid_request")


def test_of_a_body_that_is_longer_than_declared_only_the_declared_part_is_read(web: Web) -> None:
    for pieces in ([piece(b"{}" + b" " * LIMIT)], [piece(b"{}", more=True), piece(b" " * LIMIT)]):
        body = Sending(*pieces)
        assert told(post(web, body, content_length="2")) == (400, "invalid_request")
    assert body.taken == 2


def test_a_body_that_does_not_come_is_answered_408_and_has_held_no_thread(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_module, "BODY_SECONDS", 0.01)
    answer = post(
        web, Sending(piece(b"{", more=True)), content_length="30", accept_language="he", origin="https://play.example"
    )
    assert told(answer) == (408, "request_timeout")
    assert (answer.headers["connection"], answer.headers["access-control-allow-origin"]) == ("close", "*")
    assert answer.json()["title"] == "איטי מדי"
    assert len(answer.headers["x-request-id"]) == 36
    assert not web.pool._threads


def test_a_client_that_leaves_before_its_body_is_complete_costs_no_thread(web: Web) -> None:
    assert told(post(web, Sending(piece(b"{", more=True), GONE), content_length="30")) == (400, "bad_request")
    assert not web.pool._threads


def test_bodies_that_are_being_read_hold_so_much_together_and_then_the_oldest_is_given_up(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_module, "BODIES_BYTES", 4 * LIMIT)
    path = "/api/v1/players"

    async def crowd() -> tuple[list[int], Told]:
        sent = [Sending(piece(b" " * (LIMIT - 1), more=True)) for _ in range(7)]
        slow = [asyncio.create_task(ask(web, "POST", path, one, content_length=str(LIMIT), **JSON)) for one in sent]
        await asyncio.sleep(0)
        honest = await ask(web, "POST", path, Sending(piece(signing_up(LIMIT))), content_length=str(LIMIT), **JSON)
        answers = await asyncio.gather(*slow[:4])
        assert web.bodies._bytes == 3 * (LIMIT - 1)
        for one in slow[4:]:
            one.cancel()
        await asyncio.gather(*slow[4:], return_exceptions=True)
        return [answer.status_code for answer in answers], honest

    refused, honest = asyncio.run(crowd())
    assert refused == [408] * 4
    assert told(honest) == (400, "invalid_request")
    assert (web.bodies._bytes, web.bodies._held) == (0, {})


def test_what_the_loop_refuses_is_counted_and_its_line_names_the_route(
    web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(web_module, "BODY_SECONDS", 0.01)
    # Nothing else is counted there, and it is added after seconds only.
    tally = ProcessTally()
    monkeypatch.setattr(metrics, "tally", tally)
    with caplog.at_level("INFO", "api.access"):
        post(web, Sending(piece(b"{", more=True)), content_length="30")
    assert tally._counts == {("answers", "4xx"): 1, ("refusals", "request_timeout"): 1}
    assert caplog.messages == ["POST /api/v1/players 408"]


# Requests as before


@pytest.mark.parametrize(
    ("raw", "game"), [("ch%65ss", "chess"), ("%d7%90", "א"), ("%ff%fe", "%FF%FE"), ("%00", "\0"), ("a+b", "a+b")]
)
def test_an_address_is_decoded_and_what_is_no_utf8_stays_as_it_is(web: Web, raw: str, game: str) -> None:
    answer = asyncio.run(ask(web, "GET", f"/api/v1/games/{raw}"))
    assert (answer.status_code, answer.json()["params"]) == (404, {"game": game})


def test_of_doubled_headers_django_is_shown_one(web: Web) -> None:
    sent = [(b"content-length", b"2"), (b"content-length", b"2"), (b"content-type", b"a/b"), (b"content-type", b"c/d")]
    sent += [(b"host", b"one"), (b"host", b"two"), (b"cookie", b"a=b"), (b"cookie", b"c=d"), (b"accept", b"\xff")]
    assert web_module._headers(sent) == [
        (b"content-length", b"2"),
        (b"content-type", b"a/b"),
        (b"host", b"one, two"),
        (b"cookie", b"a=b; c=d"),
        (b"accept", b""),
    ]


def test_a_call_is_counted_for_the_address_that_it_comes_from(web: Web, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": {"token": 0, "address": 0}}
    assert told(asyncio.run(ask(web, "GET", "/api/v1/games"))) == (429, "rate_limited")


def test_each_thread_keeps_its_connection_to_the_database(web: Web) -> None:
    backends, together = [], threading.Barrier(THREADS, timeout=60)

    def view(request: HttpRequest) -> HttpResponse:
        together.wait()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backends.append(cursor.fetchone())
        return HttpResponse()

    answered(web, view)

    async def rounds() -> None:
        for _ in range(5):
            await asyncio.gather(*(ask(web, "GET", "/") for _ in range(THREADS)))

    asyncio.run(rounds())
    assert (len(backends), len(set(backends))) == (5 * THREADS, THREADS)


# Too much to do, and health


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
    assert not web.work._of
    assert not web.work._shares


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


def test_health_needs_no_database(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    answer = asyncio.run(ask(web, "GET", "/healthz"))
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands until it is set."""
    times = [0.0]
    monkeypatch.setattr("config.web.monotonic", lambda: times[0])
    return times


def test_a_request_without_an_answer_for_two_minutes_is_a_reason_to_be_replaced(clock: list[float]) -> None:
    work = Work(THREADS)
    work.begin("one", SOMEBODY)
    clock[0] = 120.0
    assert work.trouble() == ""
    clock[0] = 121.0
    assert work.trouble() == "a request has had no answer for 121 s"
    work.end("one", SOMEBODY)
    assert work.trouble() == ""


def test_requests_that_wait_while_no_thread_comes_back_are_a_reason_too(clock: list[float]) -> None:
    work = Work(THREADS)
    clock[0] = 1000.0
    for name in ("one", "two"):
        work.begin(name, SOMEBODY)
    clock[0] = 1040.0
    assert work.trouble() == ""
    work.begin("three", SOMEBODY)
    assert work.trouble() == "requests wait, and no thread has come back for 40 s"
    work.end("one", SOMEBODY)
    assert work.trouble() == ""
