import os
from pathlib import Path

import pytest
from celery.worker import state
from pytest_django import Settings

from config import pulse
from config.beat import Scheduler
from config.celery import app
from config.environment.mail import TIMEOUT_SECONDS
from config.pulse import OfWorker
from games.matches.background import due
from games.matches.background.due import DueTasks
from games.matches.notices import courier, mailer
from games.matches.notices.delivery import smtp

PROCESSES = 2


class Task:
    """One that a worker has taken from the broker."""

    name = "send_webhooks"


@pytest.fixture
def file(tmp_path: Path, settings: Settings) -> Path:
    settings.PULSE_FILE = str(tmp_path / "pulse")
    return tmp_path / "pulse"


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> tuple[set[object], set[object]]:
    """Those taken, and those of them that have begun."""
    taken: set[object] = set()
    begun: set[object] = set()
    monkeypatch.setattr(state, "reserved_requests", taken)
    monkeypatch.setattr(state, "active_requests", begun)
    return taken, begun


@pytest.fixture
def worker() -> OfWorker:
    # Celery's own `__init__` of a step asks nothing of the worker.
    return OfWorker(app)


def shows(worker: OfWorker, file: Path, now: float | None = None) -> bool:
    """Whether the next look is a sign of life."""
    file.unlink(missing_ok=True)
    worker.look(PROCESSES, now)
    return file.exists()


def test_an_idle_worker_gives_signs_and_one_whose_tasks_run_long(
    worker: OfWorker, file: Path, tasks: tuple[set[object], set[object]]
) -> None:
    taken, begun = tasks
    assert [shows(worker, file) for _ in range(3)] == [True] * 3
    long = Task()
    taken.add(long)
    begun.add(long)
    assert [shows(worker, file) for _ in range(20)] == [True] * 20


def test_one_whose_idle_process_begins_nothing_gives_none_until_it_does(
    worker: OfWorker, file: Path, tasks: tuple[set[object], set[object]]
) -> None:
    taken, begun = tasks
    handed = Task()
    taken.add(handed)
    assert [shows(worker, file) for _ in range(3)] == [True, False, False]
    begun.add(handed)
    assert shows(worker, file)


def test_one_that_takes_and_begins_a_task_between_two_looks_gives_signs(
    worker: OfWorker, file: Path, tasks: tuple[set[object], set[object]]
) -> None:
    taken, _ = tasks
    for _ in range(5):
        taken.clear()
        taken.add(Task())
        assert shows(worker, file)


def test_one_whose_processes_are_all_at_work_gives_signs_while_a_task_that_came_due_waits(
    worker: OfWorker, file: Path, tasks: tuple[set[object], set[object]]
) -> None:
    taken, begun = tasks
    begun |= {Task() for _ in range(PROCESSES)}
    taken |= begun | {Task()}
    assert [shows(worker, file) for _ in range(3)] == [True] * 3


def test_one_with_a_task_that_no_time_limit_has_ended_gives_none_until_it_ends(
    worker: OfWorker, file: Path, tasks: tuple[set[object], set[object]]
) -> None:
    _, begun = tasks
    hung, begins = Task(), 1_000.0
    begun.add(hung)
    assert shows(worker, file, begins)
    # Others come and go meanwhile, as they do in a process of threads.
    begun.add(Task())
    ends = begins + pulse.HUNG_SECONDS
    assert shows(worker, file, ends)
    assert [shows(worker, file, ends + seconds) for seconds in (1, 6)] == [False, False]
    begun.discard(hung)
    assert shows(worker, file, ends + 11)


def test_a_task_that_runs_as_long_as_its_limits_let_it_is_none_that_hangs() -> None:
    assert app.conf.task_time_limit < pulse.HUNG_SECONDS
    # A run of a lane in a process of threads, which has no limits, and the last of its calls.
    assert 2 * courier.RUN_SECONDS + courier.LEASE.seconds < pulse.HUNG_SECONDS
    assert pulse.HUNG_SECONDS > mailer.RUN_SECONDS + TIMEOUT_SECONDS + smtp.ALL_SECONDS


def test_each_round_of_beat_is_a_sign(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(due, "look", lambda: DueTasks(tasks=frozenset(), next_clock=None))
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, producer: None)
    monkeypatch.setattr(Scheduler, "producer", None)
    monkeypatch.setattr(Scheduler, "_waiting", lambda self, queue: 0)
    assert Scheduler(app, lazy=True).tick() <= pulse.PULSE_SECONDS
    assert file.exists()


def test_without_a_file_and_where_none_can_be_made_no_sign_is_given_and_nothing_fails(
    file: Path, settings: Settings
) -> None:
    settings.PULSE_FILE = os.fspath(file / "nowhere")
    pulse.give()
    settings.PULSE_FILE = ""
    pulse.give()
    assert not file.exists()
