"""`python -m bench.running.audience PORT`: many readers of streams in one cheap process.

The process has one epoll loop and no parser. The kernel says when bytes arrived (SO_TIMESTAMPNS), so delays of the
readers themselves are not in the figures. Equal bytes are parsed once. Each reader has its own address, and reads
another match when its own is over.

A line `STREAMS SECONDS ANEW` on standard input opens so many streams, waits until they have settled, and counts for so
many seconds. The process prints `counting`, and then the counts as JSON. Meanwhile, every second, `ANEW` readers leave
and return.
"""

import json
import re
import resource
import select
import socket
import struct
import sys
import time
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from itertools import count
from urllib.request import urlopen

from config.local_stack.serve import HOST, LIVE_PORT

# Openings a second, while the audience comes and of those whose match is over.
OPENINGS = 100
SETTLE_SECONDS = 8.0
# How long they may take to come on a machine that is busy besides, and how many of them have to be there.
PATIENCE_SECONDS, MOST_OF_THEM = 60.0, 0.95
LIST_SECONDS = 2.0
PIECE_BYTES = 65_536
CUTS = (0.5, 0.95, 0.99)
# Linux's number; the kernel then tells with the bytes when the last of them arrived.
SO_TIMESTAMPNS = 35
EVENT = re.compile(rb'\{"id":"(\d+)","type":"event","data":\{"at":"([^"]+)"')

# Version and time of an event.
Told = tuple[int, float]


class Reader:
    """One open stream; of what was missed nothing is measured: it ends with how the match stands."""

    __slots__ = ("address", "begun", "is_live", "match", "rest", "socket")

    def __init__(self, number: int, port: int, match: str, version: int) -> None:
        self.address, self.match, self.is_live, self.rest = number, match, False, b""
        self.begun = time.time()
        self.socket = socket.socket()
        try:
            self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
            self.socket.bind((f"127.1.{number // 250}.{number % 250 + 1}", 0))
            self.socket.connect((HOST, port))
            path = f"/api/v1/matches/{match}/stream?after={version}"
            self.socket.sendall(f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
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
        if self.rest or data[-1] != 10:
            whole, end, self.rest = (self.rest + data).rpartition(b"\n")
            data = whole + end
        return data, arrived


class Counted:
    """What was told to whom how late, in seconds: by match and version the last reader's, and every reader's."""

    def __init__(self) -> None:
        self.messages = 0
        self.last: dict[tuple[str, int], float] = {}
        self.each: list[float] = []
        # How long after its arrival bytes were read: what would be measured without the kernel's word.
        self.own: list[float] = []
        self._known: dict[bytes, tuple[int, tuple[Told, ...]]] = {}

    def note(self, match: str, data: bytes, arrived: float) -> None:
        messages, events = self._known.get(data) or self._looked_into(data)
        self.messages += messages
        for version, at in events:
            late = arrived - at
            self.each.append(late)
            key = match, version
            if late > self.last.get(key, 0.0):
                self.last[key] = late

    def _looked_into(self, data: bytes) -> tuple[int, tuple[Told, ...]]:
        found = ((int(one[1]), datetime.fromisoformat(one[2].decode()).timestamp()) for one in EVENT.finditer(data))
        if len(self._known) > 1_000:
            self._known.clear()
        self._known[data] = data.count(b"\n"), tuple(found)
        return self._known[data]


class Audience:
    """All readers. Each is opened in its turn."""

    def __init__(self, port: int) -> None:
        self._port, self._poll = port, select.epoll()
        self._readers: dict[int, Reader] = {}
        self._turns = count()
        # Addresses of readers that are to be opened.
        self._wanted: deque[int] = deque()
        self._matches: list[tuple[str, int]] = []
        self._listed = 0.0
        self._due = time.monotonic()
        self.streams = self.failed = 0
        self.counted = Counted()
        self.opened: list[float] = []

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
        }

    def _open(self, now: float) -> None:
        if now - self._listed > LIST_SECONDS:
            self._list()
        while self._wanted and self._due <= now and self._matches:
            self._due = max(self._due, now - 1) + 1 / OPENINGS
            number = self._wanted.popleft()
            try:
                reader = Reader(number, self._port + LIVE_PORT, *self._matches[next(self._turns) % len(self._matches)])
            except OSError:
                self._again(number)
                continue
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
        if reader.is_live:
            self.counted.own.append(time.time() - arrived)
            self.counted.note(reader.match, data, arrived)
        elif b'"type":"status"' in data:
            reader.is_live = True
            self.opened.append(arrived - reader.begun)

    def _close(self, number: int) -> None:
        reader = self._readers.pop(number)
        self._poll.unregister(number)
        reader.socket.close()
        if reader.is_live:
            # Its match is over, or the process has ended.
            self._wanted.append(reader.address)
        else:
            self._again(reader.address)

    def _again(self, address: int) -> None:
        self.failed += 1
        self._wanted.append(address)


def cuts(seconds: Iterable[float]) -> list[int]:
    """Median, p95 and p99, in whole milliseconds; of nothing 0."""
    ordered = sorted(seconds)
    return [round(1000 * ordered[min(int(part * len(ordered)), len(ordered) - 1)]) if ordered else 0 for part in CUTS]


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    audience = Audience(int(sys.argv[1]))
    for line in sys.stdin:
        streams, seconds, anew = int(line.split()[0]), float(line.split()[1]), int(line.split()[2])
        audience.grow(streams)
        last = time.monotonic() + PATIENCE_SECONDS
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
