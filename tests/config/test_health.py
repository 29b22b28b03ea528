import pytest
from django.db import connection
from django.test import Client

from config.celery import app


def test_healthz_answers_as_long_as_the_process_does(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_readyz_answers_when_database_and_broker_do() -> None:
    response = Client().get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "ok", "broker": "ok"})


def test_readyz_names_a_missing_database(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "unavailable", "database": "unavailable", "broker": "ok"}


def test_readyz_names_a_missing_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_write_url", "redis+socket:///nowhere/redis.sock")
    response = Client().get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "unavailable", "database": "ok", "broker": "unavailable"}
