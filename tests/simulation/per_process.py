"""What stands in the place of the system's while a simulation runs: chance, clocks, threads, memory of processes.

Everything else of the service is as it stands. Quotas refuse nothing here and count nothing: no promise of the
simulation is about them.
"""

import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock
from uuid import UUID

from django.db import connections

from api.serving.streams import pages
from events import hints, randomness, sharding
from games.matches.autoplay import sweep
from games.matches.presentation import resources
from games.matches.quotas import admission, tally
from games.matches.stream import history, loading, quarantine, state
from games.matches.stream.cache import Recent
from tests.simulation.pure_folds import PureFolds
from tests.simulation.simulated_server import BEGINNING
from tests.simulation.virtual_time import VirtualTime

# By name the caches that are a process's own: what they hold, and how they are made.
CACHES: dict[str, tuple[Any, Callable[[], Recent[Any]]]] = {
    "folded": (loading.recent, lambda: Recent(most=500, places=loading.places)),
    "views": (state.views, lambda: Recent(most=500)),
    "past": (history.recent, lambda: Recent(most=50)),
    "unknown": (sweep.unknown, lambda: Recent(most=1000)),
    "rendered": (pages.rendered, lambda: Recent(most=5_000)),
    "states": (pages.states, lambda: Recent(most=2_000)),
    "said": (resources.said, lambda: Recent(most=500)),
}


class InvariantBroken(BaseException):
    """A promise of the service does not hold. Nothing of the service's catches it."""


class OfProcess:
    """A cache that is another one in each process."""

    def __init__(self, time: VirtualTime, name: str, make: Callable[[], Recent[Any]]) -> None:
        self._time, self._name, self._make = time, name, make
        self._outside = make()

    def _own(self) -> Recent[Any]:
        running = self._time.running
        if running is None:
            return self._outside
        memory = running.process.memory
        found: Recent[Any] | None = memory.get(self._name)
        if found is None:
            found = memory[self._name] = self._make()
        return found

    def get(self, key: str) -> Any:
        return self._own().get(key)

    def put(self, key: str, value: Any) -> None:
        self._own().put(key, value)

    def items(self) -> Any:
        return self._own().items()

    def clear(self) -> None:
        self._own().clear()


class OfTask:
    """Django's connections, of which each task has its own."""

    def __init__(self, time: VirtualTime, before: Any) -> None:
        object.__setattr__(self, "_time", time)
        object.__setattr__(self, "_before", before)
        object.__setattr__(self, "_thread", threading.get_ident())

    def __getattr__(self, alias: str) -> Any:
        running = self._time.running
        # Threads of the suite's own go on with the real server.
        if running is None or threading.get_ident() != self._thread:
            return getattr(self._before, alias)
        return running.session

    def __setattr__(self, alias: str, value: Any) -> None:
        setattr(self._before, alias, value)


class CountsNothing:
    """In the place of the tally of quotas, which has a thread."""

    def count(self, *_: object) -> None:
        pass

    def count_told(self, *_: object, **__: object) -> None:
        pass

    def flush(self) -> None:
        pass


class Drawing:
    """Ids and secrets of a seed; ids rise with the simulated time."""

    def __init__(self, chance: random.Random, time: VirtualTime) -> None:
        self._chance, self._time, self._moment = chance, time, 0

    def uuid7(self) -> UUID:
        moment = int(BEGINNING.timestamp() * 1000) + self._time.now // 1000
        self._moment = max(self._moment + 1, moment)
        number = (self._moment << 80) | self._chance.getrandbits(80)
        number = number & ~(0xF << 76) | 7 << 76
        return UUID(int=number & ~(3 << 62) | 2 << 62)


def _set_aside(match_id: str, version: int, error: str, *, at: str = "") -> None:
    raise InvariantBroken(f"match {match_id} is set aside at version {version}: {at} {error}")


@contextmanager
def in_place(
    time: VirtualTime, chance: random.Random, hint: Callable[[str, int], None], folds: PureFolds
) -> Iterator[None]:
    """Let the service run under the simulated time until the end of the block."""
    drawing = Drawing(chance, time)
    with ExitStack() as undo:

        def put(target: Any, name: str, value: Any) -> None:
            undo.enter_context(mock.patch.object(target, name, value))

        for name, (cache, make) in CACHES.items():
            stand_in = OfProcess(time, name, make)
            for module in list(sys.modules.values()):
                for known, value in list(getattr(module, "__dict__", {}).items()):
                    if value is cache and module is not sys.modules[__name__]:
                        put(module, known, stand_in)
        for module in (state, loading, history):
            put(module, "advance", folds)
        silent, counting = CountsNothing(), tally.tally
        for module in list(sys.modules.values()):
            if getattr(module, "tally", None) is counting:
                put(module, "tally", silent)
        put(connections, "_connections", OfTask(time, vars(connections)["_connections"]))
        put(randomness, "token_bytes", chance.randbytes)
        put(randomness, "uuid7", drawing.uuid7)
        put(hints.hints, "give", hint)
        put(sweep, "now", lambda: time.now / 1_000_000)
        put(admission, "admit_events", lambda _: None)
        put(admission, "depart", lambda *_: None)
        put(quarantine, "set_aside", _set_aside)
        _ask_of_citus()
        yield


def _ask_of_citus() -> None:
    """A process asks its server once. Here it is told before: else only the first run in a process would ask."""
    with mock.patch.object(sharding, "fetch", return_value=[(False,)]):
        sharding.is_distributed()
