"""Ends statements that take too long, so that their threads can serve other requests.

A commit waits for its synchronous standby without an end, and no timeout of PostgreSQL's holds for that wait. Of one
that is cut off PostgreSQL says so, and it is in doubt (decision 27). Whatever else takes so long is only ended.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

# How long a statement or a commit may take, or all those of a call together.
LONGEST_SECONDS = 15.0
# How long while the standby is known not to answer, and how long that is known.
SHORT_SECONDS, KNOWN_SECONDS = 1.0, 10.0
LOOK_SECONDS = 1.0
CANCEL_SECONDS = 2.0

now = time.monotonic


class Patience:
    """The statements of a process that are under way; `end_long` comes from a thread of its own."""

    def __init__(self) -> None:
        self._begun: dict[Any, float] = {}
        self._most: dict[Any, float] = {}
        # What the statements before have taken, of a connection that answers a call.
        self._spent: dict[Any, float] = {}
        self._known_until = 0.0

    def begin(self, wrapper: Any) -> None:
        """A statement, or a commit, of a connection of Django's begins."""
        self._begun[wrapper] = now()

    def end(self, wrapper: Any, *, is_cut_off: bool) -> None:
        """The statement has ended, with or without a result."""
        begun = self._begun.pop(wrapper, None)
        if begun is not None and wrapper in self._spent:
            self._spent[wrapper] += now() - begun
        if is_cut_off:
            self._known_until = now() + KNOWN_SECONDS

    @contextmanager
    def call(self, wrapper: Any) -> Iterator[None]:
        """Until the end of the block all statements of a connection together take no longer than one may."""
        self._spent[wrapper] = 0.0
        try:
            yield
        finally:
            del self._spent[wrapper]

    @contextmanager
    def at_most(self, wrapper: Any, seconds: float) -> Iterator[None]:
        """Until the end of the block no statement of a connection takes longer."""
        self._most[wrapper] = seconds
        try:
            yield
        finally:
            del self._most[wrapper]

    def end_long(self) -> None:
        """End the statements that take too long."""
        longest = SHORT_SECONDS if now() < self._known_until else LONGEST_SECONDS
        for wrapper, begun in list(self._begun.items()):
            connection, took = wrapper.connection, now() - begun
            is_long = took + self._spent.get(wrapper, 0.0) >= longest or took >= self._most.get(wrapper, longest)
            if is_long and connection is not None:
                # A server that stands still cannot be told, and where no file can be opened none can.
                with suppress(psycopg.Error, OSError):
                    connection.cancel_safe(timeout=CANCEL_SECONDS)

    def look_after(self) -> None:
        """Start a thread that ends statements that take too long, for as long as the process lives."""
        threading.Thread(target=self._look_on, name="patience", daemon=True).start()

    def _look_on(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.end_long()


patience = Patience()
