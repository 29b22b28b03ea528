"""`python -m bench.running.audience PORT STREAMS_PORT [CA]`: many readers of streams in one cheap process.

The process has one epoll loop and no parser. The kernel says when bytes arrived (SO_TIMESTAMPNS), so delays of the
readers themselves are not in the figures. Equal bytes are parsed once. Each reader has its own address. A reader whose
stream ends comes back as a browser does: when it was told to, from where it was; to another match if its own is over.
With a certificate authority (CA) the readers come through TLS.

A line `STREAMS SECONDS ANEW` on standard input opens so many streams, waits until they have settled, and counts for so
many seconds. The process prints `counting`, and then the counts as JSON. Meanwhile, every second, `ANEW` readers leave
and return.
"""

import heapq
import json
import random
import re
import resource
import select
import socket
import ssl
import struct
import sys
import time
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from itertools import count
from urllib.request import urlopen

from config.local_stack.serve import HOST

# First openings a second, while the audience comes.
OPENINGS = 100
# When those come back who were told nothing else, and those who were refused.
RETRY_SECONDS, REFUSED_SECONDS = 2.0, (2.0, 5.0)
MATCH_OVER = b"match_over"
SETTLE_SECONDS = 8.0
# How long they may take to come on a machine that is busy besides, and how many of them have to be there.
PATIENCE_SECONDS, MOST_OF_THEM = 60.0, 0.95
LIST_SECONDS = 2.0
PIECE_BYTES = 65_536
CUTS = (0.5, 0.95, 0.99)
# Linux's number; the kernel then tells with the bytes when the last of them arrived.
SO_TIMESTAMPNS = 35
END = re.compile(rb'"type":"end","data":\{"reason":"(\w+)".*?"retry_ms":(\d+)')
EVENT = re.compile(rb'\{"id":"(\d+)","type":"event","data":\{"at":"([^"]+)"')

# Version and time of an event.
Told = tuple[int, float]


class Reader:
    """One open stream; of what was missed nothing is measured: it ends with how the match stands."""

    __slots__ = ("address", "begun", "ended", "is_live", "match", "rest", "sealed", "socket", "version")

    def __init__(self, number: int, port: int, match: str, version: int, trust: ssl.SSLContext | None) -> None:
        self.address, self.match, self.version, self.is_live, self.rest = number, match, version, False, b""
        # The last words of the stream: why it ended, and in how many seconds to come back.
        self.ended: tuple[bytes, float] | None = None
        self.begun = time.time()
        self.socket = socket.socket()
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
            self.socket.bind((f"127.1.{number // 250}.{number % 250 + 1}", 0))
            self.socket.connect((HOST, port))
            path = f"/api/v1/matches/{match}/stream?after={version}"
            request = f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode()
            self.sealed = None if trust is None else Sealed(trust, request)
            self.socket.sendall(request if self.sealed is None else self.sealed.first())
            self.socket.setblocking(False)
        except OSError:
            self.socket.close()
            raise

    def read(self) -> tuple[bytes, float]:
        """Whole lines that have come, and when the last of them arrived; raises `OSError` at the end of the stream."""
        data, beside, _, _ = self.socket.recvmsg(PIECE_BYTES, 64)
        if not data:
            raise ConnectionError
        arrived = time.time()
        for _, _, stamp in beside:
            seconds, nanoseconds = struct.unpack("qq", stamp[:16])
            arrived = seconds + nanoseconds / 1e9
        if self.sealed is not None:
            data, said = self.sealed.opened(data)
            if said:
                self.socket.sendall(said)
            if not data:
                return data, arrived
        if self.rest or data[-1] != 10:
            whole, end, self.rest = (self.rest + data).rpartition(b"\n")
            data = whole + end
        return data, arrived


