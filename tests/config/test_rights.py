import os
import subprocess
import sys
from base64 import b32encode, b64encode, b85encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from config import celery, rights, surroundings
from config.local_stack import keys
from config.local_stack.stack import PROJECT
from config.rights import power, weakness
from events.randomness import new_id, new_key, new_token

WEB = ["-c", "import config.asgi"]
PAGES = ["-c", "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings_operators'; import config.asgi"]
WORKER = ["-m", "celery", "--app", "config", "worker", "--concurrency", "1", "--loglevel", "WARNING"]


def test_a_process_does_not_start_on_an_older_schema_and_says_that_one_is_newer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known = surroundings._known()
    monkeypatch.setattr(surroundings, "_known", lambda: known | {("events", "0009_later")})
    with pytest.raises(SystemExit, match="events 0009_later"):
        rights.refuse_to_start()
    monkeypatch.setattr(surroundings, "_known", lambda: known - {("events", "0001_initial")})
    rights.refuse_to_start()
    assert "newer than the code: events 0001_initial" in capsys.readouterr().err


def test_a_worker_without_a_broker_does_not_start(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = ""
    with pytest.raises(SystemExit, match="CELERY_BROKER_URL"):
        celery.refuse_to_start()


def started(command: list[str], **given: str) -> subprocess.CompletedProcess[str]:
    """A process with this environment; one that is not refused would go on for ever, or end with 0."""
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), **given}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run(
        [sys.executable, *command], cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.mark.parametrize(
    "key",
    [
        "",
        "short",
        "a" * 64,
        "ab" * 32,
        "0123456789abcdef" * 4,
        "django-insecure-" + new_token(48),
        new_token(31),
        "change me, change me, change me, change me, change me",
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "zyxwvutsrqponmlkjihgfedcba9876543210ZYXWVUTSRQ",
        "acegikmoqsuwy13579bdfhjlnprtvxz02468ACEGIKMOQ",
        "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2",
        "aabbccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvww",
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeefe",
        "".join(map(chr, range(33, 80))),
        "passwordPASSWORDpassword123passwordPassword12",
        "thisisasecretkeythisisasecretkeythisisasecretkey1",
        "deadbeefcafebabe0123456789abcdefdeadbeefcafebabe0123456789abcde0",
        "qwertyuiopasdfghjklzxcvbnm1234567890QWERTYUIOP",
    ],
)
def test_what_is_no_key_of_chance_is_known(key: str) -> None:
    assert weakness(key)


@pytest.mark.parametrize("key", [new_token(32), new_token(48), new_key(32).hex()])
def test_thirty_two_bytes_of_chance_are_enough(key: str) -> None:
    assert not weakness(key)


ALPHABETS: dict[str, Callable[[bytes], str]] = {
    "token_hex": bytes.hex,
    "token_urlsafe": lambda drawn: urlsafe_b64encode(drawn).rstrip(b"=").decode(),
    "base64": lambda drawn: b64encode(drawn).decode(),
    "base32": lambda drawn: b32encode(drawn).decode(),
    "base85": lambda drawn: b85encode(drawn + drawn[:3]).decode(),
}


@pytest.mark.parametrize("size", [32, 48, 64])
@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_no_key_of_chance_is_refused_however_it_is_written(alphabet: str, size: int) -> None:
    assert {weakness(ALPHABETS[alphabet](new_key(size))) for _ in range(200)} == {""}


def test_nor_is_one_that_make_serve_makes(tmp_path: Path) -> None:
    assert not weakness(keys.secret_key(tmp_path))


# Which keys are refused is tested above; a start takes two seconds.
@pytest.mark.parametrize(("command", "key"), [(WEB, ""), (PAGES, "a" * 64), (WORKER, "")])
def test_nothing_starts_without_a_key_of_chance(command: list[str], key: str) -> None:
    done = started(command, SECRET_KEY=key)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tabularium: SECRET_KEY is not ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("command", "variable"), [(WEB, "DATABASE_OWNER_URL"), (WORKER, "DATABASE_SUPERUSER_URL")])
def test_neither_web_nor_worker_starts_with_the_rights_of_owner_or_superuser(command: list[str], variable: str) -> None:
    done = started(command, DATABASE_URL=os.environ[variable])
    assert done.returncode == 1
    assert "owns the history" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_the_operators_pages_do_not_start_with_the_owner_s_rights() -> None:
    done = started(PAGES, DATABASE_OPERATORS_URL=os.environ["DATABASE_OWNER_URL"])
    assert done.returncode == 1
    assert "owns the history" in done.stderr


