"""`python -m bench.streams [--streams N] [--seconds N]`: an audience of open streams beside people who play.

Twenty moves a second at nine tables of all games as `make serve` runs them, first without and then with the audience,
which is spread over the matches and read by a process of its own. It prints how long after its event's time each move
had come to its last reader, what people waited for their calls with and without, and what the live process took. On one
machine the readers take as much of the processor as the service, so the figures are an upper bound.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from urllib.request import urlopen

from config.local_stack.serve import HOST, LIVE_PORT, WATCH_SECONDS, free_port, start_service
from config.local_stack.stack import PROJECT, LocalStack, temporary_stack

RATE, TABLES = 20.0, 9
SETTLE_SECONDS = 10.0
# Openings a second of the audience.
OPENINGS = 100
CUTS = (0.5, 0.95, 0.99)
EVENT = re.compile(rb'\{"id":"(\d+)","type":"event","data":\{"at":"([^"]+)"')


def main() -> None:
    options = _parse()
    if options.audience:
        print(json.dumps(asyncio.run(Audience(options.audience, options.streams).watch(options.seconds))))
        return
    with temporary_stack(os.environ) as stack:
        for line in _measure(stack, options.streams, options.seconds):
            print(line, flush=True)


def _measure(stack: LocalStack, streams: int, seconds: float) -> Sequence[str]:
    from bench.idle import TICKS, memory, ticks
    from bench.siege.players import Party

    port = free_port()
    start_service(stack, port)
    with Party(f"http://{HOST}:{port}", rate=RATE, tables=TABLES) as party:
        _watch(stack, SETTLE_SECONDS)
        party.forget()
        _watch(stack, seconds)
        alone = [1000 * party.record.p(percent) for percent in (50, 99)]
        command = [sys.executable, "-m", "bench.streams", "--audience", str(port), "--streams", str(streams)]
        watching = subprocess.Popen(
            [*command, "--seconds", str(seconds)], cwd=PROJECT, stdout=subprocess.PIPE, text=True
        )
        _watch(stack, streams / OPENINGS + SETTLE_SECONDS)
        party.forget()
        before = ticks().get("live", 0)
        _watch(stack, seconds)
        spent = (ticks().get("live", 0) - before) / TICKS / seconds * 100
        pss, _ = memory()["live"]
        beside = [1000 * party.record.p(percent) for percent in (50, 99)]
        moves = party.record.moves / seconds
        own = [line for line in _metrics(port + LIVE_PORT) if "lag" in line]
        told = json.loads(watching.communicate(timeout=120)[0])
    late = ", ".join(f"{1000 * one:.0f}" for one in told["late"])
    return (
        f"streams      {told['open']} open at the end, {told['failed']} failed; {told['messages']} messages, "
        f"{moves:.1f} moves a second",
        f"late         {late} ms to the last reader of a move (median, p95, p99), of {told['moves']} moves",
        f"its own lag  {', '.join(own)}",
        f"live         {spent:.0f} % of a core, {pss:.0f} MB",
        f"calls        {alone[0]:.0f}, {alone[1]:.0f} ms without streams (median, p99); "
        f"{beside[0]:.0f}, {beside[1]:.0f} ms beside them; failures {dict(party.record.failures)}",
    )


def _metrics(port: int) -> list[str]:
    with urlopen(f"http://{HOST}:{port}/metrics") as answer:
        return list(answer.read().decode().splitlines())


class Audience:
    """Readers of streams, each from an address of its own; one whose match is over reads another."""

    def __init__(self, port: int, streams: int) -> None:
        self._port, self._streams = port, streams
        self._matches: list[tuple[str, int]] = []
        self._open, self._failed, self._messages = 0, 0, 0
        self._counts = False
        # By match and version, how late the last reader had it.
        self._late: dict[tuple[str, int], float] = {}

    async def watch(self, seconds: float) -> dict[str, object]:
        listing = asyncio.create_task(self._list())
        while not self._matches:
            await asyncio.sleep(0.1)
        readers = []
        for number in range(self._streams):
            readers.append(asyncio.create_task(self._read(number)))
            await asyncio.sleep(1 / OPENINGS)
        await asyncio.sleep(SETTLE_SECONDS)
        self._counts = True
        await asyncio.sleep(seconds)
        self._counts, late, still = False, sorted(self._late.values()), self._open
        for task in (*readers, listing):
            task.cancel()
        await asyncio.gather(*readers, listing, return_exceptions=True)
        cuts = [late[min(int(part * len(late)), len(late) - 1)] if late else 0.0 for part in CUTS]
        return {"open": still, "failed": self._failed, "messages": self._messages, "late": cuts, "moves": len(late)}

    async def _list(self) -> None:
        while True:
            _, body = await self._get(self._port, "/api/v1/matches?status=active&limit=50", HOST)
            listed = json.loads(await body.read())["items"]
            self._matches = [(one["id"], one["version"]) for one in listed] or self._matches
            await asyncio.sleep(2)

    async def _get(self, port: int, path: str, address: str) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0), limit=2**20)
        writer.write(f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.splitlines()[0]:
            raise ConnectionError(head.splitlines()[0])
        return writer, reader

    async def _read(self, number: int) -> None:
        address = f"127.1.{number // 250}.{number % 250 + 1}"
        for turn in count(number):
            try:
                match, version = self._matches[turn % len(self._matches)]
                writer, reader = await self._get(
                    self._port + LIVE_PORT, f"/api/v1/matches/{match}/stream?after={version}", address
                )
            except (OSError, asyncio.IncompleteReadError):
                self._failed += 1
                await asyncio.sleep(1)
                continue
            self._open += 1
            try:
                # What was missed is not what is measured: it ends with how the match stands.
                while (line := await reader.readline()) and b'"type":"status"' not in line:
                    pass
                while line := await reader.readline():
                    self._note(match, line)
            except (OSError, ValueError):
                self._failed += 1
            finally:
                self._open -= 1
                writer.close()

    def _note(self, match: str, line: bytes) -> None:
        if self._counts:
            self._messages += 1
            # Read without a parser, or the readers would be what is measured.
            if found := EVENT.match(line):
                late = time.time() - datetime.fromisoformat(found[2].decode()).timestamp()
                key = match, int(found[1])
                self._late[key] = max(self._late.get(key, 0.0), late)


def _watch(stack: LocalStack, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        stack.supervisor.watch()
        time.sleep(WATCH_SECONDS)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.streams")
    parser.add_argument("--streams", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--audience", type=int, default=0, help="the port of a running service")
    return parser.parse_args()


if __name__ == "__main__":
    main()
