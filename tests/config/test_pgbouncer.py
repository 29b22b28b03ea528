"""Calls through PgBouncer in transaction mode, where this machine has one: four callers share two connections."""

import asyncio
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.db import connection
from pytest_django import Settings

from api.live import listener
from config.databases import database, listen_url
from config.local_stack import places
from events import outbox
from tests.cast import Person, match_of, person, random_move
from tests.config.conftest import reachable_folder

PROGRAM = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
PORT = "6432"
SECONDS = 60.0
CONFIGURATION = """
[databases]
* = host={server}
[pgbouncer]
listen_addr =
listen_port = {port}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 2
{more}
"""
pytestmark = pytest.mark.skipif(
    not Path(PROGRAM).exists(), reason="there is no PgBouncer here (apt-get install pgbouncer)"
)


def version() -> tuple[int, int]:
    told = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor, *_ = told.split()[1].split(".")
    return int(major), int(minor)


@pytest.fixture(scope="module", params=[False, True], ids=["without prepared statements", "with them"])
def prepares(request: pytest.FixtureRequest) -> bool:
    """Whether statements are prepared, which PgBouncer keeps apart since 1.22."""
    if request.param and version() < (1, 22):
        pytest.skip("this PgBouncer keeps no prepared statements apart")
    return bool(request.param)


@pytest.fixture(scope="module")
def pooler(prepares: bool) -> Iterator[str]:
    """The URL of the service's role at a pooler."""
    with reachable_folder() as folder:
        places.private(folder, places.servers_account())
        yield from started(folder, prepares)


def started(folder: Path, prepares: bool) -> Iterator[str]:
    url = urlsplit(os.environ["DATABASE_URL"])
    server = parse_qs(url.query)["host"][0]
    more = "max_prepared_statements = 200" if prepares else ""
    (folder / "ini").write_text(CONFIGURATION.format(server=server, port=PORT, folder=folder, more=more))
    (folder / "users").write_text(f'"{url.username}" "{unquote(url.password or "")}"\n')
    with (folder / "log").open("wb") as log:
        account = places.identity(places.servers_account())
        process = subprocess.Popen([PROGRAM, folder / "ini"], stdout=log, stderr=log, cwd="/", **account)
    try:
        end = time.monotonic() + SECONDS
        while not (folder / f".s.PGSQL.{PORT}").exists():
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end
            time.sleep(0.01)
        yield f"postgresql://{url.username}@{url.path}?host={folder}&port={PORT}"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def _pooled(pooler: str, prepares: bool, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    connection.close()
    with monkeypatch.context() as patch:
        for name, value in database(pooler, prepares=prepares).items():
            patch.setitem(connection.settings_dict, name, value)
        yield
        connection.close()


def play_a_little(seed: int) -> list[int]:
    """The statuses of a match's first calls: moves, each sent twice, and what is read after each."""
    statuses, pick = [], random.Random(seed)
    try:
        people: list[Person] = [person(name) for name in ("Alice", "Bob", "Carol")]
        match = match_of(*people)
        for number in range(6):
            found = random_move(match, people, pick)
            assert found is not None
            who, move = found
            for _ in range(2):
                answer = who.post(f"/matches/{match}/moves", move, Idempotency_Key=f"k{number}")
                statuses.append(answer.status_code)
            for path in ("view", "prompts", "events"):
                statuses.append(who.get(f"/matches/{match}/{path}").status_code)
            statuses.append(who.get("/matches?mine=true").status_code)
        return statuses
    finally:
        connection.close()


@pytest.mark.usefixtures("_pooled")
def test_callers_that_share_connections_are_answered_as_ever() -> None:
    with ThreadPoolExecutor(4) as pool:
        statuses = [status for told in pool.map(play_a_little, range(4)) for status in told]
    assert set(statuses) == {200, 201}


def echo() -> None:
    outbox.echo()
    connection.close()


def test_a_live_process_that_listens_through_it_finds_out_and_says_so(
    pooler: str, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.LISTEN_URL = listen_url(pooler)
    monkeypatch.setattr(listener, "DEAF_SECONDS", 0.2)

    async def listens() -> None:
        task = asyncio.create_task(listener.listen(lambda _: None, lambda: None))
        # By chance one comes through while the session is its own.
        async with asyncio.timeout(SECONDS):
            while "DATABASE_LISTEN_URL" not in caplog.text:
                await asyncio.to_thread(echo)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(listens())


def test_the_setting_reaches_every_statement_of_the_service() -> None:
    entry: dict[str, Any] = database("postgresql://service@pooler/games", prepares=False)
    assert entry["OPTIONS"]["prepare_threshold"] is None
