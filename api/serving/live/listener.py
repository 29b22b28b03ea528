"""The connection of a live process that listens to NOTIFY, on the event loop."""

import asyncio
import logging
from collections.abc import Callable

import psycopg
from django.conf import settings
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

from events.outbox import CHANNEL, ECHO

# Takes an announced match and its version, 0 where that is not known; None where any may have been missed.
Tell = Callable[[str | None, int], None]

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0
LOOK_SECONDS = 60.0
# The live process says something to itself several times as often.
DEAF_SECONDS = 15.0


class Deaf(psycopg.OperationalError):
    """The connection is open, but nothing comes over it."""


class Listening(psycopg.AsyncConnection[TupleRow]):
    """A connection that sleeps until the server says something.

    psycopg's own looks ten times a second whether it was interrupted, which an event loop tells it anyway.
    """

    async def wait(self, gen: PQGen[RV], interval: float = LOOK_SECONDS, timeout: float | None = None) -> RV:
        return await super().wait(gen, interval, timeout)


async def listen(tell: Tell, hear: Callable[[], None]) -> None:
    """Call `tell` with each announcement, and with None when some may have been missed; never ends.

    `hear` is called whenever the process has heard itself (`events/outbox.py::echo`). It has to be a connection to the
    server that is written to, and to PostgreSQL itself: a pooler that shares connections loses what is told.
    """
    while True:
        try:
            await _listen_on_one_connection(tell, hear)
        except Deaf:
            log.warning("nothing is heard: DATABASE_LISTEN_URL has to lead to PostgreSQL itself, past every pooler")
        except psycopg.Error as error:
            # A standby refuses to listen by an error of another kind than a lost connection.
            log.warning("listening was cut off: %s", type(error).__name__)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_on_one_connection(tell: Tell, hear: Callable[[], None]) -> None:
    async with await Listening.connect(settings.LISTEN_URL, autocommit=True) as connection:
        await connection.execute(f'LISTEN "{CHANNEL}"')
        await connection.execute(f'LISTEN "{ECHO}"')
        # What was told before the LISTEN has been missed.
        tell(None, 0)
        while True:
            is_deaf = True
            async for notice in connection.notifies(timeout=DEAF_SECONDS):
                is_deaf = False
                if notice.channel == ECHO:
                    hear()
                else:
                    match, _, version = notice.payload.partition(" ")
                    # A relay of an earlier release names the match alone.
                    tell(match, int(version) if version.isdecimal() else 0)
            if is_deaf:
                raise Deaf
