"""How long does each query take in a larger database? One sitting queries several databases in turn.

Each database has its own process, which runs the queries that it is given and returns their seconds. The databases
take turns every few calls, because the machine's speed changes from minute to minute: read the ratios.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from typing import Any

from bench import figures
from bench.limits import PLENTY, UNCOUNTED
from bench.millions.timing import Taken
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT

# Calls of a kind before the other database has its turn, and what is longer than this is asked only so often.
CALLS, LONG_SECONDS, FEW_CALLS = 10, 0.1, 3


class Asked:
    """The process that asks one database."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        command = [sys.executable, "-m", "bench.part", "millions.asking"]
        given = {**environment, **UNCOUNTED, **PLENTY}
        self._process = subprocess.Popen(
            command, cwd=PROJECT, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.names: Sequence[str] = self._line()

    def taken(self, name: str, count: int) -> Sequence[Taken]:
        """What so many calls took."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, count]) + "\n")
        self._process.stdin.flush()
        found: Sequence[Taken] = self._line()
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def _line(self) -> Any:
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise StackError("the process that asks a database has ended")
        return json.loads(line)


def sit(environments: Sequence[Mapping[str, str]], rounds: int) -> None:
    """Ask all of them everything, by turns, and print a row for each question."""
    asked = [Asked(environment) for environment in environments]
    taken: dict[str, list[list[Sequence[Taken]]]] = {name: [[] for _ in asked] for name in asked[0].names}
    counts: dict[str, int] = defaultdict(lambda: CALLS)
    for number in range(rounds):
        for name, found in taken.items():
            # In another order each time: what is asked second finds the processor's caches otherwise.
            for place in sorted(range(len(asked)), reverse=bool(number % 2)):
                found[place].append(asked[place].taken(name, counts[name]))
            if median([processor for _, processor in found[0][-1]] or [0]) > LONG_SECONDS:
                counts[name] = FEW_CALLS
        print(f"round {number + 1} of {rounds}, load {os.getloadavg()[0]:.1f}", file=sys.stderr, flush=True)
    for one in asked:
        one.close()
    print(f"Load {', '.join(f'{load:.1f}' for load in os.getloadavg())}.")
    print("Processor: of the caller, and of PostgreSQL for it.\n")
    names = [f"{what}, database {n + 1}" for n in range(len(asked)) for what in ("passed", "processor")]
    figures.heading("question", *names, "times: passed", "times: processor")
    for name, found in taken.items():
        figures.row(name, *(_told(one, which) for one in found for which in (0, 1)), _ratio(found, 0), _ratio(found, 1))


def _all(rounds: Sequence[Sequence[Taken]], which: int) -> list[float]:
    return [one[which] * 1000 for taken in rounds for one in taken]


def _told(rounds: Sequence[Sequence[Taken]], which: int) -> str:
    """The median in ms, between the quartiles."""
    values = _all(rounds, which)
    if len(values) < 2:
        return "?"
    low, middle, high = quantiles(values, n=4)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def _ratio(found: Sequence[Sequence[Sequence[Taken]]], which: int) -> str:
    """The median of the last database, in that of the first."""
    first, last = _all(found[0], which), _all(found[-1], which)
    return f"{median(last) / median(first):.2f}" if first and last and median(first) else "?"
