"""The threads that answer requests: the one that has just finished takes the next.

Its connections to PostgreSQL and Redis, and what both keep for them, are still in the processor's caches. Python's
`ThreadPoolExecutor` goes round all its threads, and wakes each of them by more locks.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

# Only one of them computes at a time, and most of a call is computing: so many keep the process busy. Each more has a
# connection, which costs PostgreSQL 3 MB: it is begun where all others wait for the database, a lock, or a turn.
FEW = 4
# What has waited so long for a thread gets one of its own.
LATE_SECONDS = 0.1

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class _Work(NamedTuple):
    """A function to call, and the future of an event loop that waits for its result."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    function: Callable[..., Any]
    given: tuple[Any, ...]


# The work of one thread; None ends it.
_Own = SimpleQueue[_Work | None]


class Threads:
    """At most so many threads, each begun when all others are at work; beyond a few, when somebody waits for long."""

    def __init__(self, most: int, *, name: str, few: int = FEW, late: float = LATE_SECONDS) -> None:
        self.begun = 0
        self._most, self._few, self._late, self._name = most, min(few, most), late, name
        self._lock = threading.Lock()
        self._idle: list[_Own] = []
        self._waiting: deque[_Work] = deque()
        self._is_closed = False

    async def run(self, function: Callable[[*Ts], T], *given: *Ts) -> T:
        """The result of a function, called in one of the threads. Raises what it raises.

        A caller who stops waiting does not stop a function that has begun.
        """
        loop = asyncio.get_running_loop()
        work = _Work(loop, loop.create_future(), function, given)
        timer = self._take(work)
        try:
            result: T = await work.future
        finally:
            if timer is not None:
                timer.cancel()
        return result

    def close(self) -> None:
        """End every thread that has nothing to do now, the others after their work; what waits is given up.

        To be called by the event loop. The process ends after the last thread.
        """
        with self._lock:
            self._is_closed = True
            while self._waiting:
                self._waiting.popleft().future.cancel()
            while self._idle:
                self._idle.pop().put(None)

    def _take(self, work: _Work) -> asyncio.TimerHandle | None:
        """Give work to a thread, or let it wait for one: until the timer ends, where there may be more threads."""
        with self._lock:
            if self._idle:
                self._idle.pop().put(work)
            elif self.begun < self._few:
                self._begin(work)
            else:
                self._waiting.append(work)
                return work.loop.call_later(self._late, self._relieve, work) if self.begun < self._most else None
        return None

    def _relieve(self, work: _Work) -> None:
        """Begin a thread for what waits still."""
        with self._lock:
            if work in self._waiting and self.begun < self._most:
                self._waiting.remove(work)
                self._begin(work)

    def _begin(self, first: _Work) -> None:
        own: _Own = SimpleQueue()
        own.put(first)
        threading.Thread(target=self._answer, args=(own,), name=f"{self._name}-{self.begun}").start()
        self.begun += 1

    def _answer(self, own: _Own) -> None:
        while (work := own.get()) is not None:
            result, error = _called(work)
            # Before its caller knows, who may have the next call for this thread.
            self._go_on(own)
            # A loop that was closed meanwhile waits for nothing.
            with suppress(RuntimeError):
                work.loop.call_soon_threadsafe(_tell, work.future, result, error)
            # Nothing holds what was answered while the thread waits.
            del work, result, error

    def _go_on(self, own: _Own) -> None:
        """Give a free thread the oldest waiting work, or let it wait."""
        with self._lock:
            if self._waiting:
                own.put(self._waiting.popleft())
            elif self._is_closed:
                own.put(None)
            else:
                self._idle.append(own)


def _called(work: _Work) -> tuple[object, BaseException | None]:
    """The result of a call, or what it has raised."""
    if work.future.cancelled():
        # Nobody waits for it any more.
        return None, None
    try:
        return work.function(*work.given), None
    except BaseException as error:
        return None, error


def _tell(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
