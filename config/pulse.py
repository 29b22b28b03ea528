"""The pulse of a worker or of beat: a file that its main loop touches every few seconds, until it hangs.

A long task is no silence: it runs in a child, and the loop goes on. Nor is an outage of the broker, see `give`.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import bootsteps
from celery.worker import state
from django.conf import settings

from config import watchdog

PULSE_SECONDS = 5.0


def give() -> None:
    """Show that the loop goes on, to systemd too.

    While the broker is away a loop stands still between attempts to connect, half a minute at most; each is a sign too.
    """
    watchdog.tell()
    if settings.PULSE_FILE:
        # Without a disk that takes it no other worker would do better.
        with suppress(OSError):
            Path(settings.PULSE_FILE).touch()


class OfWorker(bootsteps.StartStopStep):
    """Of the parent of a worker's processes.

    A task that none of them has begun from one look to the next, though not all are at work, is with a process that
    hangs. No time limit ends that one, because limits count from the beginning of a task.
    """

    requires = ("celery.worker.components:Timer",)

    def __init__(self, worker: Any, **options: Any) -> None:
        super().__init__(worker, **options)
        self._waited: set[object] = set()

    def start(self, worker: Any) -> None:
        give()
        # It outlives connections to the broker, because it was there before them.
        worker.timer.call_repeatedly(PULSE_SECONDS, self.look, (worker.concurrency,))

    def look(self, processes: int) -> None:
        at_work = set(state.active_requests)
        waiting = set(state.reserved_requests) - at_work
        if len(at_work) >= processes or not waiting & self._waited:
            give()
        self._waited = waiting
