"""Beat: a task is sent when there is work for it, and each queue now and then a sign that it is alive.

Instead of asking in every task whether there is anything to do, beat looks for all of them at once, a few times a
second and when the next clock runs out (decision 28). What it has sent may be lost or late: what is then still due is
sent again.
"""

import logging
import math
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from typing import Any

from celery import beat
from django.db import Error, connection

from config import pulse
from games.matches.background import due
from games.matches.background.due import CLOCKS, DueTasks

log = logging.getLogger(__name__)

# How long beat does not look, where no clock runs out before; and where nothing was due for so long.
LOOK_SECONDS = 0.25
QUIET_LOOK_SECONDS, QUIET_SECONDS = 0.5, 10.0
# How long a task that was sent is not sent again: those at work go on until nothing is left.
GAP_SECONDS = 0.5
# Clocks run out one after the other, and the sweep that was sent for one may not see the next.
CLOCK_GAP_SECONDS = 0.1
# How long the tasks of the nights are not looked at: the time of day may be set.
NIGHT_SECONDS = 1.0
# A task of each queue, which notes that its worker is at work, also where nobody plays.
SIGNS = ("relay", "sweep_deadlines", "project_listings", "play_bots", "send_webhooks")
SIGN_SECONDS = 5.0
# Where so many messages wait in a queue nothing is added: each of them finds all that is due. None of them is ever too
# old: a worker that is behind would throw away what waits, and beat send as much anew, for ever.
MOST_WAITING = 8
NOTHING = DueTasks(tasks=frozenset(), next_clock=None)


class Pace:
    """When each task was last sent, so that none is sent too often; times are seconds that only go forward."""

    def __init__(self) -> None:
        self._sent: dict[str, float] = {}

    def next(self, found: DueTasks, now: float, has_room: Callable[[str], bool] = lambda name: True) -> list[str]:
        """The tasks to send now, which are from then on taken to be sent; none for whose messages there is no room."""
        wanted = [name for name in sorted(found.tasks) if self._since(name, now) >= _gap(name)]
        wanted += [name for name in SIGNS if name not in wanted and self._since(name, now) >= SIGN_SECONDS]
        wanted = list(filter(has_room, wanted))
        self._sent.update(dict.fromkeys(wanted, now))
        return wanted

    def _since(self, name: str, now: float) -> float:
        return now - self._sent.get(name, -math.inf)


def _gap(name: str) -> float:
    return CLOCK_GAP_SECONDS if name == CLOCKS else GAP_SECONDS


def pause(found: DueTasks, quiet: float = 0.0) -> float:
    """For how many seconds beat may sleep; nothing was due for `quiet` seconds."""
    most = QUIET_LOOK_SECONDS if quiet >= QUIET_SECONDS else LOOK_SECONDS
    if found.next_clock is None:
        return most
    return min(most, found.next_clock) if found.next_clock > 0 else CLOCK_GAP_SECONDS


class Scheduler(beat.Scheduler):
    """Celery's, which has the tasks of the nights, and what is due."""

    def __init__(self, *args: Any, **named: Any) -> None:
        self._pace = Pace()
        self._next_night = self._last_due = -math.inf
        self._is_closed = False
        # Whether the broker has answered all that it was asked in this tick.
        self._is_answered = True
        super().__init__(*args, **named)

    def tick(self, *args: Any, **named: Any) -> float:
        """Send what is due; in how many seconds to come again."""
        if self._is_closed:
            raise SystemExit
        if time.monotonic() >= self._next_night:
            # A sign that beat does not hang.
            pulse.give()
            self._next_night = time.monotonic() + min(super().tick(*args, **named), NIGHT_SECONDS)
        found, self._is_answered = _look(), True
        for name in self._pace.next(found, time.monotonic(), cache(self._has_room)):
            self.apply_entry(self.Entry(**_entry(name), app=self.app), producer=self.producer)
        if found.tasks:
            self._last_due = time.monotonic()
        return pause(found, quiet=time.monotonic() - self._last_due)

    def _has_room(self, name: str) -> bool:
        """Whether a task's queue takes another message; where the broker cannot say so, one message tries."""
        if not self._is_answered:
            return False
        try:
            return self._waiting(self.app.amqp.router.route({}, _path(name))["queue"].name) < MOST_WAITING
        except self.connection.connection_errors + self.connection.channel_errors:
            # Who sends meets the same, and says so. A broker that hangs keeps each of them waiting for seconds.
            self._is_answered = False
            return True

    def _waiting(self, queue: str) -> int:
        """How many messages wait in a queue, which no worker has been given yet."""
        # As its workers declare it: it need not be there yet.
        channel: Any = self.producer.channel
        return int(channel.queue_declare(queue, durable=True, auto_delete=False).message_count)

    def close(self) -> None:
        """Celery's handler of SIGTERM does this, and then raises `SystemExit` wherever the process is.

        While a task is being sent that is taken for a failure of the broker's, and beat would go on for ever.
        """
        self._is_closed = True
        super().close()


def _entry(name: str) -> Mapping[str, Any]:
    return {"name": name, "task": _path(name), "schedule": timedelta(seconds=SIGN_SECONDS), "options": {}}


def _path(name: str) -> str:
    return f"games.matches.tasks.{name}"


def _look() -> DueTasks:
    try:
        return due.look()
    except Error as error:
        log.warning("what is due cannot be asked: %s", type(error).__name__)
        # The next look makes a new one.
        connection.close()
        return NOTHING
