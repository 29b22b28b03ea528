from typing import Any

import django.db
import psycopg
import pytest
from django.db import connection
from psycopg import errors

from events import outages
from tests.support.line import made_by_libpq


def wrapped(error: psycopg.Error) -> Exception:
    """As Django raises it."""
    try:
        with connection.wrap_database_errors:
            raise error
    except django.db.Error as raised:
        return raised


AWAY = [
    psycopg.OperationalError("connection refused"),
    made_by_libpq(),
    psycopg.InterfaceError("the connection is closed"),
    errors.AdminShutdown(),
    errors.CrashShutdown(),
    errors.CannotConnectNow(),
    errors.ConnectionFailure(),
    errors.IdleSessionTimeout(),
]
PASSING = [
    errors.DiskFull(),
    errors.TooManyConnections(),
    errors.OutOfMemory(),
    errors.ReadOnlySqlTransaction(),
    errors.LockNotAvailable(),
    errors.QueryCanceled(),
    errors.SerializationFailure(),
    errors.DeadlockDetected(),
    errors.IdleInTransactionSessionTimeout(),
    errors.IoError(),
]
OURS = [
    psycopg.DatabaseError("no rows"),
    psycopg.ProgrammingError("cannot adapt"),
    errors.UndefinedTable(),
    errors.InsufficientPrivilege(),
    errors.UniqueViolation(),
    errors.DataCorrupted(),
]


def name(error: Any) -> str:
    return type(error).__name__


@pytest.mark.parametrize("error", AWAY, ids=name)
def test_a_server_that_is_away_is_known_by_silence_and_by_what_it_says(error: psycopg.Error) -> None:
    for one in (error, wrapped(error)):
        assert outages.is_away(one)
        assert outages.is_passing(one)


@pytest.mark.parametrize("error", PASSING, ids=name)
def test_what_the_server_cannot_do_just_now_is_passing(error: psycopg.Error) -> None:
    for one in (error, wrapped(error)):
        assert not outages.is_away(one)
        assert outages.is_passing(one)


@pytest.mark.parametrize("error", OURS, ids=name)
def test_what_would_fail_again_is_not(error: psycopg.Error) -> None:
    for one in (error, wrapped(error)):
        assert not outages.is_passing(one)


@pytest.mark.parametrize("error", [ValueError(), OSError(), None, django.db.DatabaseError("no rows")])
def test_an_error_of_another_kind_is_no_outage(error: Exception | None) -> None:
    assert not outages.is_passing(error)
