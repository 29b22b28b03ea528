"""How late do moves reach the readers of streams, and what do readers cost the players?

`make streams [ARGS="--streams N … --seconds N --of KIND … --anew N --moves N --processes N --restart"]`.

Players make twenty moves a second at nine tables, first without and then with audiences of the given sizes, spread
over the matches (`audience.py`). The output has:
- the time from an event's timestamp, which is before its commit, to each reader and to the last reader;
- the time of the players' calls, with and without an audience;
- what every process used. The readers share the machine's processors with the service.

First come `lasting` matches: none ends during the measurement, so the streams stay open. Then, on another service, come
`ending` matches of all games: when one ends, its readers open a stream of another match. With `--anew` that many
readers leave every second and return.

With `--processes` so many live processes run behind nginx, by `deploy/nginx.conf`, and readers come through TLS.
Without it readers ask the one live process directly. With `--restart` the live process with the most streams is then
told to end, and once more the one that then has the most is killed. Each is started again at once, and its readers come
back when they were told to, from where they were.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.running import idle
from bench.running.idle import TICKS
from bench.running.serving import Served, serving
from bench.siege.__main__ import PUBLIC, attacker
from bench.siege.players import Party
from bench.siege.streams import STREAM_ATTACKS
from clients.narrators import SHOWS
from config.local_stack.places import PROJECT
from config.local_stack.serve import WATCH_SECONDS
from tests.deployment import files
from tests.deployment.machines import Called, Front

SETTLE_SECONDS = 10.0
STREAMS = (2_000, 4_000, 6_000)
LASTING: Mapping[str, Mapping[str, Any]] = {
    "cave": {"max_rounds": 0, "elimination": "none"},
    "spell-a-spell": {"runs": 20},
}
# Of the lasting ones each takes fifteen hundred random moves at least, eleven minutes; no option makes the third game
# last, of which a match is over after some twenty.
KINDS = {
    "lasting": [replace(SHOWS[game], options=options) for game, options in LASTING.items()],
    "ending": list(SHOWS.values()),
}
# As the live process has it in its own figures.
LAG, OPEN = "tabularium_streams_lag_seconds{", "tabularium_streams_open "


def main() -> None:
    options = _parse()
    given = {**os.environ, **PUBLIC} if options.attacks else {**os.environ, "NUM_PROXIES": "1"}
    for kind in options.of:
        with serving(given, options.processes or 1) as served:
            print(f"matches that are {kind}, load of the machine {os.getloadavg()[0]:.1f}", flush=True)
            for line in _measure(served, options, kind, STREAM_ATTACKS if options.attacks else ()):
                print(line, flush=True)


def _measure(served: Served, options: argparse.Namespace, kind: str, attacks: Iterable[str]) -> Iterator[str]:
    sizes, seconds = options.streams, options.seconds
    with (
        Party(served.url, shows=KINDS[kind], rate=options.moves) as party,
        _front(served, options.processes) as front,
        Audience(served, options.anew, front) as audience,
    ):
        served.watch(SETTLE_SECONDS)
        party.forget()
        served.watch(seconds)
        alone = party.calls()
        rate = party.record.moves / seconds
        yield f"without streams: calls {alone[0]:.0f}, {alone[1]:.0f} ms (median, p99); {rate:.1f} moves a second"
        for size in sizes:
            yield from _beside(party, audience, size, seconds, alone)
            for name in served.live:
                yield f"  {name:10} {', '.join(one for one in served.live_metrics(name) if one.startswith(LAG))}"
        for number in (signal.SIGTERM, signal.SIGKILL) if options.restart else ():
            name = max(served.live, key=lambda one: _open(served, one))
            yield f"{name} gets {number.name}:"
            end = partial(os.kill, served.stack.supervisor.pid_of(name), number)
            yield from _beside(party, audience, sizes[-1], seconds, alone, end)
        for attack in attacks:
            with attacker(attack, served.url):
                yield f"beside {attack}:"
                yield from _beside(party, audience, sizes[-1], seconds, alone)


@contextmanager
def _front(served: Served, processes: int) -> Iterator[Front | None]:
    """The nginx before so many live processes; None where readers come straight to the only one."""
    if not processes:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="bench-front-") as folder:
        front = Front(Path(folder), [Called(files.NODES[0], {"web": served.port, **served.live})])
        try:
            front.start()
            yield front
        finally:
            front.end()


def _beside(
    party: Party,
    audience: "Audience",
    size: int,
    seconds: float,
    alone: list[float],
    do: Callable[[], None] = lambda: None,
) -> Iterator[str]:
    """What is told of an audience while something is done, and what people waited beside it."""
    audience.count(size, seconds)
    party.forget()
    before, each = defaultdict(int, idle.ticks()), audience.live_ticks()
    do()
    told = audience.told()
    each = {name: now - each[name] if now >= each[name] else now for name, now in audience.live_ticks().items()}
    spent = {name: now - before[name] for name, now in idle.ticks().items()}
    yield from _shown(size, seconds, told, {**spent, "live": sum(each.values())})
    if told["lost"]:
        yield (
            f"  ended      {told['lost']} streams, {told['back']} of their readers back after {_ms(told['away'])}, the"
            f" last after {told['longest']} ms; {told['failed']} openings refused"
        )
    if len(each) > 1:
        yield from audience.of_each_process(each, seconds)
    beside, rate = party.calls(), party.record.moves / seconds
    yield (
        f"  calls      {beside[0]:.0f}, {beside[1]:.0f} ms (median, p99), {beside[1] / alone[1]:.2f} times the"
        f" p99 without; {rate:.1f} moves a second; failures {dict(party.record.failures)}"
    )


def _shown(size: int, seconds: float, told: Mapping[str, Any], spent: Mapping[str, int]) -> Iterator[str]:
    percent = {name: 100 * ticks / TICKS / seconds for name, ticks in spent.items() if name != "python"}
    percent["readers"] = 100 * told["processor"] / seconds
    megabytes = idle.memory()["live"][0]
    each = 1e6 * spent["live"] / TICKS / max(told["messages"], 1)
    yield (
        f"{size} streams: {told['open']} open at the end, {told['opened']} opened anew in {_ms(told['opening'])},"
        f" {told['failed']} failed; {told['messages'] / seconds:.0f} messages a second, {told['moves']} events"
    )
    yield f"  late       {_ms(told['last'])} to the last reader of an event, {_ms(told['each'])} to each"
    yield f"  live       {percent['live']:.0f} % of a core, {each:.0f} µs a message, {megabytes:.0f} MB in all"
    yield f"  all        {', '.join(f'{name} {part:.0f} %' for name, part in percent.items() if part >= 1)} of a core"
    yield f"  readers    read {_ms(told['own'])} after arrival, which is not in the figures above"


def _ms(cuts: list[int]) -> str:
    return f"{', '.join(map(str, cuts))} ms (median, p95, p99)"


def _open(served: Served, name: str) -> float:
    """How many streams a live process has."""
    return sum(float(line.split()[1]) for line in served.live_metrics(name) if line.startswith(OPEN))


class Audience:
    """The process of the readers, who come to the live process or, where there is one, to the nginx before it."""

    def __init__(self, served: Served, anew: int, front: Front | None) -> None:
        self._served, self._anew = served, anew
        command = [sys.executable, "-m", "bench.running.audience", str(served.port)]
        command += [str(served.live["live"])] if front is None else [str(front.port), str(front.authority)]
        self._process = subprocess.Popen(
            command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __enter__(self) -> "Audience":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def count(self, streams: int, seconds: float) -> None:
        """Let so many be there; come back when they begin to count."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{streams} {seconds} {self._anew}\n")
        self._line()

    def told(self) -> Mapping[str, Any]:
        """What they have counted, at its end."""
        found: Mapping[str, Any] = json.loads(self._line())
        return found

    def live_ticks(self) -> dict[str, int]:
        """The processor time of each live process, in clock ticks."""
        pid_of = self._served.stack.supervisor.pid_of
        return {name: idle.ticks_of(pid_of(name)) for name in self._served.live}

    def of_each_process(self, spent: Mapping[str, int], seconds: float) -> Iterator[str]:
        """What each live process has used, and how many streams it has."""
        for name, ticks in spent.items():
            size = idle.memory_of(self._served.stack.supervisor.pid_of(name))
            has = f"{_open(self._served, name):.0f} streams"
            yield f"  {name:10} {100 * ticks / TICKS / seconds:.0f} % of a core, {size:.0f} MB, {has}"

    def _line(self) -> str:
        """Their next line; the service is watched meanwhile."""
        assert self._process.stdout is not None
        found: list[str] = []
        waiting = threading.Thread(target=lambda: found.append(self._process.stdout.readline()))  # type: ignore[union-attr]
        waiting.start()
        while waiting.is_alive():
            self._served.stack.supervisor.watch()
            waiting.join(WATCH_SECONDS)
        return found[0]


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.running.streams")
    parser.add_argument("--streams", type=int, nargs="+", default=STREAMS)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--of", nargs="+", choices=KINDS, default=list(KINDS), help="kinds of matches, one by one")
    parser.add_argument("--anew", type=int, default=0, help="readers who leave every second and come back")
    parser.add_argument("--moves", type=float, default=20.0, help="of the players, a second")
    parser.add_argument("--processes", type=int, default=0, help="so many live processes, behind nginx")
    parser.add_argument("--restart", action="store_true", help="then end and kill a live process under its readers")
    parser.add_argument("--attacks", action="store_true", help="with public limits, once more beside each attack")
    return parser.parse_args()


if __name__ == "__main__":
    main()
