"""The pulse of a worker or of beat: a file that its main loop touches every few seconds, until it hangs.

A long task is no silence: it runs in a child, and the loop goes on. Nor is an outage of the broker, see `give`. A task
that has run for longer than its time limit is: Celery ends no thread, and one that hangs may hold a lane's lock.
"""

import logging
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from celery import bootsteps
from celery.worker import state
from django.conf import settings

from api.serving import process

log = logging.getLogger(__name__)

PULSE_SECONDS = 5.0
# Beyond the time limit, which ends a task that runs in a process.
HUNG_SECONDS = 90.0


def give() -> None:
    """Show that the loop goes on, to systemd too.

    While the broker is away a loop stands still between attempts to connect, half a minute at most; each is a sign too.
    """
    process.tell_systemd()
    if settings.PULSE_FILE:
        # Without a disk that takes it no other worker would do better.
        with suppress(OSError):
            Path(settings.PULSE_FILE).touch()


class OfWorker(bootsteps.StartStopStep):
    """Of the parent of a worker's processes, or of the process of its threads.

    There is no pulse while a task has run for more than `HUNG_SECONDS`: whoever watches replaces the process.

    A task that none of them has begun from one look to the next, though not all are at work, is with a process that
    hangs. No time limit ends that one, because limits count from the beginning of a task.
    """

    requires = ("celery.worker.components:Timer",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self._waited: set[object] = set()
        # When each task at work was first seen so. Celery may drop one without a word; then it is none here either.
        self._since: WeakKeyDictionary[Any, float] = WeakKeyDictionary()

    def start(self, worker: Any) -> None:
        give()
        # It outlives connections to the broker, because it was there before them.
        worker.timer.call_repeatedly(PULSE_SECONDS, self.look, (worker.concurrency,))

    def look(self, processes: int, now: float | None = None) -> None:
        """Give a sign unless a task hangs; `now` is in seconds that only go forward, by default the clock's."""
        at_work = set(state.active_requests)
        waiting = set(state.reserved_requests) - at_work
        hangs = self._hangs(at_work, time.monotonic() if now is None else now)
        if not hangs and (len(at_work) >= processes or not waiting & self._waited):
            give()
        self._waited = waiting

    def _hangs(self, at_work: set[Any], now: float) -> bool:
        self._since = WeakKeyDictionary({task: self._since.get(task, now) for task in at_work})
        hung = [task for task, since in self._since.items() if now - since > HUNG_SECONDS]
        if hung:
            log.error("%s has run for more than %d s", hung[0].name, HUNG_SECONDS)
        return bool(hung)
