import json
import math
import os
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from psycopg import sql

from api.serving import process
from config import health, surroundings
from config.celery import app
from config.health import CHECKS, readyz
from config.postgresql import base
from events import outbox
from events.store import new_id
from games.matches.models.service import BotTurn, Deadline, Heartbeat, Tally
from games.matches.status import figures
from games.matches.stream import rules

OF_DATABASE = (
    "database",
    "connections",
    "roles",
    "schema",
    "node_clock",
    "writes",
    "worker",
    "relay",
    "clock",
    "bots",
    "courier",
    "live",
    "listening",
    "outbox",
    "deadlines",
)
ALL_WELL = dict.fromkeys(("status", *CHECKS), "ok")


# A guard against hanging; nothing is measured by it.
PATIENCE = 30.0


@pytest.fixture
def _well(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where all workers run and nothing waits, and no match of rules was met that other tests alone register."""
    # What a busy machine lets wait is not gone.
    monkeypatch.setattr(health, "BROKER_PATIENCE_SECONDS", PATIENCE)
    monkeypatch.setattr(health, "STANDBY_SECONDS", PATIENCE)
    monkeypatch.setattr(health, "CONNECT_SECONDS", int(PATIENCE))
    health._ask_connections.forget()
    rules.met.clear()
    while outbox.relay(["nobody"]):
        pass
    Deadline.objects.filter(due_at__lt=Now()).delete()
    kinds = (figures.WORKER, figures.RELAY, figures.CLOCK, figures.BOTS, figures.COURIER, figures.LIVE)
    for name in (*kinds, figures.LISTENING):
        figures.beat(name)
    yield
    health._ask_connections.forget()
    Heartbeat.objects.all().delete()


def told() -> tuple[int, Any]:
    response = Client().get("/readyz")
    return response.status_code, response.json()


@pytest.mark.usefixtures("_well")
def test_readyz_answers_when_all_is_well() -> None:
    assert told() == (200, ALL_WELL)


def without(*names: str) -> tuple[int, Any]:
    return 503, ALL_WELL | dict.fromkeys(("status", *names), "unavailable")


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_missing_database(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "HOST", "/nowhere")
        assert told() == without(*OF_DATABASE)


@pytest.fixture
def deaf() -> Iterator[str]:
    """The port of a server that lets callers in and answers nobody, as one whose first process stands still."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield str(listener.getsockname()[1])


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_database_that_lets_nobody_in_though_those_who_are_in_go_on(
    deaf: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.ensure_connection()
    with monkeypatch.context() as patch:
        patch.setattr(health, "CONNECT_SECONDS", 2)
        patch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        patch.setitem(connection.settings_dict, "PORT", deaf)
        assert told() == without("connections")
    health._ask_connections.forget()
    assert told() == (200, ALL_WELL)


@pytest.mark.usefixtures("_well")
def test_readyz_makes_a_new_connection_at_most_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    at, made, connect = 1000.0, [], psycopg.connect

    def counted(**asked: Any) -> Any:
        made.append(asked["connect_timeout"])
        return connect(**asked)

    monkeypatch.setattr(health, "now", lambda: at)
    # Connections that are kept are made by another name.
    monkeypatch.setattr(health, "psycopg", SimpleNamespace(connect=counted, Error=psycopg.Error))
    for _ in range(3):
        told()
    assert made == [health.CONNECT_SECONDS]
    at += health.CONNECTED_SECONDS
    told()
    assert len(made) == 2


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What has called in place of the database, where every connection is closed at once."""
    came: list[object] = []

    class HangUp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            came.append(self.client_address)

    connection.close()
    with socketserver.TCPServer(("127.0.0.1", 0), HangUp) as server, monkeypatch.context() as patch:
        # A server that a busy machine lets answer late is none to be left alone for a moment.
        patch.setattr(base, "SLOW_SECONDS", math.inf)
        patch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        patch.setitem(connection.settings_dict, "PORT", str(server.server_address[1]))
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield came
        server.shutdown()
        thread.join()


def test_readyz_waits_once_for_a_missing_database(calls: list[object]) -> None:
    with pytest.raises(OperationalError):
        connection.ensure_connection()
    for_one = len(calls)
    body = json.loads(readyz(RequestFactory().get("/readyz")).content)
    assert (503, body) == without(*OF_DATABASE)
    assert len(calls) == 2 * for_one > 0


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_missing_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis+socket:///nowhere/redis.sock")
    assert told() == without("broker")


@pytest.fixture
def frozen(folder: Path) -> Iterator[Future[bool]]:
    """A broker that lets callers in and answers nobody; whether the first of them has left by itself."""
    with socket.socket(socket.AF_UNIX) as listener, ThreadPoolExecutor(1) as pool:
        listener.bind(str(folder / "redis.sock"))
        listener.listen()

        def let_in() -> bool:
            caller, _ = listener.accept()
            caller.settimeout(10)
            with caller, suppress(TimeoutError):
                while caller.recv(1000):
                    pass
                return True
            return False

        yield pool.submit(let_in)


@pytest.mark.usefixtures("_well")
def test_readyz_waits_not_as_long_for_a_frozen_broker_as_workers_do(
    frozen: Future[bool], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", f"redis+socket://{folder}/redis.sock")
    monkeypatch.setitem(app.conf.broker_transport_options, "socket_timeout", 60)
    monkeypatch.setattr(health, "BROKER_PATIENCE_SECONDS", 0.1)
    assert told() == without("broker")
    assert frozen.result()


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_role_that_may_change_history(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        become(patch, "DATABASE_OWNER_URL")
        assert told() == without("roles")
        connection.close()


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_role_that_knows_the_operators_logins(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        become(patch, "DATABASE_OPERATORS_URL")
        assert told() == without("roles")
        connection.close()


def become(patch: pytest.MonkeyPatch, variable: str) -> None:
    """Call the database as the role that this variable names."""
    parts = urlsplit(os.environ[variable])
    patch.setitem(connection.settings_dict, "USER", parts.username)
    patch.setitem(connection.settings_dict, "PASSWORD", parts.password)


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_schema_that_is_not_the_code_s(monkeypatch: pytest.MonkeyPatch) -> None:
    known = surroundings._known()
    monkeypatch.setattr(surroundings, "_known", lambda: known | {("events", "0009_later")})
    assert surroundings.older_schema().endswith("events 0009_later")
    assert told() == without("schema")
    monkeypatch.setattr(surroundings, "_known", lambda: known - {("events", "0001_initial")})
    assert surroundings.newer_schema().endswith("events 0001_initial")
    assert told() == without("schema")


@pytest.mark.usefixtures("_well")
def test_readyz_reads_what_was_migrated_once() -> None:
    with CaptureQueriesContext(connection) as asked:
        assert told() == (200, ALL_WELL)
    assert len([one for one in asked if "django_migrations" in one["sql"]]) == 1


@pytest.mark.usefixtures("_well")
@pytest.mark.parametrize("seconds", [-2.0, 2.0])
def test_readyz_names_a_clock_of_this_machine_that_is_off(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(surroundings, "now", lambda: time.time() + seconds)
    assert told() == without("node_clock")


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_supervisor_that_no_longer_asks_and_none_where_nobody_ever_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "_asked_at", None)
    assert told() == (200, ALL_WELL)
    monkeypatch.setattr(process, "_asked_at", process.now() - health.LONGEST_SILENCE_SECONDS - 1)
    assert told() == without("supervisor")


def worker_stops() -> None:
    Heartbeat.objects.filter(name="worker").update(at=Now() - timedelta(seconds=20))


def clock_stops() -> None:
    Heartbeat.objects.filter(name="clock").update(at=Now() - timedelta(seconds=20))


def relay_stops() -> None:
    Heartbeat.objects.filter(name="relay").update(at=Now() - timedelta(seconds=20))


def courier_never_came() -> None:
    Heartbeat.objects.filter(name="courier").delete()


def nothing_is_heard() -> None:
    Heartbeat.objects.filter(name="listening").update(at=Now() - timedelta(seconds=20))


def bots_stop() -> None:
    Heartbeat.objects.filter(name="bots").update(at=Now() - timedelta(seconds=20))


def clock_is_late() -> None:
    Deadline.objects.create(match_id=new_id(), version=1, due_at=Now() - timedelta(seconds=4))


@pytest.mark.usefixtures("_well")
@pytest.mark.parametrize(
    ("happens", "named"),
    [
        (worker_stops, "worker"),
        (relay_stops, "relay"),
        (clock_stops, "clock"),
        (bots_stop, "bots"),
        (courier_never_came, "courier"),
        (nothing_is_heard, "listening"),
        (clock_is_late, "deadlines"),
    ],
)
def test_readyz_names_what_has_stopped(happens: Callable[[], None], named: str) -> None:
    happens()
    assert told() == without(named)
    Deadline.objects.filter(due_at__lt=Now()).delete()


@pytest.mark.usefixtures("_well")
def test_readyz_is_about_people_s_clocks_and_not_about_bots_that_are_late() -> None:
    late = BotTurn.objects.create(match_id=new_id(), version=1, due_at=Now() - timedelta(seconds=40), attended=True)
    assert told() == (200, ALL_WELL)
    assert figures.standing().bot_lag >= 40
    late.delete()


@pytest.mark.usefixtures("_well")
def test_readyz_names_an_outbox_that_nobody_empties(superuser: psycopg.Connection[Any]) -> None:
    superuser.execute("INSERT INTO outbox VALUES (%s, 1, now() - interval '20 seconds')", [new_id()])
    assert told() == without("outbox")
    superuser.execute("DELETE FROM outbox")


@pytest.mark.usefixtures("_well")
def test_a_heartbeat_is_written_at_most_every_two_seconds() -> None:
    # Two seconds in which a busy machine comes to the next statement.
    Heartbeat.objects.filter(name="worker").update(at=Now() + timedelta(minutes=1))
    before = Heartbeat.objects.get(name="worker").at
    figures.beat("worker")
    assert Heartbeat.objects.get(name="worker").at == before
    worker_stops()
    before = Heartbeat.objects.get(name="worker").at
    figures.beat("worker")
    assert Heartbeat.objects.get(name="worker").at > before


def readonly(superuser: psycopg.Connection[Any], role: str) -> None:
    superuser.execute(sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(sql.Identifier(role)))


def without_room(superuser: psycopg.Connection[Any], role: str) -> None:
    superuser.execute(sql.SQL("ALTER ROLE {} SET temp_file_limit = '8kB'").format(sql.Identifier(role)))


@pytest.mark.usefixtures("_well")
@pytest.mark.parametrize("happens", [readonly, without_room])
def test_readyz_names_a_database_that_takes_nothing_more(
    happens: Callable[[psycopg.Connection[Any], str], None],
    superuser: psycopg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    role = connection.settings_dict["USER"]
    monkeypatch.setattr(health, "_written_at", -math.inf)
    try:
        happens(superuser, role)
        connection.close()
        assert told() == without("writes")
    finally:
        superuser.execute(sql.SQL("ALTER ROLE {} RESET ALL").format(sql.Identifier(role)))
        connection.close()
    assert told() == (200, ALL_WELL)


@pytest.mark.usefixtures("_well")
def test_readyz_writes_at_most_every_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1000.0
    monkeypatch.setattr(health, "_written_at", -math.inf)
    monkeypatch.setattr(health, "now", lambda: at)
    written = Tally.objects.filter(name=figures.READINESS)
    before = sum(row.value for row in written)
    for _ in range(3):
        told()
    assert sum(row.value for row in written.all()) == before + 1
    at += health.WRITE_SECONDS
    told()
    assert sum(row.value for row in written.all()) == before + 2


def test_readyz_says_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis+socket:///nowhere/redis.sock")
    assert int(Client().get("/readyz").headers["Retry-After"]) > 0
