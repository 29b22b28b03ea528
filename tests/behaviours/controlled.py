"""A service whose time and chance are the test's own, so that the bytes of a stream depend on the calls alone.

Everything here that names code of the service stands in the first part, the adapter.
"""

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import pre_save

from events.format.seal import SALT_BYTES
from games.matches.autoplay import timeouts
from games.matches.background import beacon_rounds
from games.matches.lobby import fills
from games.table.registry import EVENT_TYPES
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes

# --- The adapter: names of the code under test.

# The types of the table's own events.
TABLE_EVENTS = EVENT_TYPES

Bytes = Callable[[int], bytes]


def feed(patch: pytest.MonkeyPatch, *, salts: Bytes, seeds: Bytes) -> None:
    """Have the salt of each sealed part and the seed of each match made by these; each is given a number of bytes."""
    patch.setattr("events.envelope.new_salt", lambda: salts(SALT_BYTES))
    patch.setattr("games.matches.lobby.lobby.new_seed", seeds)
    patch.setattr("games.matches.lobby.forks.new_seed", seeds)


def let_the_clock_play(match: str) -> None:
    """Have all played that is due now: what a sweep does for one match, bots and autopilots too."""
    timeouts.expire(match)


def let_the_lobby_go_on(match: str) -> None:
    """Have the round looked for that a match waits for, and what is due in its lobby done."""
    beacon_rounds.look()
    fills.run_out(match)


def flaws(file: bytes) -> dict[str, Any]:
    """Of the verifier's checks of a match file those that it does not pass, with what is wrong."""
    report = verify_bytes(file)
    return {check: report.checks[check] for check in CHECKS if report.checks[check] != OK}


def exported(match: str) -> bytes:
    """The match file with every opening."""
    written = io.BytesIO()
    with redirect_stdout(io.TextIOWrapper(written, write_through=True)):
        call_command("export_match", match, "--whole")
        return written.getvalue()


def lobby_rows() -> Any:
    """The model whose row is written before a match's first event, with the match's id."""
    return apps.get_model("matches", "Lobby")


# --- The test's own time and chance.

# Far enough back that no rule of time zones within the horizon of quiet hours can change any more.
START = datetime(2020, 3, 2, 12, tzinfo=UTC)

# Found before the server's own functions of these names, in sessions that say so, and only there.
CLOCK = """
CREATE SCHEMA controlled;
CREATE FUNCTION controlled.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN current_setting('controlled.now')::timestamptz;
CREATE FUNCTION controlled.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    RETURN current_setting('controlled.now')::timestamptz;
GRANT USAGE ON SCHEMA controlled TO PUBLIC;
"""


class Time:
    """The database's clock as this thread's connection reads it: it stands still unless the test moves it."""

    def __init__(self) -> None:
        self.now = START
        self._set()

    def move(self, **span: float) -> None:
        self.move_to(self.now + timedelta(**span))

    def move_to(self, at: datetime) -> None:
        assert at >= self.now
        self.now = at
        self._set()

    def _set(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('controlled.now', %s, false)", [self.now.isoformat()])


@contextmanager
def controlled(tape: str, number: int) -> Iterator[Time]:
    """The service in this thread by a clock that the test moves, with chance from a tape.

    The n-th salt, seed and match id are the same whenever a tape of this name and number is used, whatever else draws
    ids and secrets meanwhile. One database takes each number once, because match ids are unique there.
    """
    with pytest.MonkeyPatch.context() as patch, _clock(), _match_ids(number):
        feed(patch, salts=_from_tape(f"{tape} salt"), seeds=_from_tape(f"{tape} seed"))
        yield Time()


def _from_tape(name: str) -> Bytes:
    numbers = count(1)
    return lambda size: sha256(f"{name} {next(numbers)}".encode()).digest()[:size]


@contextmanager
def _clock() -> Iterator[None]:
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as server:
        server.execute(CLOCK)
        try:
            with connection.cursor() as cursor:
                cursor.execute('SET search_path = controlled, pg_catalog, "$user", public')
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET search_path")
            server.execute("DROP SCHEMA controlled CASCADE")


@contextmanager
def _match_ids(number: int) -> Iterator[None]:
    numbers, rows = count(1), lobby_rows()

    def name(sender: Any, instance: Any, **_: Any) -> None:
        if instance._state.adding:
            instance.match_id = UUID(f"01709a00-0000-7000-8000-{number:06x}{next(numbers):06x}")
            assert not rows.objects.filter(match_id=instance.match_id).exists(), "played in this database before"

    pre_save.connect(name, sender=rows)
    try:
        yield
    finally:
        pre_save.disconnect(name, sender=rows)