def test_the_operators_pages_say_at_their_start_that_their_role_reads_secrets_and_how_to_mend_it() -> None:
    as_before, as_now = started(PAGES, DATABASE_OPERATORS_URL=os.environ["DATABASE_URL"]), started(PAGES)
    role = connection.settings_dict["USER"]
    assert as_before.returncode == as_now.returncode == 0
    assert f"REVOKE {role} FROM {role}; ALTER ROLE {role} SET search_path = operators, public" in as_before.stderr
    assert "REVOKE" not in as_now.stderr


def test_a_database_that_is_away_keeps_nothing_from_starting() -> None:
    assert started(WEB, DATABASE_URL="postgresql://nobody@/none?host=/nowhere").returncode == 0


@pytest.fixture
def bare(superuser: psycopg.Connection[Any]) -> Iterator[str]:
    """The address of a database in which nobody has migrated, for the service's role."""
    name = f"bare_{new_id().replace('-', '_')}"
    superuser.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    finally:
        superuser.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


LIVE = ["-m", "config.live", "--host", "127.0.0.1", "--port", "0"]


@pytest.mark.parametrize("command", [WEB, WORKER, PAGES, LIVE])
def test_nothing_starts_on_a_database_without_tables(command: list[str], bare: str) -> None:
    done = started(command, DATABASE_URL=bare, DATABASE_OPERATORS_URL=bare)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "tabularium: the schema is older than the code, run the migration: the database is empty"
    )
    assert "Traceback" not in done.stderr


def test_a_database_that_does_not_let_the_service_read_what_was_migrated_keeps_it_from_starting(
    bare: str, superuser: psycopg.Connection[Any]
) -> None:
    whole = urlsplit(os.environ["DATABASE_SUPERUSER_URL"])._replace(path=urlsplit(bare).path).geturl()
    with psycopg.connect(whole) as other:
        other.execute("CREATE TABLE django_migrations (app text, name text)")
    done = started(WEB, DATABASE_URL=bare)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (
        1,
        "tabularium: the database refuses what is asked at each start: InsufficientPrivilege",
    )


def test_readiness_says_of_a_database_without_tables_that_its_schema_is_older(
    bare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", urlsplit(bare).path[1:])
    try:
        answer = Client().get("/readyz")
        assert surroundings.older_schema().startswith("the schema is older than the code")
    finally:
        connection.close()
    assert (answer.status_code, answer.json()["schema"]) == (503, "unavailable")


@pytest.mark.parametrize("command", [WEB, WORKER, LIVE])
def test_nothing_starts_where_a_handful_of_files_may_be_open(command: list[str]) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -n 600; exec "$@"', "sh", sys.executable, *command],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("tabularium: only 600 files may be open here (ulimit -n); ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("url", "hosts", "told"),
    [
        ("http://play.example.org", "play.example.org", "play.example.org"),
        ("http://192.0.2.7:8000", "192.0.2.7", "192.0.2.7"),
        # Left as it is, on a host that others reach.
        ("http://127.0.0.1:8000", "127.0.0.1,play.example.org", "play.example.org"),
        ("http://127.0.0.1:8000", "*", "*"),
        ("play.example.org", "127.0.0.1", "no host"),
        ("http://127.0.0.1:8000", "127.0.0.1,localhost,[::1]", ""),
        ("http://tabularium.localhost:8001", "tabularium.localhost", ""),
        ("http://[::1]:8000", "[::1]", ""),
        ("https://play.example.org", "play.example.org,node1.internal", ""),
    ],
)
def test_a_session_without_tls_is_told_of_but_on_loopback(url: str, hosts: str, told: str, settings: Settings) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = url, hosts.split(",")
    said = surroundings.open_cookies()
    assert (f"players come by {told}: " in said and "set PUBLIC_URL=https://" in said) if told else said == ""


def test_the_web_starts_without_tls_and_says_what_it_lacks() -> None:
    done = started(WEB, PUBLIC_URL="http://play.example.org")
    assert done.returncode == 0
    assert "tabularium: PUBLIC_URL is http://play.example.org" in done.stderr


def test_the_service_s_own_role_is_let_in_and_the_web_has_nothing_to_say_on_loopback() -> None:
    assert power() == ""
    done = started(WEB)
    assert done.returncode == 0
    assert "PUBLIC_URL" not in done.stderr


def test_what_only_looks_at_the_code_needs_no_key() -> None:
    done = started(["manage.py", "makemigrations", "--check", "--dry-run"], SECRET_KEY="")
    assert done.returncode == 0, done.stderr
