"""What every test may ask for. All tests share one committed database: they make fresh matches and flush nothing."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from kombu import Connection
from pytest_django.plugin import DjangoDbBlocker

from api.http import rate_limits
from api.http.response_tally import tally

# All views are read here: one that is first asked for while a test has put other games in the registry's place would
# keep those.
from config import urls  # noqa: F401
from config.celery import app
from events import sharding
from games.matches.quotas import tally as quotas

# Not early plugins as the other two are: the first needs Django set up.
pytest_plugins = ("tests.support.failures", "tests.support.long_runs")


# A hash takes half a second, on purpose. Here its algorithm counts, and not how often it is repeated.
PBKDF2PasswordHasher.iterations = 1000

# A Redis that a busy machine lets wait is no Redis that is gone, without which each process counts for itself.
rate_limits.PATIENCE_SECONDS = 30.0

# The folders and modules of tests that take longest.
FIRST = ("tests/acceptance/", "tests/config/", "tests/support/test_failures.py", "tests/games/test_contract.py")


@pytest.fixture(scope="session", autouse=True)
def _committed_database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    # Instead of pytest-django's test database, transactions and flushes: an append refuses to run inside a transaction,
    # and the store's triggers refuse to be emptied.
    with django_db_blocker.unblock():
        # A process asks its server once; the tests that count statements have nothing of it.
        sharding.is_distributed()
        yield
        # Threads of their own would add it later, when nobody may ask the database any more.
        quotas.tally.flush()
        tally.flush()
        _histories_stand()


def _histories_stand() -> None:
    """A test that leaves a head without its history breaks any that backs up the whole database after it, by chance."""
    # A test may have killed the servers.
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT match_id::text FROM match_head AS head LEFT JOIN event USING (match_id, version)"
            " LEFT JOIN cold_match AS cold USING (match_id, version)"
            " WHERE coalesce(event.hash, cold.hash) IS DISTINCT FROM head.hash"
        )
        assert cursor.fetchall() == [], "a test changed these matches' heads or events and did not put them back"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First those that wait for processes, then those that compute for long, so that neither is left over at the end.

    The first part of the list goes to one worker, which waits while the others use the processors. Within each kind the
    order stays that of chance.
    """
    items.sort(key=_kind)


def _kind(item: pytest.Item) -> int:
    return next((place for place, folder in enumerate(FIRST) if item.nodeid.startswith(folder)), len(FIRST))


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """All calls are counted in the minute in which the test begins."""
    moment = rate_limits.now()
    monkeypatch.setattr(rate_limits, "now", lambda: moment)


@pytest.fixture
def owner() -> Iterator[psycopg.Connection]:
    """A connection as the role that migrates; every statement commits."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def superuser() -> Iterator[psycopg.Connection]:
    """A connection as the server's superuser; every statement commits."""
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def broker() -> Iterator[Connection]:
    """A connection to the broker."""
    with app.connection_for_write() as connection:
        connection.connect()
        yield connection
