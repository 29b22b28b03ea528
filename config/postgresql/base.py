"""Django's PostgreSQL backend, for a server that may be away: no check waits long, and one thread asks for all."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from django.db.utils import DatabaseErrorWrapper
from psycopg.pq import ExecStatus, TransactionStatus

from events.outages import InDoubt, is_cut_off
from events.patience import patience
from events.statements import CHECK_SECONDS, replies

# How long it has to answer while the server is known to be away.
SHORT_CHECK_SECONDS = 0.2
# So long nobody asks again after an attempt that was slow; a quick refusal costs nothing.
SLOW_SECONDS, REST_SECONDS = 0.2, 3.0
# How long a thread waits for the one that asks whether the server is back.
TURN_SECONDS = 0.2

# So long a statement waits for a lock, and so long a session that is quiet in a transaction keeps its own: one on a
# machine that lost its network would hold every caller who needs the row for as long as TCP takes to notice, two hours.
PATIENCE = "SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '30s'"

now = time.monotonic


class Server:
    """What this process knows of one server: whether it let nobody in when it was last asked."""

    def __init__(self) -> None:
        self.is_away = False
        self._turn = threading.Lock()
        self._rests_until = 0.0

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Around an attempt to connect. While the server is away one thread attempts it, and the others fail at once.

        Otherwise all threads of a process would wait until the connection times out, again and again. A server that is
        back is found by the next attempt.
        """
        if not self.is_away:
            with self._noted():
                yield
        elif now() >= self._rests_until and self._turn.acquire(timeout=TURN_SECONDS):
            try:
                with self._noted():
                    yield
            finally:
                self._turn.release()
        else:
            raise psycopg.OperationalError("the server is away; it is being asked for, or was a moment ago")

    @contextmanager
    def _noted(self) -> Iterator[None]:
        begun = now()
        try:
            yield
        except psycopg.OperationalError:
            if now() - begun >= SLOW_SECONDS:
                self._rests_until = now() + REST_SECONDS
            self.is_away = True
            raise
        self.is_away = False


# By host and port.
servers: defaultdict[tuple[str, str], Server] = defaultdict(Server)


class Errors(DatabaseErrorWrapper):
    """Django's, around each statement and commit; `InDoubt` after one that is perhaps recorded here alone."""

    wrapper: "DatabaseWrapper"

    def __enter__(self) -> None:
        patience.begin(self.wrapper)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        is_cut_off, self.wrapper.is_cut_off = self.wrapper.is_cut_off, False
        patience.end(self.wrapper, is_cut_off=is_cut_off)
        super().__exit__(kind, error, trace)
        if kind is None and is_cut_off:
            raise InDoubt("the standby may not have what was recorded")


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection, but for how it is made, how it is checked and when it says that something is recorded."""

    # Whether the statement that was carried out last did not wait for a standby to the end.
    is_cut_off = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        with self._server.asked():
            connection = super().get_new_connection(conn_params)
        connection.add_notice_handler(self._heed)
        return connection

    def init_connection_state(self) -> None:
        super().init_connection_state()
        self.connection.execute(PATIENCE)

    def is_usable(self) -> bool:
        """Whether the connection answers within seconds; Django's own check would wait for ever."""
        if self.connection is None:
            return False
        try:
            return answers(self.connection, self.patience)
        except psycopg.Error:
            return False

    @property
    def patience(self) -> float:
        """How long a connection that was kept has to answer."""
        return SHORT_CHECK_SECONDS if self._server.is_away else CHECK_SECONDS

    @cached_property
    def wrap_database_errors(self) -> Errors:
        return Errors(self)

    def _heed(self, warning: psycopg.errors.Diagnostic) -> None:
        self.is_cut_off = self.is_cut_off or is_cut_off(warning)

    @property
    def _server(self) -> Server:
        return servers[str(self.settings_dict["HOST"]), str(self.settings_dict["PORT"])]


def answers(connection: "psycopg.Connection[Any]", seconds: float) -> bool:
    """Whether the server answers an empty query in time; a connection that is in the middle of something does not."""
    pgconn = connection.pgconn
    if pgconn.transaction_status not in (TransactionStatus.IDLE, TransactionStatus.INTRANS):
        return False
    pgconn.send_query(b"")
    results = replies(pgconn, seconds)
    return results is not None and [result.status for result in results] == [ExecStatus.EMPTY_QUERY]
