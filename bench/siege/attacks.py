"""The attackers, each in its own process: `python -m bench.siege.attacks NAME URL` attacks until it is ended.

Each claims an address by X-Forwarded-For, which this service is configured to believe.
"""

import random
import resource
import selectors
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from bench.siege.streams import STREAM_ATTACKS
from clients.api import Api, Problem

Address = tuple[str, int]
SLOW_BODIES, IDLE, LOG_INS, GUESTS = 500, 5_000, 1_000, 12
SHORT = {"mode": "per_move", "seconds": 1}
# A frame's type and flags, RFC 9113: HEADERS that end the headers and not the stream.
HEADERS_FRAME, END_HEADERS, SETTINGS_FRAME = 1, 4, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def http2(address: Address) -> None:
    """Forty POSTs without their bodies on each connection, which is then closed; two connections a second."""
    while True:
        with suppress(OSError), socket.create_connection(address, timeout=5) as connection:
            connection.sendall(posts_without_bodies(address))
            connection.settimeout(0.5)
            connection.recv(4096)
        time.sleep(0.5)


def posts_without_bodies(address: Address) -> bytes:
    """What a client of HTTP/2 sends that begins forty sign-ups and ends none."""
    headers = (_frame(HEADERS_FRAME, END_HEADERS, stream, _post_headers(address)) for stream in range(1, 81, 2))
    return PREFACE + _frame(SETTINGS_FRAME, 0, 0, b"") + b"".join(headers)


def _frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def _post_headers(address: Address) -> bytes:
    """HPACK without tables or Huffman codes: indexed :method POST and :scheme http, the rest as literals."""
    literals = {":path": "/api/v1/players", ":authority": f"{address[0]}:{address[1]}"}
    literals |= {"content-type": "application/json", "content-length": "20", "x-forwarded-for": _anywhere()}
    return b"\x83\x86" + b"".join(
        b"\x00" + bytes((len(name),)) + name.encode() + bytes((len(value),)) + value.encode()
        for name, value in literals.items()
    )


def slow_bodies(address: Address) -> None:
    """Five hundred sign-ups at once whose bodies come a byte a second; one that is closed is opened again."""

    def first() -> bytes:
        head = f"POST /api/v1/players HTTP/1.1\r\nHost: {address[0]}\r\nX-Forwarded-For: {_anywhere()}\r\n"
        return f"{head}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{{".encode()

    _hold(address, SLOW_BODIES, first=first, each_second=b" ")


def idle(address: Address) -> None:
    """Five thousand connections that have asked once and stay open; one that is closed is opened again."""
    asked = f"GET /healthz HTTP/1.1\r\nHost: {address[0]}\r\n\r\n".encode()
    _hold(address, IDLE, first=lambda: asked, each_second=b"")


def _hold(address: Address, most: int, *, first: Callable[[], bytes], each_second: bytes) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    chosen, held = selectors.DefaultSelector(), set[socket.socket]()
    while True:
        # As fast as the service takes them, but for the connections that one second brings.
        for _ in range(min(most - len(held), 500)):
            with suppress(OSError):
                held.add(_opened(address, first(), chosen))
        due = time.monotonic() + 1
        while (left := due - time.monotonic()) > 0:
            for key, _ in chosen.select(left):
                _read(key.fileobj, chosen, held)
        for connection in list(held) if each_second else ():
            try:
                connection.send(each_second)
            except OSError:
                _close(connection, chosen, held)


def _opened(address: Address, first: bytes, chosen: selectors.BaseSelector) -> socket.socket:
    connection = socket.create_connection(address, timeout=1)
    connection.sendall(first)
    connection.setblocking(False)
    chosen.register(connection, selectors.EVENT_READ)
    return connection


def _read(connection: Any, chosen: selectors.BaseSelector, held: set[socket.socket]) -> None:
    try:
        more = connection.recv(65536)
    except BlockingIOError:
        return
    except OSError:
        more = b""
    if not more:
        _close(connection, chosen, held)


def _close(connection: socket.socket, chosen: selectors.BaseSelector, held: set[socket.socket]) -> None:
    if connection in held:
        chosen.unregister(connection)
        held.discard(connection)
        connection.close()


