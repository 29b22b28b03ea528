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
    """At most so many threads, each begun when all others are at work; what comes beyond that waits in a line."""

    def __init__(self, most: int, *, name: str) -> None:
        self.begun = 0
        self._most, self._name = most, name
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
        with self._lock:
            if self._idle:
                self._idle.pop().put(work)
            elif self.begun < self._most:
                self._begin(work)
            else:
                self._waiting.append(work)
        result: T = await work.future
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
