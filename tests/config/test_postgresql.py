"""The backend's manners in an outage, against the suite's own server and against one that never answers."""

import errno
import math
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections

from config.environment.databases import database
from config.postgresql import base
from config.postgresql.base import DatabaseWrapper, Server, answers
from events import outages
from events.patience import Patience


@pytest.fixture
def _at_any_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attempt that fails late on a busy machine is no reason to leave the server alone for a moment."""
    monkeypatch.setattr(base, "SLOW_SECONDS", math.inf)


def backend(url: str) -> DatabaseWrapper:
    return DatabaseWrapper(connections.configure_settings({"default": database(url)})["default"])


@pytest.fixture
def kept() -> Iterator[DatabaseWrapper]:
    """A connection to the suite's server."""
    made = backend(os.environ["DATABASE_URL"])
    made.ensure_connection()
    yield made
    made.close()


def test_a_connection_that_answers_is_kept(kept: DatabaseWrapper) -> None:
    assert kept.is_usable()
    with kept.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_a_connection_that_the_server_has_dropped_is_replaced(
    kept: DatabaseWrapper, superuser: psycopg.Connection[Any]
) -> None:
    superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [kept.connection.info.backend_pid])
    assert not kept.is_usable()
    kept.close()
    kept.ensure_connection()
    assert kept.is_usable()


def test_a_connection_in_the_middle_of_a_statement_or_of_a_failed_transaction_is_not_used(
    kept: DatabaseWrapper,
) -> None:
    kept.connection.pgconn.send_query(b"SELECT 1")
    assert not kept.is_usable()
    kept.close()
    kept.ensure_connection()
    kept.set_autocommit(False)
    with pytest.raises(psycopg.Error):
        kept.connection.execute("SELECT 1 / 0")
    assert not kept.is_usable()


def test_nobody_waits_long_for_what_another_session_has_locked(
    monkeypatch: pytest.MonkeyPatch, kept: DatabaseWrapper, superuser: psycopg.Connection[Any]
) -> None:
    asked = (
        "SELECT name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'idle_in_transaction_session_timeout')"
    )
    with kept.cursor() as cursor:
        cursor.execute(asked)
        assert dict(cursor.fetchall()) == {"lock_timeout": "5000", "idle_in_transaction_session_timeout": "30000"}
    kept.close()
    monkeypatch.setattr(base, "PATIENCE", base.PATIENCE.replace("5s", "20ms"))
    superuser.execute("SELECT pg_advisory_lock(12, 14)")
    try:
        with pytest.raises(OperationalError) as refused, kept.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(12, 14)")
    finally:
        superuser.execute("SELECT pg_advisory_unlock(12, 14)")
    assert outages.is_passing(refused.value)


def test_a_connection_that_never_answers_is_given_up(kept: DatabaseWrapper) -> None:
    theirs, silent = socket.socketpair()
    held = os.dup(kept.connection.pgconn.socket)
    # What libpq sends goes nowhere, as to a server that stands still.
    os.dup2(theirs.fileno(), kept.connection.pgconn.socket)
    try:
        assert not answers(kept.connection, 0.01)
    finally:
        os.dup2(held, kept.connection.pgconn.socket)
        for one in (theirs, silent):
            one.close()
        os.close(held)


@pytest.mark.usefixtures("_at_any_pace")
def test_while_a_server_is_away_one_thread_asks_for_it_and_the_others_fail_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(base, "TURN_SECONDS", 0.01)
    server, asks, answered = Server(), threading.Event(), threading.Event()

    def refused() -> None:
        with pytest.raises(psycopg.OperationalError), server.asked():
            raise psycopg.OperationalError

    def slow() -> None:
        with server.asked():
            asks.set()
            answered.wait(10)

    refused()
    assert server.is_away
    thread = threading.Thread(target=slow)
    thread.start()
    asks.wait(10)
    tried = []
    with pytest.raises(psycopg.OperationalError), server.asked():
        tried.append("waited for the server too")
    answered.set()
    thread.join()
    assert not tried
    assert not server.is_away
    with server.asked():
        tried.append("is back")
    assert tried == ["is back"]


def test_a_server_that_lets_callers_wait_is_left_alone_for_a_moment_and_one_that_refuses_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, moment = Server(), 100.0
    monkeypatch.setattr(base, "now", lambda: moment)

    def attempt(seconds: float) -> bool:
        """Whether the server was asked, which takes so long and fails."""
        nonlocal moment
        asked = []
        with suppress(psycopg.OperationalError), server.asked():
            asked.append(True)
            moment += seconds
            raise psycopg.OperationalError
        return bool(asked)

    assert attempt(0.0)
    assert attempt(5.0)
    assert not attempt(5.0)
    moment += base.REST_SECONDS
    assert attempt(0.0)
    assert attempt(0.0)


@pytest.mark.usefixtures("_at_any_pace")
def test_a_server_that_refuses_is_remembered_until_it_lets_somebody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "servers", type(base.servers)(Server))
    made = backend(os.environ["DATABASE_URL"])
    place = (str(made.settings_dict["HOST"]), str(made.settings_dict["PORT"]))
    user, made.settings_dict["USER"] = made.settings_dict["USER"], "nobody_of_this_name"
    with pytest.raises(OperationalError):
        made.ensure_connection()
    assert base.servers[place].is_away
    made.settings_dict["USER"] = user
    made.ensure_connection()
    assert not base.servers[place].is_away
    made.close()


class Waiting:
    """A connection that waits for its answer, and notes that it is ended; or cannot be for the want of files."""

    def __init__(self, *, without_files: bool) -> None:
        self.connection, self.is_ended, self._without_files = self, False, without_files

    def cancel_safe(self, *, timeout: float) -> None:
        if self._without_files:
            raise OSError(errno.EMFILE, "Too many open files")
        self.is_ended = True


def test_a_statement_that_cannot_be_ended_for_want_of_files_keeps_no_other_from_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One thread ends them for the whole process, and there would be no other.
    patience, first, second = Patience(), Waiting(without_files=True), Waiting(without_files=False)
    patience.begin(first)
    patience.begin(second)
    monkeypatch.setattr("events.patience.now", lambda: math.inf)
    patience.end_long()
    assert second.is_ended
