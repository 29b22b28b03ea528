import json
import os
import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now
from django.test import Client, RequestFactory

from config.celery import app
from config.health import CHECKS, readyz
from events import outbox
from events.store import new_id
from games.matches import figures
from games.matches.models.service import Deadline, Heartbeat

ALL_WELL = dict.fromkeys(("status", *CHECKS), "ok")


@pytest.fixture
def _well() -> Iterator[None]:
    """As where all workers run and nothing waits."""
    while outbox.relay(["nobody"]):
        pass
    Deadline.objects.filter(due_at__lt=Now()).delete()
    for name in (figures.WORKER, figures.CLOCK, figures.COURIER):
        figures.beat(name)
    yield
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
        assert told() == without("database", "roles", "worker", "clock", "courier", "outbox", "deadlines")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What has called in place of the database, where every connection is closed at once."""
    came: list[object] = []

    class HangUp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            came.append(self.client_address)

    connection.close()
    with socketserver.TCPServer(("127.0.0.1", 0), HangUp) as server, monkeypatch.context() as patch:
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
    assert (503, body) == without("database", "roles", "worker", "clock", "courier", "outbox", "deadlines")
    assert len(calls) == 2 * for_one > 0


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_missing_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis+socket:///nowhere/redis.sock")
    assert told() == without("broker")


@pytest.mark.usefixtures("_well")
def test_readyz_names_a_role_that_may_change_history(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    owner = urlsplit(os.environ["DATABASE_OWNER_URL"]).username
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "USER", owner)
        assert told() == without("roles")
        connection.close()


def worker_stops() -> None:
    Heartbeat.objects.filter(name="worker").update(at=Now() - timedelta(seconds=20))


def clock_stops() -> None:
    Heartbeat.objects.filter(name="clock").update(at=Now() - timedelta(seconds=20))


def courier_never_came() -> None:
    Heartbeat.objects.filter(name="courier").delete()


def clock_is_late() -> None:
    Deadline.objects.create(match_id=new_id(), version=1, due_at=Now() - timedelta(seconds=40))


@pytest.mark.usefixtures("_well")
@pytest.mark.parametrize(
    ("happens", "named"),
    [
        (worker_stops, "worker"),
        (clock_stops, "clock"),
        (courier_never_came, "courier"),
        (clock_is_late, "deadlines"),
    ],
)
def test_readyz_names_what_has_stopped(happens: Callable[[], None], named: str) -> None:
    happens()
    assert told() == without(named)
    Deadline.objects.filter(due_at__lt=Now()).delete()


@pytest.mark.usefixtures("_well")
def test_readyz_names_an_outbox_that_nobody_empties(superuser: psycopg.Connection[Any]) -> None:
    superuser.execute("INSERT INTO outbox VALUES (%s, 1, now() - interval '20 seconds')", [new_id()])
    assert told() == without("outbox")
    superuser.execute("DELETE FROM outbox")


@pytest.mark.usefixtures("_well")
def test_a_heartbeat_is_written_at_most_every_two_seconds() -> None:
    before = Heartbeat.objects.get(name="worker").at
    figures.beat("worker")
    assert Heartbeat.objects.get(name="worker").at == before
    worker_stops()
    figures.beat("worker")
    assert Heartbeat.objects.get(name="worker").at > before
