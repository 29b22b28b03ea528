"""One thread, one heap of what comes next, and tasks that may be stopped wherever they wait.

A task is a greenlet: the service's code runs in it as it stands, and gives way only where it speaks to the database.
"""

import heapq
import itertools
from collections.abc import Callable
from typing import Any

from greenlet import greenlet  # type: ignore[import-untyped]

SECOND = 1_000_000
Work = Callable[[], object]


class ProcessDied(BaseException):
    """The process of the running task is gone; none of its code runs any more."""


class VirtualTime:
    """The simulation's clock, in microseconds, and what happens when."""

    def __init__(self) -> None:
        self.now = 0
        self._heap: list[tuple[int, int, Work]] = []
        self._numbers = itertools.count()
        self.running: Task | None = None

    def after(self, delay: int, work: Work) -> None:
        """Call `work` so many microseconds from now; of two at one moment the one that was named first."""
        heapq.heappush(self._heap, (self.now + delay, next(self._numbers), work))

    def step(self) -> bool:
        """Go on to the next thing that happens, and do it; whether there was any."""
        if not self._heap:
            return False
        self.now, _, work = heapq.heappop(self._heap)
        work()
        return True


class Task:
    """Code of a process that runs until it waits; what it raises goes to whoever runs the simulation."""

    def __init__(self, time: VirtualTime, process: "SimulatedProcess", work: Work) -> None:
        self._time, self.process = time, process
        # A number for each wait: whoever would wake it from an earlier one comes too late.
        self.waits = 0
        self.session: Any = None
        self.is_dead_by_force = False
        process.tasks[self] = None
        self._greenlet = greenlet(lambda: self._run(work))

    def begin(self) -> None:
        self._go_on(self.waits)

    def sleep(self, delay: int) -> None:
        """Wait so many microseconds."""
        waits = self.waits
        self._time.after(delay, lambda: self._go_on(waits))
        self.stop()

    def stop(self) -> None:
        """Wait until somebody calls what `waker` gave."""
        self._greenlet.parent.switch()

    def waker(self) -> Work:
        """What wakes the task from the wait that it begins next, if nothing else has."""
        waits = self.waits
        return lambda: self._time.after(0, lambda: self._go_on(waits))

    def die(self) -> None:
        """End a task that waits, where it waits."""
        self.waits += 1
        if not self._greenlet.dead:
            before, self._time.running = self._time.running, self
            self._greenlet.parent = greenlet.getcurrent()
            self._greenlet.throw(ProcessDied())
            self._time.running = before

    def _go_on(self, waits: int) -> None:
        if waits != self.waits or self._greenlet.dead:
            return
        self.waits += 1
        before, self._time.running = self._time.running, self
        self._greenlet.parent = greenlet.getcurrent()
        self._greenlet.switch()
        self._time.running = before

    def _run(self, work: Work) -> None:
        try:
            if self.process.is_alive:
                work()
        except ProcessDied:
            self.is_dead_by_force = True
        finally:
            self.process.tasks.pop(self, None)


class SimulatedProcess:
    """A process of the service: its tasks, and what it holds in memory."""

    def __init__(self, time: VirtualTime, name: str) -> None:
        self.time, self.name = time, name
        self.is_alive = True
        # In the order in which they began, so that they also end in one.
        self.tasks: dict[Task, None] = {}
        self.memory: dict[str, Any] = {}
        self.sessions: list[Any] = []
        # Until when the network between this process and the server is cut, and what is told of its death.
        self.cut_until = 0
        self.died: Callable[[SimulatedProcess], object] = lambda _: None

    def begin(self, work: Work) -> Task:
        """Run work as a task of this process, from now on."""
        task = Task(self.time, self, work)
        task.begin()
        return task

    def kill(self) -> None:
        """End every task where it is, and forget all. The running task, if it is one of these, has to raise."""
        self.is_alive = False
        for session in self.sessions:
            session.lose()
        for task in [one for one in self.tasks if one is not self.time.running]:
            task.die()
        self.memory, self.sessions = {}, []
        self.died(self)

    def start(self) -> None:
        """Run again, with nothing in memory."""
        self.is_alive = True
