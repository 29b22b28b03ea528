"""How much time and memory do audit, export and proof of the longest match of the Cave take?

Six players who never seek the Crystal play all 200 rounds. `NUMBER` decides all chance, and so the whole match.
`python -m bench long_match search SECONDS` tries numbers in memory and prints each that gives a longer match than all
before. Each operation runs in its own process with empty caches.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from bench import figures
from bench.bots import balance, cave_bot
from bench.scene import caller, waiting
from config.local_stack.places import PROJECT
from events import store
from games.core.chance import derive_key
from games.matches.audit import audits
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.play.submission import Sent, play
from games.matches.presentation import export
from games.matches.stream.loading import load
from games.registry import newest
from games.verify.verifier import verify_bytes

GAME, SEATS, ROUNDS = "cave", 6, 3
# The longest of the first eighteen.
NUMBER = 17
MATCH = "01a20000-0000-7000-8000-000000000000"
# More strength than an adventurer can have.
NEVER = 99


def main(what: str = "", *arguments: str) -> None:
    with mock.patch.object(cave_bot, "STRONG", NEVER):
        if what == "search":
            return search(float(*arguments))
        if what:
            return print(json.dumps(OPERATIONS[what](*arguments)))
        return measure()


def search(seconds: float) -> None:
    """Print the numbers of ever longer matches."""
    longest, number, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        played = balance.play(newest(GAME), SEATS, _key(number), cave_bot.choose)
        if played.events.total() > longest:
            longest = played.events.total()
            print(f"{number}: {longest} events, {played.moves} moves, {played.rounds} rounds", flush=True)
        number += 1


def measure() -> None:
    figures.server()
    match_id = _played()
    events = load(match_id).match.head.version
    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="tabularium-bench-") as folder:
        file = Path(folder) / "match.ndjson"
        for _ in range(ROUNDS):
            for what, given in (("audit", match_id), ("export", match_id), ("verify", str(file))):
                found[what].append(_in_a_process(what, given, *([str(file)] if what == "export" else [])))
        print(
            f"A match of {GAME}, {SEATS} seats, {events:,} events, a file of {file.stat().st_size / 1024**2:.1f} MiB.\n"
        )
    figures.heading("", f"seconds, median of {ROUNDS} (least to most)", "MiB at its peak", "MiB of them before")
    for what, told in found.items():
        columns = [[one[name] for one in told] for name in ("seconds", "peak", "before")]
        figures.row(what, *[figures.spread(values, digits) for values, digits in zip(columns, (2, 0, 0), strict=True)])


def _in_a_process(what: str, *arguments: str) -> dict[str, float]:
    command = [sys.executable, "-m", "bench.part", "store.long_match", what, *arguments]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=True, text=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def _audit(match_id: str) -> dict[str, float]:
    found, told = _weighed(lambda: audits.examine(match_id))
    assert not found.failed, found
    return told


def _export(match_id: str, file: str) -> dict[str, float]:
    def exported() -> bytes:
        loaded = load(match_id)
        return b"".join(export.lines(loaded.match, loaded.events, None))

    text, told = _weighed(exported)
    Path(file).write_bytes(text)
    return told


def _verify(file: str) -> dict[str, float]:
    found, told = _weighed(lambda: verify_bytes(Path(file).read_bytes()))
    assert found.flaw is None, found
    return told


OPERATIONS: Mapping[str, Callable[..., dict[str, float]]] = {"audit": _audit, "export": _export, "verify": _verify}


def _weighed(work: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    before, began = _most_mebibytes(), time.perf_counter()
    result = work()
    return result, {"seconds": time.perf_counter() - began, "peak": _most_mebibytes(), "before": before}


def _most_mebibytes() -> float:
    """The most that this process has held so far; Linux counts it in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _played() -> str:
    """The match of `NUMBER`, played to its end through the service."""
    people = [caller() for _ in range(SEATS)]
    with _drawn():
        match_id = waiting(people[0], game=GAME, seats=SEATS)
    for one in people[1:]:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    picker = balance.picker_of(_key(NUMBER))
    while not (match := load(match_id).match).is_over:
        seat, prompt = picker.one_of(sorted(match.prompts.items()))
        body = cave_bot.choose(match.game.view(match.state, seat), prompt, picker)
        play(match_id, people[seat].id, Sent(body={"prompt": prompt.id, **body}), key=None)
    return match_id


@contextmanager
def _drawn() -> Iterator[None]:
    """The next match has the id and the seed that `NUMBER` stands for."""
    with (
        mock.patch.object(store, "new_id", return_value=MATCH),
        mock.patch.object(lobby, "new_seed", return_value=_seed(NUMBER)),
    ):
        yield


def _key(number: int) -> bytes:
    return derive_key(_seed(number), MATCH, [None] * SEATS)


def _seed(number: int) -> bytes:
    return number.to_bytes(32, "big")
