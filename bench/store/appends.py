"""How many appends a second does a move's `append` reach, compared with R, the rate of single rows on the same server?

An append has one event with the sealed move, its command and its outbox row; the second variant has two more events,
as in a move that ends a round.
"""

import multiprocessing
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from multiprocessing.connection import Connection

from bench import figures
from bench.store.raw import commits_per_second, raw_table
from events.format.canon import JSON
from events.store import EMPTY, Command, Head, NewEvent, Part, append, new_id

# Short rounds and many: where others write too, a disk is ten times as slow for seconds.
ROUNDS, SECONDS = 10, 1.0
PROCESSES = (1, 2, 8)
EVENTS = (1, 3)
WARM_UP = 100
# Until all have heard when to begin.
SOON = 0.2
AT = datetime(2026, 11, 21, tzinfo=UTC)
MOVE: dict[str, JSON] = {"type": "choose_spell", "prompt": "p12.1", "spell": "fireball", "target": 2}
DRAFT = NewEvent(
    type="spell_chosen",
    seat=1,
    by="player",
    move=1,
    data={"rules": ["RPW-18", "RPW-21"]},
    parts=(Part(audience=(1,), part={"move": MOVE}),),
)
SETTLED = NewEvent(type="gold_gained", by="player", move=1, data={"seat": 1, "gold": 3, "rules": ["RPW-52"]})

# What a worker is asked: how many events an append has, when to begin and for how many seconds.
Asked = tuple[int, float, float]


def main() -> None:
    found: dict[tuple[int, int], list[float]] = defaultdict(list)
    with raw_table(), workers(max(PROCESSES)) as ready:
        figures.server()
        for _ in range(ROUNDS):
            for processes in PROCESSES:
                found[processes, 0].append(commits_per_second(processes, SECONDS))
                for events in EVENTS:
                    found[processes, events].append(appends_per_second(ready[:processes], events, SECONDS))
    print(f"Median of {ROUNDS} rounds of {SECONDS:.0f} s (least to most), a second.\n")
    figures.heading("processes", "R", *(f"appends of {events}" for events in EVENTS), *(f"/R of {n}" for n in EVENTS))
    for processes in PROCESSES:
        raw, *appends = (found[processes, events] for events in (0, *EVENTS))
        rates = [figures.spread(each, 0) for each in (raw, *appends)]
        figures.row(str(processes), *rates, *(figures.ratios(each, raw) for each in appends))
    for processes in PROCESSES[1:]:
        times = [figures.ratios(found[processes, events], found[1, events]) for events in EVENTS]
        figures.row(f"{processes}, times the rate at 1", "", *times, "", "")


@contextmanager
def workers(count: int) -> Iterator[Sequence[Connection]]:
    """So many processes that wait to be asked for appends.

    Ask for them before this process has a connection to the database: they would share it.
    """
    fork = multiprocessing.get_context("fork")
    pipes = [fork.Pipe() for _ in range(count)]
    processes = [fork.Process(target=_worker, args=(theirs,), daemon=True) for _, theirs in pipes]
    for process in processes:
        process.start()
    ours = [one for one, _ in pipes]
    for pipe in ours:
        pipe.recv()
    yield ours
    for pipe in ours:
        pipe.send(None)
    for process in processes:
        process.join()


def appends_per_second(ready: Sequence[Connection], events: int, seconds: float) -> float:
    """The rate of these processes together, each with a match of its own, from one moment on."""
    begin = time.monotonic() + SOON
    for pipe in ready:
        pipe.send((events, begin, seconds))
    return sum(float(pipe.recv()) for pipe in ready)


def _worker(pipe: Connection) -> None:
    _appends(1, time.monotonic(), 0.0, warm_up=WARM_UP)
    pipe.send(None)
    while (asked := pipe.recv()) is not None:
        pipe.send(_appends(*asked))


def _appends(events: int, begin: float, seconds: float, warm_up: int = 1) -> float:
    """Appends a second to a fresh match."""
    line = Line(events)
    for _ in range(warm_up):
        line.append()
    time.sleep(max(0.0, begin - time.monotonic()))
    began, count = time.perf_counter(), 0
    while (passed := time.perf_counter() - began) < seconds:
        line.append()
        count += 1
    return count / passed


class Line:
    """A match's stream that only grows, by so many events an append."""

    def __init__(self, events: int) -> None:
        self.match, self.head = new_id(), EMPTY
        self.player, self.drafts = new_id(), [DRAFT, *[SETTLED] * (events - 1)]

    def append(self) -> None:
        command = Command(actor=self.player, key=str(self.head.version), request_hash=bytes(32))
        last = append(self.match, expected=self.head, at=AT, drafts=self.drafts, command=command)[-1]
        self.head = Head(last.version, last.hash)
