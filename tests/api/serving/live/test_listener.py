"""What a live process is told, over the one connection that listens."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from pytest_django import Settings

from api.serving.live import listener
from config.environment.databases import listen_url
from events import outbox
from games.matches.models.service import Heartbeat
from games.matches.status import figures
from tests.support.asserting import until
from tests.support.streaming import Running

SECONDS = 60.0
URL = os.environ["DATABASE_URL"]


class Heard:
    """What was told to a listener, in order: `on` once it listens, `echo`, ids of matches."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def until(self, *last: str) -> None:
        await until(lambda: self.told[-len(last) :] == list(last), SECONDS)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "RECONNECT_SECONDS", 0.02)


def listening(work: Callable[[Heard], Coroutine[Any, Any, None]]) -> None:
    """Do something while a listener listens."""

    async def both() -> None:
        heard = Heard()
        told = heard.told.append
        task = asyncio.create_task(listener.listen(lambda match, _: told(match or "on"), lambda: told("echo")))
        try:
            await work(heard)
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    asyncio.run(both())


def tell(payload: str) -> None:
    with psycopg.connect(URL, autocommit=True) as other:
        other.execute("SELECT pg_notify(%s, %s)", [outbox.CHANNEL, payload])


def test_of_all_that_the_url_says_nothing_is_lost_to_the_connection_that_listens() -> None:
    url = "host=a,b port=1,2 sslmode=verify-full sslrootcert=/ca.pem connect_timeout=2 target_session_attrs=primary"
    url += " keepalives_idle=5"
    assert conninfo_to_dict(listen_url(url)) == conninfo_to_dict(url)


def test_unless_told_a_listener_waits_some_seconds_for_a_server_and_takes_the_one_that_can_be_written_to() -> None:
    told = conninfo_to_dict(listen_url("postgresql://service@a,b/games"))
    assert (told["host"], told["connect_timeout"], told["target_session_attrs"]) == ("a,b", "5", "read-write")
    with pytest.raises(psycopg.ProgrammingError):
        listen_url("postgresql://service@a/games?no_such_option=1")


def test_a_listener_passes_a_host_that_is_away_and_waits_for_a_server_that_can_be_written_to(
    settings: Settings, superuser: psycopg.Connection[Any], caplog: pytest.LogCaptureFixture
) -> None:
    parts = conninfo_to_dict(URL)
    settings.LISTEN_URL = listen_url(make_conninfo("", **{**parts, "host": f"/nowhere,{parts['host']}"}))
    role = sql.Identifier(str(parts["user"]))
    again = sql.SQL("ALTER ROLE {} RESET default_transaction_read_only").format(role)

    async def switch(heard: Heard) -> None:
        await until(lambda: "cut off" in caplog.text, SECONDS)
        assert heard.told == []
        superuser.execute(again)
        await heard.until("on")
        tell("a-match 7")
        await heard.until("on", "a-match")
        # The leader goes, and with it the connection.
        query = f'LISTEN "{outbox.ECHO}"'
        superuser.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = %s", [query])
        await heard.until("a-match", "on")

    # As a standby looks to those who come in.
    superuser.execute(sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(role))
    try:
        listening(switch)
    finally:
        superuser.execute(again)


def test_a_server_that_refuses_to_listen_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = [psycopg.errors.ReadOnlySqlTransaction("cannot execute LISTEN during recovery")]
    listens = listener._listen_on_one_connection

    async def refused_once(*given: Any) -> None:
        if refusals:
            raise refusals.pop()
        await listens(*given)

    monkeypatch.setattr(listener, "_listen_on_one_connection", refused_once)
    listening(lambda heard: heard.until("on"))


def test_a_listener_that_hears_nothing_of_what_is_said_to_it_names_the_url_and_connects_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(listener, "DEAF_SECONDS", 0.05)
    listening(lambda heard: heard.until("on", "on"))
    assert "DATABASE_LISTEN_URL" in caplog.text


def test_a_live_process_says_something_to_itself_and_notes_that_it_was_heard() -> None:
    heard = Heartbeat.objects.filter(name=figures.LISTENING)
    heard.delete()
    with Running.started(listens=True) as running:
        running.until(heard.exists)
    heard.delete()
