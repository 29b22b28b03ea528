import socket

import psycopg
import pytest
from django.db import OperationalError, connections
from django.db.backends.postgresql.base import DatabaseWrapper

from config.environment.databases import database


def test_a_url_with_a_socket_folder_names_the_folder_as_host() -> None:
    entry = database("postgresql://tabularium_service@/tabularium?host=%2Fvar%2Fmy%20data%2Frun")
    assert (entry["HOST"], entry["NAME"], entry["USER"]) == ("/var/my data/run", "tabularium", "tabularium_service")


def test_a_url_with_a_server_keeps_password_and_port() -> None:
    entry = database("postgresql://service:p%40ss@db.example:6432/games")
    assert (entry["HOST"], entry["PORT"], entry["PASSWORD"], entry["NAME"]) == ("db.example", "6432", "p@ss", "games")


def test_what_django_has_no_word_for_reaches_libpq_as_an_option() -> None:
    options = database("postgresql://service@db.example/games?sslmode=verify-full")["OPTIONS"]
    assert options == {
        "connect_timeout": 5,
        "sslmode": "verify-full",
        "server_side_binding": True,
        "prepare_threshold": 5,
    }


def test_a_server_that_never_answers_is_given_up_within_seconds_unless_told() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"postgresql://service@127.0.0.1:{silent.getsockname()[1]}/games"
        backend = DatabaseWrapper(
            connections.configure_settings({"default": database(f"{url}?connect_timeout=2")})["default"]
        )
        with pytest.raises(OperationalError, match="timeout"):
            backend.ensure_connection()
    options = database("postgresql://service@db.example/games")["OPTIONS"]
    assert isinstance(options, dict)
    assert options["connect_timeout"] == 5


def test_no_request_is_wrapped_in_a_transaction_and_connections_are_kept() -> None:
    entry = database("postgresql://service@db.example/games")
    assert (entry["ATOMIC_REQUESTS"], entry["CONN_MAX_AGE"], entry["CONN_HEALTH_CHECKS"]) == (False, None, True)


def test_a_malformed_url_is_refused() -> None:
    with pytest.raises(psycopg.ProgrammingError):
        database("postgresql://service@db.example/games?no_such_option=1")
