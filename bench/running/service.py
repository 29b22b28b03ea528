"""How many moves a second does the whole service play over HTTP, and what does each cost?

`make bench ARGS="service [--follow] [--tree FOLDER …]"`.

In eight matches of all games the players request prompts and post a legal move, as fast as they get responses; with
`--follow` their streams tell them what they are asked, and a move is one call. The clients use the same processors.
With other trees of this project, each with a `.venv`, the rounds alternate between them: read the ratio. With `--most
N` it fails if a move costs another tree more than N times the processor time that it costs the first, over all
processes.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from bench.running import idle
from bench.siege.followers import FollowingTable
from bench.siege.players import Record, Table
from clients.narrators import SHOWS
from config.local_stack.places import PROJECT
from config.local_stack.serve import HOST, answers, free_port

TABLES, CLIENTS = 8, 2
WARM_SECONDS, START_SECONDS = 5.0, 120.0


@dataclass(frozen=True, kw_only=True)
class Round:
    """What was seen of one tree in one round; seconds of single moves, processor time and memory by service."""

    rate: float
    moves: Sequence[float]
    failures: int
    milliseconds: Mapping[str, float]
    megabytes: Mapping[str, float]


def main() -> None:
    options = _parse()
    if options.play:
        print(json.dumps(_play(options.play, options.first, options.seconds, options.follow)))
        return
    trees = [Path(tree).resolve() for tree in options.tree or [PROJECT]]
    found: dict[Path, list[Round]] = {tree: [] for tree in trees}
    for _ in range(options.rounds):
        for tree in trees:
            found[tree].append(_round(tree, options.seconds, ["--follow"] if options.follow else []))
            print(f"{tree.name}: {found[tree][-1].rate:.0f} moves/s", file=sys.stderr)
    for tree, rounds in found.items():
        print(f"{tree.name}:")
        for line in _told(rounds):
            print(f"  {line}")
    ratios = {tree.name: _ratio(found[tree], found[trees[0]]) for tree in trees[1:]}
    for name, (rate, spent) in ratios.items():
        print(f"{name} / {trees[0].name}: {rate:.2f} times the moves, {spent:.2f} times the processor time a move")
    if over := [name for name, (_, spent) in ratios.items() if spent > options.most]:
        raise SystemExit(f"more than {options.most:.2f} times the processor time a move: {', '.join(over)}")


def _ratio(rounds: Sequence[Round], first: Sequence[Round]) -> tuple[float, float]:
    """Of moves a second, and of the processor time that a move takes all processes."""
    rates = [median(one.rate for one in each) for each in (rounds, first)]
    spent = [median(sum(one.milliseconds.values()) for one in each) for each in (rounds, first)]
    return rates[0] / rates[1], spent[0] / spent[1]


def _round(tree: Path, seconds: float, how: Sequence[str]) -> Round:
    with _serving(tree) as (pid, url):
        lasting = str(seconds + 2 * WARM_SECONDS)
        clients = [_client(url, str(number * TABLES // CLIENTS), lasting, how) for number in range(CLIENTS)]
        time.sleep(WARM_SECONDS)
        before, begun, since = idle.ticks(pid), time.monotonic(), time.time()
        time.sleep(seconds)
        took, until = time.monotonic() - begun, time.time()
        after, sizes = idle.ticks(pid), idle.memory(pid)
        told = [json.loads(client.communicate()[0]) for client in clients]
    moves = [spent for one in told for at, spent in one["moves"] if since <= at < until]
    spent = {name: (ticks - before.get(name, 0)) / idle.TICKS for name, ticks in after.items()}
    return Round(
        rate=len(moves) / took,
        moves=moves,
        failures=sum(one["failures"] for one in told),
        milliseconds={name: 1000 * each / max(len(moves), 1) for name, each in spent.items()},
        megabytes={name: pss for name, (pss, _) in sizes.items()},
    )


@contextmanager
def _serving(tree: Path) -> Iterator[tuple[int, str]]:
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="bench-service-") as folder:
        # Whoever the servers run as has to come through.
        Path(folder).chmod(0o755)
        command = [str(tree / ".venv/bin/python"), "-m", "config.local_stack", "serve", "--port", str(port)]
        environment = {**os.environ, "NUM_PROXIES": "1", "PYTHONPATH": str(tree)}
        process = subprocess.Popen(
            [*command, "--data", f"{folder}/data"], cwd=tree, env=environment, stdout=subprocess.DEVNULL
        )
        try:
            _wait(process, port)
            yield process.pid, f"http://{HOST}:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not answers(port):
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit("the service did not start")
        time.sleep(0.2)


def _client(url: str, first: str, seconds: str, how: Sequence[str]) -> "subprocess.Popen[bytes]":
    options = ["--play", url, "--first", first, "--seconds", seconds, *how]
    command = [sys.executable, "-m", "bench.running.service", *options]
    return subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE)


def _play(url: str, first: int, seconds: float, follows: bool) -> dict[str, object]:
    """Play at some tables; every move with its time, and how many calls failed."""
    record, over = Record(), threading.Event()
    shows, numbers = tuple(SHOWS.values()), range(first, first + TABLES // CLIENTS)
    kind = FollowingTable if follows else Table
    tables = [kind(url, n, show=shows[n % len(shows)], pause=0.0, record=record, stop=over) for n in numbers]
    for table in tables:
        table.start()
    time.sleep(seconds)
    over.set()
    for table in tables:
        table.join(timeout=60)
    return {"moves": record.timed_moves, "failures": record.failures.total()}


def _told(rounds: Sequence[Round]) -> Iterator[str]:
    rates = [one.rate for one in rounds]
    yield f"{median(rates):.0f} moves a second ({min(rates):.0f}..{max(rates):.0f})"
    cuts = [quantiles(one.moves, n=100) for one in rounds]
    p50, p99 = (median(1000 * cut[place] for cut in cuts) for place in (49, 98))
    yield f"a move {p50:.1f} ms (median), {p99:.1f} ms (p99), {p99 / p50:.1f} times as long"
    yield f"calls that failed: {sum(one.failures for one in rounds)}"
    names = sorted({name for one in rounds for name in one.milliseconds})
    for name in names:
        spent = median(one.milliseconds.get(name, 0.0) for one in rounds)
        size = median(one.megabytes.get(name, 0.0) for one in rounds)
        yield f"{name:14} {spent:6.2f} ms of processor time a move, {size:5.0f} MB (PSS)"


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.running.service")
    parser.add_argument("--tree", action="append")
    parser.add_argument("--follow", action="store_true", help="the players follow streams and ask nothing")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--play", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
