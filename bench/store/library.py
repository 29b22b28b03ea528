"""How long do our append and load take, compared with the PyPI package `eventsourcing` on the same server?

This project does not require the package: the module makes an environment with it in a temporary folder, and deletes
it afterwards. If pip reaches no index, one line says so.
"""

import json
import os
import subprocess
import tempfile
import venv
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import psycopg

from bench import figures
from bench.store.appends import Line
from bench.store.move_cost import Playing, without_end
from bench.store.raw import commits_per_second, raw_table
from config.local_stack.places import PROJECT
from events import store
from games.matches.stream import loading

VERSIONS = ("eventsourcing==9.5.6", f"psycopg[binary,pool]=={psycopg.__version__}")
SCRIPT = PROJECT / "bench" / "foreign" / "library.py"
ROUNDS, SAVES, LOADS = 5, 300, 60
RAW_SECONDS = 1.0
# Matches, and aggregates, that are loaded in turn; each grows from `EVENTS` on by what is saved to it.
STREAMS, EVENTS = 20, 100
GAME = "rock-paper-wizard"

# Milliseconds an operation.
Timed = Callable[[], float]


def main() -> None:
    figures.server()
    with tempfile.TemporaryDirectory(prefix="tabularium-bench-") as folder:
        python = _environment(Path(folder))
        if python is None:
            print(f"eventsourcing: pip could not install {' '.join(VERSIONS)}, so nothing is measured beside it")
            return
        with _theirs(python) as ask, without_end(GAME), raw_table():
            lines = cycle([_line() for _ in range(STREAMS)])
            matches = cycle([Playing(GAME, EVENTS) for _ in range(STREAMS)])
            _measure(
                {
                    "theirs, save": lambda: ask("save", SAVES),
                    # No append takes less, so their save is no more times as long as any than it is as this.
                    "R, a row and its commit": lambda: 1000 / commits_per_second(1, RAW_SECONDS),
                    "ours, append": _append(),
                    f"theirs, load {EVENTS}, act, save": lambda: ask("load_act_save", LOADS),
                    f"ours, load {EVENTS}, append": _load_and_append(lines, after=lambda line: 0),
                    f"ours, load what is new after {EVENTS}, append": _load_and_append(lines, after=_remembered),
                    f"ours, a move of {GAME}, {EVENTS} events folded afresh": _move(matches, loading.recent.clear),
                    f"ours, a move of {GAME}, the match remembered": _move(matches),
                }
            )


def _measure(operations: Mapping[str, Timed]) -> None:
    found: dict[str, list[float]] = defaultdict(list)
    for _ in range(ROUNDS):
        for what, operation in operations.items():
            found[what].append(operation())
    print(f"Beside {VERSIONS[0]}: median of {ROUNDS} rounds (least to most).\n")
    figures.heading("operation", "ms", "theirs takes so many times as long")
    theirs: list[float] = []
    for what, taken in found.items():
        if what.startswith("theirs"):
            theirs = taken
        figures.row(what, figures.spread(taken), "" if theirs is taken else figures.ratios(theirs, taken))


def _append() -> Timed:
    line = Line(1)
    return lambda: figures.milliseconds(line.append, SAVES)[0]


def _line() -> Line:
    line = Line(1)
    while line.head.version < EVENTS:
        line.append()
    return line


def _load_and_append(lines: Iterator[Line], after: Callable[[Line], int]) -> Timed:
    def once() -> None:
        line = next(lines)
        line.head = store.load(line.match, after=after(line)).head
        line.append()

    return lambda: figures.milliseconds(once, LOADS)[0]


def _remembered(line: Line) -> int:
    return line.head.version


def _move(matches: Iterator[Playing], before: Callable[[], object] | None = None) -> Timed:
    return lambda: sum(next(matches).move(before=before)[1] for _ in range(LOADS)) / LOADS * 1000


def _environment(folder: Path) -> Path | None:
    """The Python of a fresh environment that has the package; None where it cannot be installed."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    done = subprocess.run([*install, "--only-binary", ":all:", *VERSIONS], capture_output=True)
    return python if done.returncode == 0 else None


@contextmanager
def _theirs(python: Path) -> Iterator[Callable[[str, int], float]]:
    """Ask the other process for an operation, so many times; milliseconds each."""
    environment = {**_postgres(os.environ["DATABASE_OWNER_URL"]), "PATH": os.environ["PATH"]}
    process = subprocess.Popen(
        [python, SCRIPT, str(STREAMS), str(EVENTS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    wanted, told = process.stdin, process.stdout

    def ask(operation: str, times: int) -> float:
        print(json.dumps([operation, times]), file=wanted, flush=True)
        return float(told.readline())

    with process:
        yield ask
        wanted.close()


def _postgres(url: str) -> dict[str, str]:
    """A database's address as the package takes it."""
    parts = urlsplit(url)
    host = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
    return {
        "POSTGRES_DBNAME": parts.path.removeprefix("/"),
        "POSTGRES_HOST": host,
        "POSTGRES_PORT": str(parts.port or 5432),
        "POSTGRES_USER": unquote(parts.username or ""),
        "POSTGRES_PASSWORD": unquote(parts.password or ""),
    }
