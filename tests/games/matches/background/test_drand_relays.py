"""What a relay may do to whoever asks it for a round: nothing."""

import time
from collections.abc import Callable
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler

import pytest

from games.matches.background import drand_relays
from games.matches.background.drand_relays import signature_of
from tests.support.receiver import plain, receiving
from tests.support.small_beacon import CHAIN, relay, signature


def answered(status: int, body: bytes, length: int | None = None) -> Callable[[BaseHTTPRequestHandler], None]:
    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)

    return write


def dripping(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        time.sleep(0.02)
        handler.wfile.write(b".")
        handler.wfile.flush()


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n{")
    while True:
        handler.wfile.write(b" " * 65_536)


def test_a_relay_is_asked_below_its_own_path() -> None:
    with relay() as found:
        assert signature_of(f"{found.url}/below", CHAIN.hash, 7) == signature(7)
    assert found.asked == [7]


@pytest.mark.parametrize("status", [204, 302, 404, 425, 500])
def test_only_a_plain_answer_has_a_round_and_no_redirect_is_followed(status: int) -> None:
    with receiving() as elsewhere, receiving(plain(status, Location=elsewhere.url)) as found:
        elsewhere.answer = answered(200, b'{"signature": "00"}')
        assert signature_of(found.url, CHAIN.hash, 7) is None


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"signature": 7}', b'{"round": 7}', b"\xff", b"[" * 4_096])
def test_nonsense_is_no_signature(body: bytes) -> None:
    with receiving(answered(200, body)) as found:
        assert signature_of(found.url, CHAIN.hash, 7) == ""


def test_a_relay_that_drips_is_left_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drand_relays, "SECONDS", 0.3)
    begun = time.monotonic()
    with receiving(dripping) as found, pytest.raises(TimeoutError):
        signature_of(found.url, CHAIN.hash, 7)
    assert time.monotonic() - begun < 3


def test_of_an_endless_answer_little_is_read() -> None:
    with receiving(endless) as found:
        assert signature_of(found.url, CHAIN.hash, 7) == ""


def test_a_relay_that_hangs_up_or_is_not_there_has_not_answered() -> None:
    with receiving(lambda handler: handler.connection.close()) as found, pytest.raises((OSError, HTTPException)):
        signature_of(found.url, CHAIN.hash, 7)
    with pytest.raises(OSError, match="refused"):
        signature_of(found.url, CHAIN.hash, 7)
