"""Calls through PgBouncer in transaction mode, where this machine has one: four callers share two connections."""

import asyncio
import os
import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.db import connection
from pytest_django import Settings

from api.serving.live import listener
from config.environment.databases import database, listen_url
from config.local_stack import postgres
from events import outbox
from tests.config.conftest import reachable_folder
from tests.failover.pooler import SETTING, Pooler
from tests.failover.pooler import prepares as pooler_prepares
from tests.support.cast import Person, match_of, person, random_move

PROGRAM = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
SECONDS = 60.0
pytestmark = pytest.mark.skipif(
    not Path(PROGRAM).exists(), reason="there is no PgBouncer here (apt-get install pgbouncer)"
)


@pytest.fixture(scope="module", params=[False, True], ids=["without prepared statements", "with them"])
def prepares(request: pytest.FixtureRequest) -> bool:
    """Whether statements are prepared, which PgBouncer keeps apart since 1.22."""
    if request.param and not pooler_prepares(PROGRAM):
        pytest.skip("this PgBouncer keeps no prepared statements apart")
    return bool(request.param)


@pytest.fixture(scope="module")
def pooler(prepares: bool) -> Iterator[str]:
    """The URL of the service's role at a pooler of two connections."""
    url = urlsplit(os.environ["DATABASE_URL"])
    user, password, database = url.username or "", unquote(url.password or ""), url.path.strip("/")
    with reachable_folder() as folder:
        one = Pooler(PROGRAM, folder / "pooler", Path(parse_qs(url.query)["host"][0]), {user: password})
        one.change("default_pool_size = 40", "default_pool_size = 2")
        if not prepares:
            one.change(SETTING, "")
        one.start()
        try:
            yield postgres.url(one.sockets, user, password, database)
        finally:
            one.stop()


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
        task = asyncio.create_task(listener.listen(lambda *_: None, lambda: None))
        # By chance one comes through while the session is its own.
        async with asyncio.timeout(SECONDS):
            while "DATABASE_LISTEN_URL" not in caplog.text:
                await asyncio.to_thread(echo)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(listens())
    assert "DATABASE_LISTEN_URL" in caplog.text


def test_the_setting_reaches_every_statement_of_the_service() -> None:
    entry: dict[str, Any] = database("postgresql://service@pooler/games", prepares=False)
    assert entry["OPTIONS"]["prepare_threshold"] is None
