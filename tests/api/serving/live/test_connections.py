"""What a live process says to those who send no HTTP, or too much of it: by sockets, byte by byte."""

import json
import logging
import random
import re
import select
import socket
from collections.abc import Iterable

import pytest

from api.http.problems import STATUSES
from api.serving.live import connections
from api.serving.live.connections import HEAD_BYTES
from tests.support.streaming import HOST, PATIENCE, Running, seated

SECRET = b"S3cr3tT0ken"
PATH = b"/api/v1/matches/01950000-0000-7000-8000-000000000000/stream"
START = b"GET " + PATH + b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + SECRET + b"\r\n"
UNREADABLE = {
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + SECRET + b"\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SECRET,
    "one word": SECRET + b"\r\n\r\n",
    "two words": b"GET /" + SECRET + b"\r\n\r\n",
    "a later version": b"GET /" + SECRET + b" HTTP/9.9\r\n\r\n",
    "no version": b"GET /" + SECRET + b" HTTP/1.x\r\n\r\n",
    "another protocol": b"GET /" + SECRET + b" ICY/1.0\r\n\r\n",
    "a method with odd signs": b"G\x01T /" + SECRET + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "an address with spaces": b"GET /a " + SECRET + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "an address with a null": b"GET /\x00" + SECRET + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header without a colon": START + SECRET + b"\r\n\r\n",
    "a header without a name": START + b": " + SECRET + b"\r\n\r\n",
    "a space before the colon": START + b"X-A : " + SECRET + b"\r\n\r\n",
    "a null in a header": START + b"X-A: a\x00" + SECRET + b"\r\n\r\n",
    "a line feed within": START + b"X-A: a\nb\rc" + SECRET + b"\r\n\r\n",
    "a carriage return within": START + b"X-A: a\r" + SECRET + b"\r\n\r\n",
    "a name with odd signs": START + b"X\xffA: " + SECRET + b"\r\n\r\n",
    "a length that is none": START + b"Content-Length: " + SECRET + b"\r\n\r\n",
    "a length below nothing": START + b"Content-Length: -1\r\nX: " + SECRET + b"\r\n\r\n",
    "a length with a sign": START + b"Content-Length: +1\r\nX: " + SECRET + b"\r\n\r\n",
    "a length without end": START + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n",
    "two lengths": START + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n" + SECRET,
    "a length and chunks": START + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECRET,
    "an encoding after chunks": START + b"Transfer-Encoding: chunked, gzip\r\n\r\n" + SECRET,
    "an encoding that is none": START + b"Transfer-Encoding: " + SECRET + b"\r\n\r\n",
    "chunks that are none": b"POST " + PATH + b" HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET + b"\r\n",
    "many headers": START + b"X: y\r\n" * 2_000 + b"\r\n",
    "an address of bytes": b"GET /\xff\xfe" + SECRET + b" HTTP/1.1\r\nHost: x\r\n\r\n",
}
# What can be read, and has an answer that is no page of aiohttp's either.
READABLE = {
    "another address": (b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
    "all addresses": (b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
    "an absolute address": (b"GET http://x/y HTTP/1.1\r\nHost: x\r\n\r\n", 404, "not_found"),
    "a proxy's call": (b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"),
    "a method that is known": (b"DELETE " + PATH + b" HTTP/1.1\r\nHost: x\r\n\r\n", 405, "method_not_allowed"),
    "a method that is not": (b"BREW " + PATH + b" HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"),
    "a method that others know": (b"MKCOL " + PATH + b" HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"),
    "a method in small letters": (b"get " + PATH + b" HTTP/1.1\r\nHost: x\r\n\r\n", 400, "bad_request"),
    "a body": (b"POST " + PATH + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", 405, "method_not_allowed"),
    "an expectation": (
        b"POST " + PATH + b" HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
        405,
        "method_not_allowed",
    ),
    "another expectation": (b"GET /x HTTP/1.1\r\nHost: x\r\nExpect: " + SECRET + b"\r\n\r\n", 404, "not_found"),
    "a socket of the web": (
        b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n" + SECRET,
        404,
        "not_found",
    ),
    "HTTP/2 from here on": (
        b"GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
        404,
        "not_found",
    ),
    "a long address": (b"GET /" + b"x" * 4_096 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "address_too_long"),
    "a long query": (b"GET " + PATH + b"?" + b"x" * 4_096 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "address_too_long"),
    "large headers": (START + b"X-A: " + b"x" * HEAD_BYTES + b"\r\n\r\n", 431, "headers_too_large"),
    "large headers together": (
        START + b"".join(b"X-%d: %b\r\n" % (one, b"x" * 1_000) for one in range(17)) + b"\r\n",
        431,
        "headers_too_large",
    ),
    "a line without end": (b"GET /" + b"x" * 2 * HEAD_BYTES, 431, "headers_too_large"),
    "headers without end": (START + b"X: y\r\n" * 10 + b"X-A: " + b"x" * HEAD_BYTES, 431, "headers_too_large"),
}


def raw(live: Running, *pieces: bytes) -> bytes:
    """The first answer to bytes, which are sent as they are."""
    with socket.create_connection((HOST, live.port), timeout=PATIENCE) as connection:
        for piece in pieces:
            connection.sendall(piece)
        return answer_on(connection)


def answer_on(connection: socket.socket) -> bytes:
    """One answer, or what came of it before the end of the connection."""
    told = b""
    while not (found := re.search(rb"Content-Length: (\d+)\r\n.*?\r\n\r\n", told, re.DOTALL)) or (
        len(told) < found.end() + int(found[1])
    ):
        piece = connection.recv(65_536)
        if not piece:
            break
        told += piece
    return told


def problem(answer: bytes) -> tuple[int, str]:
    """Status and code of the first of the answers, which has to be a problem document that tells nothing else."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    assert headers["content-type"] == "application/problem+json"
    assert headers["server"] == "tabularium"
    assert headers["date"]
    told = json.loads(body[: int(headers["content-length"])])
    assert (first.partition("/")[0], int(first.split()[1])) == ("HTTP", told["status"])
    assert STATUSES[told["code"]] == told["status"]
    for unwanted in (b"aiohttp", b"python", SECRET.lower()):
        assert unwanted not in answer.lower()
    return told["status"], told["code"]


def told_of(records: Iterable[logging.LogRecord]) -> list[str]:
    """What a log tells that it should not: what was sent, or that anything has failed."""
    lines = [record.getMessage() + str(record.exc_info or "") for record in records if record.levelno > logging.INFO]
    return [*lines, *(line for line in (record.getMessage() for record in records) if SECRET.decode() in line)]


CHUNKS = b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
DOUBTFUL = {
    "chunks of HTTP/1.0": b"POST " + PATH + b" HTTP/1.0\r\nHost: x\r\nConnection: keep-alive" + CHUNKS,
    "another encoding before": b"POST " + PATH + b" HTTP/1.1\r\nHost: x" + CHUNKS.replace(b"chunked", b"x, chunked"),
    "chunks of chunks": b"POST " + PATH + b" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked" + CHUNKS,
}


@pytest.mark.parametrize("what", DOUBTFUL)
def test_a_request_whose_end_is_in_doubt_is_the_last_of_its_connection(live: Running, what: str) -> None:
    with socket.create_connection((HOST, live.port), timeout=PATIENCE) as connection:
        connection.sendall(DOUBTFUL[what] + b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
        told = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert problem(told) == (400, "bad_request")
    assert told.count(b"HTTP/1.") == 1


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_answered_by_a_problem_that_names_no_library_and_quotes_nothing(
    live: Running, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    assert problem(raw(live, UNREADABLE[what])) in {
        (400, "bad_request"),
        (404, "not_found"),
        (431, "headers_too_large"),
    }
    assert told_of(caplog.records) == []


@pytest.mark.parametrize("what", READABLE)
def test_every_refusal_is_a_problem_with_a_code(live: Running, caplog: pytest.LogCaptureFixture, what: str) -> None:
    sent, status, code = READABLE[what]
    assert problem(raw(live, sent)) == (status, code)
    assert told_of(caplog.records) == []


def test_a_method_that_no_stream_knows_is_told_which_there_are(live: Running) -> None:
    assert b"\r\nallow: GET, OPTIONS\r\n" in raw(live, b"PUT " + PATH + b" HTTP/1.1\r\nHost: x\r\n\r\n")


def test_headers_are_bounded_together_however_they_come(live: Running) -> None:
    match_id, _ = seated()
    start = f"GET /api/v1/matches/{match_id}/events HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n".encode()
    # As much as the web takes in, and the most of it in one header.
    fits = start + b"X-A: " + b"x" * (16 * 1024 - len(start) - 9) + b"\r\n\r\n"
    assert len(fits) == 16 * 1024
    assert raw(live, fits).startswith(b"HTTP/1.1 200 ")
    assert raw(live, *(fits[at : at + 1_000] for at in range(0, len(fits), 1_000))).startswith(b"HTTP/1.1 200 ")
    large = start + b"X: " + b"x" * 20_000
    assert problem(raw(live, *(large[at : at + 1_000] for at in range(0, len(large), 1_000)))) == (
        431,
        "headers_too_large",
    )


def test_who_still_sends_when_a_refusal_is_told_can_read_it(live: Running) -> None:
    with socket.create_connection((HOST, live.port), timeout=PATIENCE) as connection:
        # At once, so that it is aiohttp that refuses it.
        connection.sendall(START + b"X-A: " + b"x" * (HEAD_BYTES + 1_000))
        select.select([connection], [], [], PATIENCE)
        for _ in range(20):
            connection.sendall(b"x" * 1_000)
        assert problem(answer_on(connection)) == (431, "headers_too_large")
        # Nothing else follows, whatever was sent.
        assert connection.recv(65_536) == b""


def test_a_body_is_no_header_and_a_second_request_has_a_bound_of_its_own(live: Running) -> None:
    first = b"POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 40000\r\n\r\n" + b"x" * 40_000
    with socket.create_connection((HOST, live.port), timeout=PATIENCE) as connection:
        for sent in (first, b"GET /y HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9_000 + b"\r\n\r\n"):
            connection.sendall(sent)
            assert problem(answer_on(connection)) == (404, "not_found")
        connection.sendall(b"GET /z HTTP/1.1\r\nX: " + b"x" * 40_000)
        assert problem(answer_on(connection)) == (431, "headers_too_large")


def test_random_bytes_are_answered_by_problems_alone(live: Running, caplog: pytest.LogCaptureFixture) -> None:
    seed = random.getrandbits(64)
    pick = random.Random(seed)
    # Shown where the test fails: the last line is what it failed of.
    print(f"seed {seed}")
    for _ in range(300):
        sent = bytearray(START + b"Content-Length: 0\r\nAccept: */*\r\n\r\n")
        for _ in range(pick.randrange(1, 6)):
            sent[pick.randrange(len(sent) - 4)] = pick.randrange(256)
        print(bytes(sent))
        assert problem(raw(live, bytes(sent)))
    assert [line for line in told_of(caplog.records) if SECRET.decode() in line or "unforeseen" in line] == []


def test_one_address_has_a_share_of_the_connections_and_is_cut_off_beyond_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "OF_ADDRESS", 3)
    asked = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    def ask(place: str) -> tuple[socket.socket, bytes]:
        one = socket.create_connection((HOST, live.port), timeout=PATIENCE, source_address=(place, 0))
        try:
            one.sendall(asked)
            return one, one.recv(1_000)
        except ConnectionError:
            return one, b""

    with Running.started() as live:
        mine = [ask("127.0.0.1") for _ in range(4)]
        others = [ask("127.0.0.2")]
        assert [bool(told) for _, told in mine] == [True, True, True, False]
        assert others[0][1].startswith(b"HTTP/1.1 200 ")
        mine[0][0].close()
        free = connections.MOST - 3
        live.until_there(lambda: live.live.connections.free >= free)
        again = ask("127.0.0.1")
        assert again[1].startswith(b"HTTP/1.1 200 ")
        for one, _ in [*mine, *others, again]:
            one.close()
