import psycopg
import pytest

from events.store import new_id
from games.matches import consumers, tasks


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


@pytest.mark.usefixtures("backlog")
def test_the_relay_goes_on_until_no_news_is_left_so_that_nobody_s_waits_behind_that_of_bots(
    superuser: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "CLOCK_SECONDS", 3_600.0)
    assert tasks.relay() >= 50
    assert waiting(superuser) == 0


@pytest.mark.usefixtures("backlog")
def test_a_task_of_the_clocks_ends_after_the_batch_in_which_its_time_is_up(
    superuser: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "CLOCK_SECONDS", -1.0)
    assert tasks.relay() == 2
    monkeypatch.setattr(tasks, "CLOCK_SECONDS", 3_600.0)
    tasks.relay()