class Stranger(Api):
    """An attacker from one address; refusals are no reason to stop."""

    def __init__(self, url: str, address: str, token: str | None = None) -> None:
        super().__init__(url, token)
        self._from = address

    def _send(self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
        return super()._send(method, path, body, {**headers, "X-Forwarded-For": self._from})

    def tried(self, path: str, body: dict[str, Any]) -> Any:
        """The answer to a POST, or None where it was refused."""
        with suppress(Problem, OSError, ValueError):
            return self.post(path, body)
        return None


def amplifier(address: Address) -> None:
    """Guests from three addresses make matches among bots, fork those that have ended and meet again, without rest."""
    url, pick, made = _url(address), random.Random(1), list[str]()
    guests = list[Stranger]()
    while True:
        if len(guests) < GUESTS and (guest := _guest(url, f"198.51.100.{len(guests) % 3}", pick)):
            guests.append(guest)
        for guest in guests:
            _match_of_bots(guest, pick, made)
            for match in pick.sample(made, min(3, len(made))):
                # Far into the match: a fork copies what was there. It waits for two more, who are bots.
                forked = guest.tried(f"/matches/{match}/forks", {"at": 200, "clock": SHORT})
                again = guest.tried(f"/matches/{match}/rematch", {})
                for found in filter(None, (forked, again)):
                    _left_to_bots(guest, found["id"])
        time.sleep(0.5)


def _match_of_bots(guest: Stranger, pick: random.Random, made: list[str]) -> None:
    wish = {"game": pick.choice(("rock-paper-wizard", "cave", "spell-a-spell")), "seats": 3, "clock": SHORT}
    if found := guest.tried("/matches", wish):
        _left_to_bots(guest, found["id"])
        made.append(found["id"])


def _left_to_bots(guest: Stranger, match: str) -> None:
    for _ in range(2):
        guest.tried(f"/matches/{match}/bots", {"bot": "random"})
    guest.tried(f"/matches/{match}/resign", {})


def _guest(url: str, address: str, pick: random.Random) -> Stranger | None:
    made = Stranger(url, address).tried("/players", {"handle": f"Attack_{pick.getrandbits(48):x}"})
    return Stranger(url, address, made["token"]) if made else None


def log_ins(address: Address) -> None:
    """A thousand log-ins of players that there are not, each from another address, fifty at a time, over and over."""
    url, pick = _url(address), random.Random(2)

    def one_after_the_other() -> None:
        while True:
            stranger = Stranger(url, _anywhere())
            stranger.tried("/tokens", {"handle": f"Nobody_{pick.getrandbits(40):x}", "password": "a long enough word"})
            stranger.close()
            time.sleep(50 * 60 / LOG_INS)

    _beside_each_other(50, one_after_the_other)


def hanging_dns(address: Address) -> None:
    """Webhooks to names whose servers do not answer, by a hundred guests, each tested and tested again."""
    url, pick = _url(address), random.Random(3)

    def one() -> None:
        guest = None
        while guest is None:
            guest = _guest(url, f"198.51.{pick.randrange(256)}.{pick.randrange(256)}", pick)
        while True:
            hook = guest.tried("/me/webhooks", {"url": f"https://h{pick.getrandbits(40):x}.example.org/hook"})
            if hook:
                guest.tried(f"/me/webhooks/{hook['id']}/test", {})
            time.sleep(1)

    _beside_each_other(100, one)


def one_address(address: Address) -> None:
    """Two hundred and fifty connections of one address, each asking as fast as it is answered."""
    url, pick = _url(address), random.Random(4)
    paths = ("/matches?limit=100", "/openapi.json", "/games/cave/content", "/nothing")

    def one() -> None:
        with Stranger(url, "192.0.2.66") as stranger:
            while True:
                with suppress(Problem, OSError, ValueError):
                    stranger.get(pick.choice(paths))

    _beside_each_other(250, one, pause=0.01)


def _beside_each_other(number: int, what: Callable[[], None], *, pause: float = 0.1) -> None:
    threads = [threading.Thread(target=what, daemon=True) for _ in range(number)]
    for thread in threads:
        thread.start()
        time.sleep(pause)
    threads[0].join()


def _anywhere() -> str:
    return ".".join(str(random.randrange(1, 224)) for _ in range(4))


def _url(address: Address) -> str:
    return f"http://{address[0]}:{address[1]}"


ATTACKS: Mapping[str, Callable[[Address], None]] = {
    attack.__name__: attack for attack in (http2, slow_bodies, idle, amplifier, log_ins, hanging_dns, one_address)
}


def main() -> None:
    name, url = sys.argv[1:3]
    place = urlsplit(url)
    assert place.hostname is not None
    assert place.port is not None
    {**ATTACKS, **STREAM_ATTACKS}[name]((place.hostname, place.port))


if __name__ == "__main__":
    main()
