"""Attackers on the live process, as those of `bench.siege.attacks`: `make streams ARGS="--streams 200 --attacks"`."""

import json
import resource
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from urllib.request import urlopen

from config.local_stack.serve import LIVE_PORT

Address = tuple[str, int]
CONNECTIONS = 1_000
MATCHES_SECONDS = 2.0


def silent_streams(address: Address) -> None:
    """A thousand connections that send nothing; one that is closed is opened again."""
    _besiege(address, b"", until=select.EPOLLRDHUP)


def deaf_streams(address: Address) -> None:
    """A thousand streams, each from an address of its own, of which nothing is ever read."""
    _besiege(address, b"GET", until=select.EPOLLRDHUP, each_from_elsewhere=True)


def restless_streams(address: Address) -> None:
    """A thousand connections of one address that open a stream, leave at its first word, and open it again."""
    _besiege(address, b"GET", until=select.EPOLLIN)


def _besiege(address: Address, method: bytes, *, until: int, each_from_elsewhere: bool = False) -> None:
    """Hold so many connections open, each until something is met; then it is opened again at once."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    poll, held, numbers, requests = select.epoll(), dict[int, socket.socket](), count(), _requests(address, method)
    while True:
        for _ in range(min(CONNECTIONS - len(held), 100)):
            place = _elsewhere(next(numbers)) if each_from_elsewhere else "127.0.0.1"
            with suppress(OSError):
                one = _opened((address[0], address[1] + LIVE_PORT), place, next(requests))
                held[one.fileno()] = one
                poll.register(one, until)
        for number, _ in poll.poll(0.1):
            held.pop(number).close()


def _opened(live: Address, place: str, request: bytes) -> socket.socket:
    one = socket.socket()
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        one.settimeout(1)
        one.bind((place, 0))
        one.connect(live)
        one.sendall(request)
    except OSError:
        one.close()
        raise
    return one


def _requests(address: Address, method: bytes) -> Iterator[bytes]:
    """Requests for the streams of the matches that are played, one after the other; nothing without a method."""
    matches, due = list[str](), 0.0
    for turn in count():
        if method and time.monotonic() > due:
            with urlopen(f"http://{address[0]}:{address[1]}/api/v1/matches?status=active&limit=50") as answer:
                matches = [one["id"] for one in json.load(answer)["items"]] or matches
            due = time.monotonic() + MATCHES_SECONDS
        path = f"/api/v1/matches/{matches[turn % len(matches)]}/stream" if matches else ""
        yield b"%b %b HTTP/1.1\r\nHost: %b\r\n\r\n" % (method, path.encode(), address[0].encode()) if method else b""


def _elsewhere(number: int) -> str:
    return f"127.2.{number // 250 % 250}.{number % 250 + 1}"


STREAM_ATTACKS: Mapping[str, Callable[[Address], None]] = {
    attack.__name__: attack for attack in (silent_streams, deaf_streams, restless_streams)
}
