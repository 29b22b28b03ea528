from types import SimpleNamespace
from typing import Any

import celery.beat
import pytest
from django.db import DatabaseError, connection

from config import beat, pulse
from config.beat import (
    CLOCK_GAP_SECONDS,
    GAP_SECONDS,
    LOOK_SECONDS,
    NOTHING,
    QUIET_LOOK_SECONDS,
    QUIET_SECONDS,
    SIGN_SECONDS,
    SIGNS,
    Pace,
    Scheduler,
)
from config.celery import app
from config.health import LONGEST_SILENCE_SECONDS
from events.randomness import new_id
from games.matches.background import due
from games.matches.background.due import DueTasks


def found(*tasks: str, next_clock: float | None = None) -> DueTasks:
    return DueTasks(tasks=frozenset(tasks), next_clock=next_clock)


def test_a_task_is_sent_when_there_is_work_for_it_and_again_while_there_is_but_not_at_each_look() -> None:
    pace = Pace()
    pace.next(NOTHING, 0.0)
    assert pace.next(found("remind", "send_mails"), 1.0) == ["remind", "send_mails"]
    assert pace.next(found("remind"), 1.0 + GAP_SECONDS / 2) == []
    assert pace.next(found("remind"), 1.0 + GAP_SECONDS) == ["remind"]
    assert pace.next(NOTHING, 2.0) == []


def test_clocks_that_run_out_one_after_the_other_wait_for_no_look_and_no_gap_of_the_others() -> None:
    pace = Pace()
    pace.next(NOTHING, 0.0)
    assert pace.next(found(due.CLOCKS), 1.0) == [due.CLOCKS]
    assert pace.next(found(due.CLOCKS), 1.0 + CLOCK_GAP_SECONDS) == [due.CLOCKS]
    assert beat.pause(found(next_clock=0.02)) == 0.02
    assert beat.pause(found(due.CLOCKS, next_clock=-3.0)) == CLOCK_GAP_SECONDS
    assert beat.pause(found(next_clock=3600.0)) == beat.pause(NOTHING) == LOOK_SECONDS <= 0.5


def test_a_service_where_nothing_was_due_for_a_while_is_looked_at_half_as_often_until_something_is() -> None:
    assert beat.pause(NOTHING, quiet=QUIET_SECONDS - 0.1) == LOOK_SECONDS
    assert beat.pause(NOTHING, quiet=QUIET_SECONDS) == QUIET_LOOK_SECONDS <= 0.5
    assert beat.pause(found(next_clock=0.3), quiet=QUIET_SECONDS) == 0.3


