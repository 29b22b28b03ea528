"""Hints: tell listeners of an append at once, before the relay does.

A hint may be lost, doubled or late: the relay announces every append once more. It is a statement of its own after the
append's commit. NOTIFY within the append's transaction would hold a lock of the whole server until the commit is on
disk; a transaction that only notifies waits for neither disk nor standby.
"""

import threading
import time

from django.db import Error, connection

from events.outbox import CHANNEL
from events.statements import fetch

HINT = "SELECT count(pg_notify(%s, hint)) FROM unnest(%s::text[]) AS hint"
# After a statement: under load one statement carries the hints of all appends meanwhile.
REST_SECONDS = 0.005
# After a failure: a server that is away is not asked again for each append.
FAILED_SECONDS = 1.0


class Hints:
    """The hints of a process, sent by a thread of its own, over a connection of its own, off the path of any answer.

    Until `begin` none are sent.
    """

    def __init__(self) -> None:
        self._is_begun = False
        self._thread: threading.Thread | None = None
        # By match its newest version.
        self._waiting: dict[str, int] = {}
        self._given = threading.Condition()

    def begin(self) -> None:
        """Send hints from now on. May be called before or after a fork: the thread starts with the first hint."""
        self._is_begun = True

    def give(self, match: str, version: int) -> None:
        """Announce a match's version that is committed."""
        if not self._is_begun:
            return
        with self._given:
            self._waiting[match] = version
            self._given.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._send_on, name="hints", daemon=True)
                self._thread.start()

    def _send_on(self) -> None:
        while True:
            with self._given:
                self._given.wait_for(lambda: self._waiting)
                waiting, self._waiting = self._waiting, {}
            time.sleep(REST_SECONDS if send(waiting) else FAILED_SECONDS)


def send(hints: dict[str, int]) -> bool:
    """Announce these versions by match. Returns whether the server accepted it; the relay announces the rest."""
    try:
        fetch(HINT, (CHANNEL, [announcement(match, version) for match, version in hints.items()]))
    except Error:
        # The next is sent over another connection.
        connection.close()
        return False
    return True


def announcement(match: str, version: int) -> str:
    """The payload of a NOTIFY, as the relay writes it too."""
    return f"{match} {version}"


hints = Hints()