class Sealed:
    """The TLS of one stream, beside its socket: the kernel's word on when bytes arrived comes with the sealed bytes."""

    __slots__ = ("_got", "_request", "_sent", "_tls")

    def __init__(self, trust: ssl.SSLContext, request: bytes) -> None:
        self._got, self._sent, self._request = ssl.MemoryBIO(), ssl.MemoryBIO(), request
        self._tls = trust.wrap_bio(self._got, self._sent, server_hostname=HOST)

    def first(self) -> bytes:
        """What to send first."""
        return self.opened(b"")[1]

    def opened(self, data: bytes) -> tuple[bytes, bytes]:
        """What stands in bytes that have come, and what to send now; `OSError` where the other side is at its end."""
        if data:
            self._got.write(data)
        found = b""
        try:
            if self._request:
                self._tls.do_handshake()
                self._tls.write(self._request)
                self._request = b""
            while piece := self._tls.read(PIECE_BYTES):
                found += piece
        except ssl.SSLWantReadError:
            return found, self._sent.read()
        if not found:
            raise ConnectionError
        return found, b""


class Counted:
    """What was told to whom how late, in seconds: by match and version the last reader's, and every reader's."""

    def __init__(self) -> None:
        self.messages = 0
        self.last: dict[tuple[str, int], float] = {}
        self.each: list[float] = []
        # How long after its arrival bytes were read: what would be measured without the kernel's word.
        self.own: list[float] = []
        self._known: dict[bytes, tuple[int, tuple[Told, ...]]] = {}

    def note(self, reader: Reader, data: bytes, arrived: float) -> None:
        messages, events = self._known.get(data) or self._looked_into(data)
        self.messages += messages
        for version, at in events:
            late = arrived - at
            self.each.append(late)
            key = reader.match, version
            if late > self.last.get(key, 0.0):
                self.last[key] = late
            reader.version = version

    def _looked_into(self, data: bytes) -> tuple[int, tuple[Told, ...]]:
        found = ((int(one[1]), datetime.fromisoformat(one[2].decode()).timestamp()) for one in EVENT.finditer(data))
        if len(self._known) > 1_000:
            self._known.clear()
        self._known[data] = data.count(b"\n"), tuple(found)
        return self._known[data]


