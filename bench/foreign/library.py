"""Saves with the PyPI package `eventsourcing`, for `bench.store.library`; runs in a Python that has the package.

It uses the package's defaults: a pool of five connections, JSON, no snapshots, no cache. Of the first operation it
times only `save`.
"""

import json
import os
import sys
import time
from itertools import cycle
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

MOVE = {"type": "choose_spell", "prompt": "p12.1", "spell": "fireball", "target": 2}
RULES = ["RPW-18", "RPW-21"]


class Match(Aggregate):  # type: ignore[misc]
    """A match that counts its moves."""

    @event("Created")  # type: ignore[untyped-decorator]
    def __init__(self) -> None:
        self.moves = 0

    @event("SpellChosen")  # type: ignore[untyped-decorator]
    def choose(self, seat: int, move: dict[str, object], rules: list[str]) -> None:
        self.moves += 1


class Bench:
    """The operations that can be asked for; each gives seconds for so many times."""

    def __init__(self, streams: int, events: int) -> None:
        self.app = Application[UUID](env={"PERSISTENCE_MODULE": "eventsourcing.postgres", **os.environ})
        self.one = Match()
        self.app.save(self.one)
        self.turns = cycle([self._grown(events) for _ in range(streams)])

    def _grown(self, events: int) -> UUID:
        match = Match()
        while match.version < events:
            _act(match)
        self.app.save(match)
        return UUID(str(match.id))

    def save(self, times: int) -> float:
        taken = 0.0
        for _ in range(times):
            _act(self.one)
            began = time.perf_counter()
            self.app.save(self.one)
            taken += time.perf_counter() - began
        return taken

    def load_act_save(self, times: int) -> float:
        began = time.perf_counter()
        for _ in range(times):
            match = self.app.repository.get(next(self.turns))
            _act(match)
            self.app.save(match)
        return time.perf_counter() - began


def _act(match: Match) -> None:
    match.choose(seat=1, move=MOVE, rules=RULES)


def main() -> None:
    bench = Bench(*map(int, sys.argv[1:]))
    for line in sys.stdin:
        operation, times = json.loads(line)
        print({"save": bench.save, "load_act_save": bench.load_act_save}[operation](times) / times * 1000, flush=True)


if __name__ == "__main__":
    main()
