"""The one connection of a live process that listens to what the relay tells, on the event loop."""

import asyncio
import logging
from collections.abc import Callable

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

from events.outbox import CHANNEL

log = logging.getLogger(__name__)

RECONNECT_SECONDS = 1.0
LOOK_SECONDS = 60.0
# What of the parameters of a request's connection holds for any.
NAMED = ("dbname", "user", "password", "host", "port", "connect_timeout")


class Listening(psycopg.AsyncConnection[TupleRow]):
    """A connection that sleeps until the server says something.

    psycopg's own looks ten times a second whether it was interrupted, which an event loop tells it anyway.
    """

    async def wait(self, gen: PQGen[RV], interval: float = LOOK_SECONDS, timeout: float | None = None) -> RV:
        return await super().wait(gen, interval, timeout)


async def listen(tell: Callable[[str | None], None]) -> None:
    """Call `tell` with each match that the relay tells of, and with None when some may have been missed; never ends.

    It has to be a connection to PostgreSQL itself: a pooler that shares connections loses what is told.
    """
    while True:
        try:
            await _listen_on_one_connection(tell)
        except psycopg.OperationalError as error:
            log.warning("listening was cut off: %s", type(error).__name__)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _listen_on_one_connection(tell: Callable[[str | None], None]) -> None:
    parameters = connections[DEFAULT_DB_ALIAS].get_connection_params()
    named = {name: parameters[name] for name in NAMED if name in parameters}
    async with await Listening.connect(**named, autocommit=True) as connection:
        await connection.execute(f'LISTEN "{CHANNEL}"')
        # What was told before the LISTEN has been missed.
        tell(None)
        async for notice in connection.notifies():
            tell(notice.payload)
