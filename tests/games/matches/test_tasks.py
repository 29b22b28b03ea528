import time
from types import SimpleNamespace

import psycopg
import pytest

from config.celery import app
from events.store import new_id
from games.matches import tasks
from games.matches.background import consumers


@pytest.fixture
def backlog(superuser: psycopg.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """News of fifty matches, as bots leave it, handed on by twos to nobody."""
    monkeypatch.setattr(consumers, "CONSUMERS", {})
    monkeypatch.setattr(tasks, "RELAYED_AT_ONCE", 2)
    for _ in range(50):
        superuser.execute("INSERT INTO outbox VALUES (%s, 1, now() - interval '1 day')", [new_id()])


def waiting(superuser: psycopg.Connection) -> int:
    ((count,),) = superuser.execute("SELECT count(*) FROM outbox").fetchall()
    return int(count)


def clock(pauses: list[float]) -> SimpleNamespace:
    """What the tasks know of time, without sleep; threads of other modules sleep as ever, and are not noted."""
    return SimpleNamespace(monotonic=time.monotonic, sleep=pauses.append)


@pytest.mark.usefixtures("backlog")
def test_the_relay_goes_on_until_no_news_is_left_so_that_nobody_s_waits_behind_that_of_bots(
    superuser: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "RELAY_SECONDS", 3_600.0)
    assert tasks.relay() >= 50
    assert waiting(superuser) == 0


@pytest.mark.usefixtures("backlog")
def test_the_relay_ends_after_the_batch_in_which_its_time_is_up_well_before_a_task_may_run_no_longer(
    superuser: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app.conf.task_soft_time_limit / 2 > tasks.RELAY_SECONDS
    monkeypatch.setattr(tasks, "RELAY_SECONDS", -1.0)
    assert tasks.relay() == 2
    monkeypatch.setattr(tasks, "RELAY_SECONDS", 3_600.0)
    tasks.relay()


@pytest.mark.parametrize("consumer", ["project_listings", "project_deadlines", "tell_notices"])
def test_what_catches_up_goes_on_batch_after_batch_and_lets_the_others_of_its_queue_have_their_turn(
    consumer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [*range(7)]
    monkeypatch.setattr(tasks, "LISTED_AT_ONCE", 2)
    monkeypatch.setattr(tasks, "PROJECTED_AT_ONCE", 2)
    monkeypatch.setattr(consumers, "catch_up", lambda _, limit: len([left.pop() for _ in range(min(limit, len(left)))]))
    assert getattr(tasks, consumer)() == 7
    left.extend(range(7))
    for seconds in ("LIST_SECONDS", "CLOCK_SECONDS"):
        assert getattr(tasks, seconds) <= 1
        monkeypatch.setattr(tasks, seconds, -1.0)
    assert getattr(tasks, consumer)() == 2


@pytest.mark.parametrize(("consumer", "pause"), [("project_listings", 0.3), ("project_deadlines", 0.1)])
def test_lists_wait_for_more_news_of_a_match_and_clocks_do_not(
    consumer: str, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = [1, 1, 0]
    pauses: list[float] = []
    monkeypatch.setattr(consumers, "catch_up", lambda _, limit: batches.pop(0))
    monkeypatch.setattr(tasks, "time", clock(pauses))
    assert getattr(tasks, consumer)() == 2
    assert pauses == [pause, pause]


def test_the_task_of_the_notices_never_sleeps_while_lists_wait_for_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    batches, pauses = [tasks.LISTED_AT_ONCE, 1, 1], list[float]()
    monkeypatch.setattr(consumers, "catch_up", lambda _, limit: batches.pop(0))
    monkeypatch.setattr(tasks, "time", clock(pauses))
    assert tasks.tell_notices() == tasks.LISTED_AT_ONCE + 1
    assert (batches, pauses) == ([1], [])
