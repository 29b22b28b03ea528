import asyncio
import json

import pytest

from api.http import response_tally
from api.http.response_tally import ProcessTally
from api.serving.edge import bodies
from api.serving.edge.application import Web
from tests.support.asking import CHUNKED, GONE, JSON, Sending, Told, ask, chunked, piece, post, told
from tests.support.cast import person

LIMIT = 64 * 1024


def signing_up(length: int) -> bytes:
    """A sign-up of this many bytes that is refused for its handle alone."""
    return b'{"handle": "a b"' + b" " * (length - 17) + b"}"


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
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    answer = post(
        web, Sending(piece(b"{", more=True)), content_length="30", accept_language="he", origin="https://play.example"
    )
    assert told(answer) == (408, "request_timeout")
    assert (answer.headers["connection"], answer.headers["access-control-allow-origin"]) == ("close", "*")
    assert answer.json()["title"] == "איטי מדי"
    assert len(answer.headers["x-request-id"]) == 36
    assert web.threads.begun == 0


def test_a_client_that_leaves_before_its_body_is_complete_costs_no_thread(web: Web) -> None:
    assert told(post(web, Sending(piece(b"{", more=True), GONE), content_length="30")) == (400, "bad_request")
    assert web.threads.begun == 0


def test_bodies_that_are_being_read_hold_so_much_together_and_then_the_oldest_is_given_up(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "BODIES_BYTES", 4 * LIMIT)
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
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.01)
    # Nothing else is counted there, and it is added after seconds only.
    tally = ProcessTally()
    monkeypatch.setattr(response_tally, "tally", tally)
    with caplog.at_level("INFO", "api.access"):
        post(web, Sending(piece(b"{", more=True)), content_length="30")
    assert tally._counts == {("answers", "4xx"): 1, ("refusals", "request_timeout"): 1}
    assert caplog.messages == ["POST /api/v1/players 408"]