def test_with_nothing_to_do_each_queue_has_a_task_every_few_seconds_so_that_silence_is_noticed() -> None:
    pace = Pace()
    assert pace.next(NOTHING, 0.0) == list(SIGNS)
    assert pace.next(NOTHING, SIGN_SECONDS / 2) == []
    assert pace.next(NOTHING, SIGN_SECONDS) == list(SIGNS)
    routed = {app.conf.task_routes.get(f"games.matches.tasks.{name}", {}).get("queue") for name in SIGNS}
    assert routed == {None, *(route["queue"] for route in app.conf.task_routes.values())}
    # Two that are lost in a row are no reason to call a worker silent.
    assert 3 * SIGN_SECONDS <= LONGEST_SILENCE_SECONDS


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What beat sends, in place of the broker, where nothing waits."""
    told: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, producer: told.append(entry.name))
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "_waiting", lambda self, queue: 0)
    return told


def test_a_worker_that_is_behind_finds_a_few_messages_none_of_which_is_too_old(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queues: dict[str, list[str]] = {}

    def send(self: Scheduler, entry: Any, producer: object) -> None:
        assert "expires" not in entry.options
        queue = app.conf.task_routes.get(entry.task, {}).get("queue", app.conf.task_default_queue)
        queues.setdefault(queue, []).append(entry.name)

    now = 0.0
    monkeypatch.setattr(beat, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(due, "look", lambda: found("project_listings", "tell_notices", "relay", due.CLOCKS))
    monkeypatch.setattr(Scheduler, "apply_entry", send)
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "_waiting", lambda self, queue: len(queues.get(queue, [])))
    scheduler = Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    for _ in range(100):
        scheduler.tick()
        now += GAP_SECONDS
    assert all(beat.MOST_WAITING <= len(waiting) <= beat.MOST_WAITING + 2 for waiting in queues.values()), queues
    assert {*queues[app.conf.task_default_queue]} == {"project_listings", "tell_notices"}
    # What a worker takes makes room for as much.
    del queues["relay"][:3]
    scheduler.tick()
    assert len(queues["relay"]) == beat.MOST_WAITING - 2


def test_what_waits_in_a_queue_is_asked_of_the_broker_also_of_one_that_is_not_there() -> None:
    scheduler = Scheduler(app=app, lazy=True)
    queue = f"test-{new_id()}"
    with app.connection_for_write() as broker:
        assert scheduler._waiting(queue) == 0
        simple = broker.SimpleQueue(queue)
        for _ in range(3):
            simple.put({})
        assert scheduler._waiting(queue) == 3
        simple.clear()
        simple.close()
    scheduler.close()


def test_a_broker_that_does_not_say_what_waits_is_asked_once_a_look_and_sent_one_message(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def gone(self: Scheduler, queue: str) -> int:
        asked.append(queue)
        raise ConnectionError

    monkeypatch.setattr(due, "look", lambda: NOTHING)
    scheduler = Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    with monkeypatch.context() as patch:
        patch.setattr(Scheduler, "_waiting", gone)
        scheduler.tick()
        assert (len(asked), sent) == (1, list(SIGNS[:1]))
    scheduler.tick()
    # What was kept back is sent as soon as there is somebody to take it.
    assert sent == list(SIGNS)


def test_beat_sends_what_is_due_and_sleeps_until_the_next_clock_runs_out(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [found("relay", "remind"), found(next_clock=0.05), NOTHING]
    monkeypatch.setattr(due, "look", lambda: looks.pop(0))
    scheduler = Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    assert scheduler.tick() == LOOK_SECONDS
    assert sorted(sent) == sorted((*SIGNS, "remind"))
    sent.clear()
    assert (scheduler.tick(), scheduler.tick(), sent) == (0.05, LOOK_SECONDS, [])


def test_the_tasks_of_the_nights_are_looked_at_and_a_sign_is_given_once_a_second(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nights, signs = list[float](), list[None]()
    now = 0.0

    def nightly(self: Scheduler) -> float:
        nights.append(now)
        return 60.0

    monkeypatch.setattr(due, "look", lambda: NOTHING)
    monkeypatch.setattr(beat, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(pulse, "give", lambda: signs.append(None))
    monkeypatch.setattr(celery.beat.Scheduler, "tick", nightly)
    scheduler = Scheduler(app=app, lazy=True)
    for now in (0.0, 0.25, 0.5, 0.75, 1.0, 1.25):  # noqa: B007 (what `monotonic` says)
        assert scheduler.tick() == QUIET_LOOK_SECONDS
    assert nights == [0.0, 1.0]
    assert len(signs) == 2


def test_without_a_database_beat_goes_on_with_its_signs_and_looks_again_over_a_new_connection(
    sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor():
        assert connection.connection is not None

    def away() -> DueTasks:
        raise DatabaseError

    monkeypatch.setattr(due, "look", away)
    scheduler = Scheduler(app=app, lazy=True)
    scheduler.setup_schedule()
    assert scheduler.tick() == QUIET_LOOK_SECONDS
    assert set(sent) == set(SIGNS)
    assert connection.connection is None


def test_a_beat_that_was_told_to_end_and_did_not_ends_at_its_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(celery.beat.Scheduler, "tick", lambda self: 1.0)
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, producer: None)
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "_waiting", lambda self, queue: 0)
    scheduler = Scheduler(app=app, lazy=True)
    assert scheduler.tick() > 0
    # As Celery's handler of SIGTERM does before it raises `SystemExit`, wherever the process is at that moment.
    scheduler.close()
    with pytest.raises(SystemExit):
        scheduler.tick()
