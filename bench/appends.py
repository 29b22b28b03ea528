"""The rate of `append` as a move calls it: one event with the move sealed, its command, its place in the outbox."""

import multiprocessing
import time
from datetime import UTC, datetime
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

import django

from events.format.canon import JSON
from events.store import EMPTY, Command, Draft, Head, Part, append, new_id

WARM_UP = 100
AT = datetime(2026, 11, 21, tzinfo=UTC)
MOVE: dict[str, JSON] = {"type": "choose_spell", "prompt": "p12.1", "spell": "fireball", "target": 2}
DRAFT = Draft(
    type="spell_chosen",
    seat=1,
    by="player",
    move=1,
    data={"rules": ["RPW-18", "RPW-21"]},
    parts=(Part(audience=(1,), part={"move": MOVE}),),
)


def appends_per_second(processes: int, seconds: float) -> float:
    """The rate of so many processes together, each with a match of its own, once all are warm."""
    spawn = multiprocessing.get_context("spawn")
    start, rates = spawn.Barrier(processes), spawn.Queue()
    workers = [spawn.Process(target=_worker, args=(start, rates, seconds)) for _ in range(processes)]
    for worker in workers:
        worker.start()
    total: float = sum(rates.get(timeout=seconds + 60) for _ in workers)
    for worker in workers:
        worker.join()
    return total


def _worker(start: Barrier, rates: "Queue[float]", seconds: float) -> None:
    django.setup()
    match, player, head = new_id(), new_id(), EMPTY
    for _ in range(WARM_UP):
        head = _move(match, player, head)
    start.wait()
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        head = _move(match, player, head)
    rates.put((head.version - WARM_UP) / passed)


def _move(match: str, player: str, head: Head) -> Head:
    command = Command(actor=player, key=str(head.version), request_hash=bytes(32))
    event = append(match, expected=head, at=AT, drafts=[DRAFT], command=command)[-1]
    return Head(event.version, event.hash)
