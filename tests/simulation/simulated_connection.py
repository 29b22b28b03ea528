"""Django's connection to the simulated server: where the service's code and the simulation meet.

All above it is the service's own: `events.statements` in the form for poolers, which prepares nothing; Django's
`Atomic`, its cursors' errors and its query compiler.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connections
from psycopg.pq import ConnStatus, ExecStatus

from config.postgresql.base import DatabaseWrapper
from tests.simulation.shared_rows import RowTransaction
from tests.simulation.simulated_server import ServerSession

LOST = "the connection to the server was lost"


class Outcome:
    """What libpq returns of an append."""

    status = ExecStatus.COMMAND_OK
    # No columns: it is no function's.
    nfields = 0

    def __init__(self, count: int) -> None:
        self.command_tuples = count


class Libpq:
    """The part of libpq that an append is sent by."""

    status = ConnStatus.OK

    def __init__(self, session: ServerSession) -> None:
        self._session = session

    def exec_params(self, sql: bytes, values: Any, types: None, formats: Any) -> Outcome:
        return Outcome(self._session.run(sql.decode(), values).written)


class SimulatedCursor:
    """A cursor of psycopg's and of Django's at once."""

    def __init__(self, session: ServerSession, wrapper: Any = None) -> None:
        self._session, self._wrapper = session, wrapper
        self._rows: list[tuple[Any, ...]] = []
        self.rowcount = -1

    def execute(self, sql: Any, values: Any = None, *, prepare: bool = False) -> "SimulatedCursor":
        if self._wrapper is None:
            return self._executed(sql, values)
        with self._wrapper.wrap_database_errors:
            return self._executed(sql, values)

    def _executed(self, sql: Any, values: Any) -> "SimulatedCursor":
        answered = self._session.run(sql, values)
        self._rows, self.rowcount = list(answered.rows), answered.written
        return self

    def fetchall(self) -> list[tuple[Any, ...]]:
        rows, self._rows = self._rows, []
        return rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[tuple[Any, ...]]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        pass

    def __enter__(self) -> "SimulatedCursor":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.fetchall())


class PsycopgConnection:
    """The part of psycopg's connection that `events.statements` asks."""

    # The mark for poolers: nothing is prepared.
    prepare_threshold = None

    def __init__(self, session: ServerSession) -> None:
        self.session, self.pgconn = session, Libpq(session)

    def cursor(self, *, binary: bool = False) -> SimulatedCursor:
        return SimulatedCursor(self.session)

    def close(self) -> None:
        self.session.close()


class SimulatedWrapper(DatabaseWrapper):
    """Django's connection, whose other end is a session of the simulated server."""

    session: ServerSession

    def __init__(self, session: ServerSession) -> None:
        super().__init__(dict(connections.settings["default"]), "default")
        self.session = session
        self.connection = PsycopgConnection(session)
        self.autocommit = True
        self.health_check_enabled = False

    def connect(self) -> None:
        self.session.open()
        self.connection = PsycopgConnection(self.session)
        self.autocommit, self.in_atomic_block, self.needs_rollback = True, False, False
        self.savepoint_ids, self.atomic_blocks, self.closed_in_transaction = [], [], False

    def close_if_health_check_failed(self) -> None:
        pass

    def cursor(self) -> SimulatedCursor:  # type: ignore[override]
        if self.connection is None:
            self.ensure_connection()
        return SimulatedCursor(self.session, self)

    def chunked_cursor(self) -> SimulatedCursor:  # type: ignore[override]
        return self.cursor()

    def _set_autocommit(self, autocommit: bool) -> None:
        with self.wrap_database_errors:
            if autocommit:
                self.session.finish()
            else:
                self.session.begin()

    def _commit(self) -> None:
        with self.wrap_database_errors:
            self.session.commit()

    def _rollback(self) -> None:
        with self.wrap_database_errors:
            self.session.roll_back()

    def _savepoint(self, sid: str) -> None:
        with self.wrap_database_errors:
            self.session.savepoint(sid)

    def _savepoint_commit(self, sid: str) -> None:
        pass

    def _savepoint_rollback(self, sid: str) -> None:
        with self.wrap_database_errors:
            self.session.back_to(sid)

    def _close(self) -> None:
        self.session.close()

    def is_usable(self) -> bool:
        return not self.session.is_lost


@contextmanager
def connected(wrapper: SimulatedWrapper) -> Iterator[None]:
    """The work of one request or task over this connection; one that broke is made anew for the next."""
    try:
        yield
    finally:
        if wrapper.session.is_lost or wrapper.in_atomic_block:
            wrapper.connection = None
            wrapper.session.close()


__all__ = ["PsycopgConnection", "RowTransaction", "SimulatedCursor", "SimulatedWrapper", "connected", "psycopg"]
