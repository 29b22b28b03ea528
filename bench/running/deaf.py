"""How much memory of the live process do clients take that never read their streams?

`python -m bench.running.deaf [--readers N --versions V]`.

It opens that many streams of one long match of the Cave, in three languages, each from its own address, and never
reads them. Beside them an honest reader reconnects again and again. It prints the resident memory of every process
before, during and after.
"""

import argparse
import http.client
import json
import resource
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from urllib.request import urlopen

from bench.running.idle import PAGE, memory
from bench.running.serving import Served, serving
from bench.siege.players import Party
from bench.siege.streams import _elsewhere, _opened
from clients.narrators import SHOWS
from config.local_stack.serve import HOST, LIVE_PORT, WATCH_SECONDS
from games.core.languages import LANGUAGES

READERS, VERSIONS = 2_500, 980
THERE_SECONDS, AFTER_SECONDS = 40.0, 30.0
PIECE_BYTES = 65_536


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.deaf")
    parser.add_argument("--readers", type=int, default=READERS)
    parser.add_argument("--versions", type=int, default=VERSIONS)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with serving() as served, _watched(served):
        match, head = _long_match(served, options.versions)
        _read(served.port, match)
        print(f"a match of {head} events")
        print(_line("before"), flush=True)
        _besiege(served, LIVE_PORT, match, "stream?after=0", options.readers)
        # As many as two web processes hand on.
        _besiege(served, 0, match, "stream?after=0", options.readers // 5)
        # Each of these costs the process a tenth of a second.
        _besiege(served, LIVE_PORT, match, "events?after=0&limit=500&wait=5", options.readers // 10)


def _besiege(served: Served, place: int, match: str, answer: str, readers: int) -> None:
    """Readers of one kind of answer come to the live process or, through the web, at place 0; they stay and leave."""
    service = "live" if place else "web"
    deaf: list[socket.socket] = []
    languages = cycle(LANGUAGES)
    try:
        for number in range(readers):
            path = f"/api/v1/matches/{match}/{answer}"
            head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Language: {next(languages)}\r\n\r\n"
            deaf.append(_opened((HOST, served.port + place), _elsewhere(number), head.encode()))
        most, took = 0.0, [0.0]
        end = time.monotonic() + THERE_SECONDS
        while time.monotonic() < end:
            began = time.monotonic()
            _read(served.port, match)
            took.append(time.monotonic() - began)
            most = max(most, memory()[service][1])
            time.sleep(1)
        print(_line(f"beside {len(deaf)} deaf readers of {answer.split('?')[0]} at {service}"))
        print(
            f"  {service} at its most {most:.0f} MB; {_ended(deaf)} of them cut off; an honest reader has all after"
            f" {max(took):.1f} s at most; {_kernel():.0f} MB in the kernel's buffers"
        )
        print("\n".join(f"  {line}" for line in served.live_metrics() if line.startswith("tabularium_streams_e")))
    finally:
        for one in deaf:
            one.close()
    time.sleep(AFTER_SECONDS)
    print(_line("after them"), flush=True)


def _ended(deaf: list[socket.socket]) -> int:
    poll = select.poll()
    for one in deaf:
        poll.register(one, select.POLLRDHUP)
    return len(poll.poll(0))


def _kernel() -> float:
    """Megabytes of all TCP sockets of the machine, at both ends."""
    line = next(line for line in Path("/proc/net/sockstat").read_text().splitlines() if line.startswith("TCP:"))
    return int(line.split()[-1]) * PAGE / 1024**2


def _line(when: str) -> str:
    return f"{when}: " + ", ".join(f"{name} {rss:.0f} MB" for name, (_, rss) in sorted(memory().items()))


def _long_match(served: Served, versions: int) -> tuple[str, int]:
    """A match of the Cave that has so many events, and goes on no more."""
    show = replace(SHOWS["cave"], options={"max_rounds": 0, "elimination": "none"})
    # Not as the lists have it: they may be minutes behind on a busy machine.
    with Party(served.url, rate=200.0, tables=1, shows=[show]) as party:
        while True:
            for match in party.matches():
                with urlopen(f"http://{HOST}:{served.port}/api/v1/matches/{match}") as answer:
                    version = json.load(answer)["version"]
                if version >= versions:
                    return match, version
            time.sleep(0.2)


def _read(port: int, match: str) -> None:
    """All of a match, as one who reads fast is told it."""
    connection = http.client.HTTPConnection(HOST, port + LIVE_PORT, timeout=300)
    connection.request("GET", f"/api/v1/matches/{match}/stream?after=0")
    with connection.getresponse() as answer:
        if answer.status == 200:
            next(line for line in answer if b'"type":"status"' in line)
    connection.close()


@contextmanager
def _watched(served: Served) -> Iterator[None]:
    over = threading.Event()

    def watch() -> None:
        while not over.wait(WATCH_SECONDS):
            served.stack.supervisor.watch()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


if __name__ == "__main__":
    main()
