"""How much memory does a long full load take, and does it log errors? `make soak [ARGS="--seconds N"]`.

Eight matches of all games run as fast as the service responds; a finished match is replaced by a new one. Every five
minutes the module prints the memory of every service in megabytes (PSS). It fails if a log has a line of level ERROR or
above, if a call failed, or if a service ended and was started again. With `--most N` it fails if all services take more
than N megabytes at the end.
"""

import argparse
import json
import math
import os
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.limits import PLENTY, UNCOUNTED
from bench.running import idle
from bench.running.serving import Served, serving
from bench.siege.players import Record, Table
from clients.narrators import SHOWS

SECONDS, LOOK_SECONDS, TABLES = 1500.0, 300.0, 8
FAULTS = {"ERROR", "CRITICAL"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.soak")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--most", type=float, default=math.inf)
    options = parser.parse_args()
    left = options.seconds
    with serving({**os.environ, **UNCOUNTED, **PLENTY, "NUM_PROXIES": "1"}) as served:
        first, held = _pids(served), _held()
        print(_told("idle", held), flush=True)
        with _played(served.url) as record:
            while left > 0:
                served.watch(min(left, LOOK_SECONDS))
                left -= LOOK_SECONDS
                held = _held()
                print(_told(f"{record.moves} moves", held), flush=True)
        logs = served.stack.supervisor.logs.glob("*.log*")
        wrong = [
            *(f"a call failed {times} times: {what}" for what, times in record.failures.items()),
            *(f"{name} was started again" for name, pid in _pids(served).items() if first.get(name) != pid),
            *(f"{times} lines: {line}" for line, times in complaints(logs).items()),
            *([f"they hold more than {options.most:.0f} MB"] if sum(held.values()) > options.most else []),
        ]
    if wrong:
        raise SystemExit("\n".join(wrong))
    print("no call failed, no service ended, no log complains")


@contextmanager
def _played(url: str) -> Iterator[Record]:
    """Eight tables that are played meanwhile."""
    record, over, shows = Record(), threading.Event(), tuple(SHOWS.values())
    tables = [Table(url, n, show=shows[n % len(shows)], pause=0.0, record=record, stop=over) for n in range(TABLES)]
    for table in tables:
        table.start()
    try:
        yield record
    finally:
        over.set()
        for table in tables:
            table.join(timeout=60)


def _held() -> Mapping[str, float]:
    """Megabytes by service."""
    return {name: pss for name, (pss, _) in idle.memory(os.getpid()).items() if name != "supervisor"}


def _told(when: str, sizes: Mapping[str, float]) -> str:
    each = ", ".join(f"{name} {size:.0f}" for name, size in sorted(sizes.items()))
    return f"{time.strftime('%H:%M:%S')} {when}: {sum(sizes.values()):.0f} MB ({each})"


def _pids(served: Served) -> dict[str, int]:
    """Of what the supervisor started; servers that have a log only are not among them."""
    found = {}
    for log in served.stack.supervisor.logs.glob("*.log"):
        with suppress(StopIteration):
            found[log.stem] = served.stack.supervisor.pid_of(log.stem)
    return found


def complaints(logs: Iterable[Path]) -> Counter[str]:
    """The lines of logs that tell of a fault, by logger and message, and how many there are of each."""
    return Counter(told for log in logs for line in log.read_text().splitlines() if (told := _fault(line)))


def _fault(line: str) -> str | None:
    with suppress(ValueError, TypeError, KeyError):
        record = json.loads(line)
        return f"{record['logger']}: {record['message']}" if record["level"] in FAULTS else None
    words: Sequence[str] = line.split()
    return line if any(word.strip(":") in {*FAULTS, "FATAL", "PANIC", "Traceback"} for word in words) else None


if __name__ == "__main__":
    main()