class Audience:
    """All readers. Each is opened in its turn."""

    def __init__(self, port: int, streams: int, trust: ssl.SSLContext | None) -> None:
        self._port, self._streams, self._trust, self._poll = port, streams, trust, select.epoll()
        self._readers: dict[int, Reader] = {}
        self._turns = count()
        # Addresses of readers that are to be opened for the first time.
        self._wanted: deque[int] = deque()
        # Those who come back: when, who, and from which version of which match.
        self._away: list[tuple[float, int, tuple[str, int] | None]] = []
        self._matches: list[tuple[str, int]] = []
        self._listed = 0.0
        self._due = time.monotonic()
        self.streams = self.failed = 0
        self.counted = Counted()
        self.opened: list[float] = []
        self.lost = 0
        # Since when each reader who lost a stream has none, and how long those who are back had none.
        self._since: dict[int, float] = {}
        self.away: list[float] = []

    def grow(self, streams: int) -> None:
        self._wanted.extend(range(self.streams, streams))
        self.streams = streams

    @property
    def is_there(self) -> bool:
        """Whether nearly all are told what comes; a few always look for another match."""
        return sum(reader.is_live for reader in self._readers.values()) >= MOST_OF_THEM * self.streams

    def watch(self, seconds: float, anew: int = 0) -> None:
        """Read for so long; so many leave every second and come anew."""
        begun = time.monotonic()
        turn = 0
        while (now := time.monotonic()) < begun + seconds:
            if now >= begun + turn:
                turn += 1
                self._leave(anew)
            self._open(now)
            for number, _ in self._poll.poll(0.01):
                self._read(number)

    def told(self) -> dict[str, object]:
        """What was counted, and anew from here on."""
        counted, self.counted = self.counted, Counted()
        opened, self.opened = self.opened, []
        failed, self.failed = self.failed, 0
        lost, self.lost = self.lost, 0
        away, self.away = self.away, []
        return {
            "open": sum(reader.is_live for reader in self._readers.values()),
            "failed": failed,
            "messages": counted.messages,
            "moves": len(counted.last),
            "last": cuts(counted.last.values()),
            "each": cuts(counted.each),
            "own": cuts(counted.own),
            "opened": len(opened),
            "opening": cuts(opened),
            "lost": lost,
            "back": len(away),
            "away": cuts(away),
            "longest": round(1000 * max(away, default=0.0)),
        }

    def _open(self, now: float) -> None:
        if now - self._listed > LIST_SECONDS:
            self._list()
        while self._wanted and self._due <= now and self._matches:
            self._due = max(self._due, now - 1) + 1 / OPENINGS
            self._begin(self._wanted.popleft(), None)
        while self._away and self._away[0][0] <= now and self._matches:
            _, number, place = heapq.heappop(self._away)
            self._begin(number, place)

    def _begin(self, number: int, place: tuple[str, int] | None) -> None:
        """Open a stream from a place in a match, or of the match whose turn it is."""
        place = place or self._matches[next(self._turns) % len(self._matches)]
        try:
            reader = Reader(number, self._streams, *place, self._trust)
        except OSError:
            self._again(number, place)
            return
        self._readers[reader.socket.fileno()] = reader
        self._poll.register(reader.socket, select.EPOLLIN)

    def _leave(self, readers: int) -> None:
        # Those who have been there the longest.
        for number in [number for number, reader in self._readers.items() if reader.is_live][:readers]:
            self._close(number)

    def _list(self) -> None:
        # Readers wait meanwhile, and are not measured by that: the kernel stamps what comes.
        with urlopen(f"http://{HOST}:{self._port}/api/v1/matches?status=active&limit=50") as answer:
            listed = json.load(answer)["items"]
        self._matches = [(one["id"], one["version"]) for one in listed] or self._matches
        self._listed = time.monotonic()

    def _read(self, number: int) -> None:
        reader = self._readers[number]
        try:
            data, arrived = reader.read()
        except BlockingIOError:
            return
        except OSError:
            self._close(number)
            return
        if not data:
            # A part of a handshake.
            return
        if b'"type":"end"' in data and (end := END.search(data)):
            reader.ended = end[1], int(end[2]) / 1000
        if reader.is_live:
            self.counted.own.append(time.time() - arrived)
            self.counted.note(reader, data, arrived)
        elif b'"type":"status"' in data:
            reader.is_live = True
            self.opened.append(arrived - reader.begun)
            if since := self._since.pop(reader.address, None):
                self.away.append(arrived - since)

    def _close(self, number: int) -> None:
        reader = self._readers.pop(number)
        self._poll.unregister(number)
        reader.socket.close()
        place = reader.match, reader.version
        if not reader.is_live:
            self._again(reader.address, place)
            return
        reason, seconds = reader.ended or (b"", RETRY_SECONDS)
        self.lost += 1
        self._since[reader.address] = time.time()
        self._return(reader.address, None if reason == MATCH_OVER else place, seconds)

    def _again(self, address: int, place: tuple[str, int]) -> None:
        self.failed += 1
        self._return(address, place, random.uniform(*REFUSED_SECONDS))  # noqa: S311 (it guards nothing)

    def _return(self, address: int, place: tuple[str, int] | None, seconds: float) -> None:
        heapq.heappush(self._away, (time.monotonic() + seconds, address, place))


def cuts(seconds: Iterable[float]) -> list[int]:
    """Median, p95 and p99, in whole milliseconds; of nothing 0."""
    ordered = sorted(seconds)
    return [round(1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)]) if ordered else 0 for part in CUTS]


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    trust = ssl.create_default_context(cafile=sys.argv[3]) if len(sys.argv) > 3 else None
    audience = Audience(int(sys.argv[1]), int(sys.argv[2]), trust)
    for line in sys.stdin:
        streams, seconds, anew = int(line.split()[0]), float(line.split()[1]), int(line.split()[2])
        audience.grow(streams)
        last = time.monotonic() + PATIENCE_SECONDS + 2 * streams / OPENINGS
        while not audience.is_there and time.monotonic() < last:
            audience.watch(0.1)
        audience.watch(SETTLE_SECONDS)
        audience.told()
        print("counting", flush=True)
        began = time.process_time()
        audience.watch(seconds, anew)
        print(json.dumps({**audience.told(), "processor": time.process_time() - began}), flush=True)


if __name__ == "__main__":
    main()
