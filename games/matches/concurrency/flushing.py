"""What a process counts comes into the tables by a thread of its own: no call waits for the database because of it."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

from django.db import Error, connection, transaction

# After so long with nothing to add the thread ends, and its connection is given back.
IDLE_SECONDS = 30.0


class Counts(Protocol):
    """What was counted and is not yet in a table."""

    @property
    def is_empty(self) -> bool: ...

    def flush(self) -> None:
        """Add it to the table; without a database it is kept for the next time."""


def is_kept(add: Callable[[], None]) -> bool:
    """Call what adds counts to a table, in a transaction; whether nothing of it was added, so that it is kept.

    A commit without an answer may have been carried out. It counts as added: nothing is counted twice, and as much can
    be lost as a killed process loses.
    """
    is_committing = False
    try:
        with transaction.atomic():
            add()
            is_committing = True
    except Error:
        return not is_committing
    return False


class Flusher:
    """Flushes counts every so many seconds while there are any; begun again by each count, it runs once at a time."""

    def __init__(self, name: str, counts: Counts, seconds: float) -> None:
        self._name, self._counts, self._seconds = name, counts, seconds
        self._lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def begin(self) -> None:
        """See to it that what has just been counted is added."""
        with self._lock:
            if self.thread is None:
                self.thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self.thread.start()

    def _run(self) -> None:
        last = time.monotonic()
        try:
            while not self._is_idle(last):
                time.sleep(self._seconds)
                if not self._counts.is_empty:
                    last = time.monotonic()
                    connection.close_if_unusable_or_obsolete()
                    self._counts.flush()
        finally:
            connection.close()
            with self._lock:
                # Also where adding failed unforeseen: the next count begins another. Another may be there already.
                if self.thread is threading.current_thread():
                    self.thread = None

    def _is_idle(self, since: float) -> bool:
        with self._lock:
            if not self._counts.is_empty or time.monotonic() - since < IDLE_SECONDS:
                return False
            # Said under the lock, so that the next count begins another.
            self.thread = None
            return True
