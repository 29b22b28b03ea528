"""Faults of the service that strike while a kernel computes: the match is healthy, and is never set aside."""

import errno
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import psycopg
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError

from games import registry
from games.matches import tasks
from games.matches.audit import audits
from games.matches.autoplay import deadlines, timeouts
from games.matches.background import consumers
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import Audit, Deadline, Quarantine
from games.matches.notices import writer
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.presentation import views
from games.matches.stream import loading
from games.matches.stream.loading import load
from tests.support.cast import RPW, legal, match_of, new_match, person

Strike = Callable[[str, Exception], None]
CLOCK = {"mode": "per_move", "seconds": 5}


def kernel(**doors: Any) -> Any:
    return {RPW: {"1": replace(registry.GAMES[RPW]["1"], **doors)}}


@pytest.fixture
def strike() -> Iterator[Strike]:
    """Lets a fault strike in the middle of one of the kernel's doors, whenever it is gone through."""

    def put(door: str, fault: Exception) -> None:
        within = getattr(registry.GAMES[RPW]["1"], door)

        def struck(*args: Any) -> Any:
            within(*args)
            raise fault

        patch.setattr(registry, "GAMES", kernel(**{door: struck}))
        loading.recent.clear()

    with pytest.MonkeyPatch.context() as patch:
        yield put


@pytest.fixture
def match_id() -> str:
    return match_of(person("Alice"), person("Bob"), person("Carol"), clock=CLOCK)


def is_set_aside(match_id: str) -> bool:
    return Quarantine.objects.filter(match_id=match_id).exists()


def move(match_id: str) -> Callable[[], object]:
    loaded = load(match_id)
    sent = Sent(body=legal(match_id, 0)[0])
    return lambda: submission.play(match_id, loaded.holders[0], sent, key="k")


def check(match_id: str) -> Callable[[], object]:
    loaded = load(match_id)
    sent = Sent(body=legal(match_id, 0)[0])
    return lambda: submission.check(match_id, loaded.holders[0], sent)


def timeout(match_id: str) -> Callable[[], object]:
    return lambda: timeouts.expire(match_id)


def view(match_id: str) -> Callable[[], object]:
    return lambda: views.look(load(match_id), 0).view()


def prompts(match_id: str) -> Callable[[], object]:
    return lambda: load(match_id).match.prompts


def listing(match_id: str) -> Callable[[], object]:
    return lambda: listings.project_listings([match_id])


def deadline(match_id: str) -> Callable[[], object]:
    return lambda: deadlines.project_deadlines([match_id])


def notices(match_id: str) -> Callable[[], object]:
    return lambda: writer.tell_now(match_id)


def audit(match_id: str) -> Callable[[], object]:
    move(match_id)()
    return lambda: audits.examine(match_id)


CALLS = [
    (move, "decide"),
    (move, "evolve"),
    (check, "decide"),
    (timeout, "decide"),
    (timeout, "prompts"),
    (view, "view"),
    (view, "evolve"),
    (prompts, "prompts"),
    (listing, "evolve"),
    (listing, "prompts"),
    (deadline, "prompts"),
    (notices, "prompts"),
    (audit, "decide"),
    (audit, "evolve"),
]


@pytest.mark.parametrize(("call", "door"), CALLS, ids=lambda given: getattr(given, "__name__", given))
def test_a_soft_time_limit_in_the_kernel_ends_the_task_and_leaves_the_match_alone(
    match_id: str, strike: Strike, later: Callable[[float], None], call: Any, door: str
) -> None:
    prepared = call(match_id)
    if call is timeout:
        later(6)
    strike(door, SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        prepared()
    assert not is_set_aside(match_id)
    assert not Audit.objects.filter(match_id=match_id, failed=True).exists()


def test_a_soft_time_limit_while_a_bot_thinks_leaves_the_match_alone(
    strike: Strike, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    for _ in range(2):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="random", key=None)
    strike("view", SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        timeouts.expire(match_id)
    assert not is_set_aside(match_id)


def test_a_soft_time_limit_at_the_start_leaves_the_match_alone(strike: Strike) -> None:
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    strike("start", SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        lobby.join(match_id, person("Carol").id, SeatWish(), key=None)
    assert not is_set_aside(match_id)


FAULTS = [
    OperationalError("the connection is lost"),
    psycopg.OperationalError("the connection is lost"),
    ConnectionResetError(),
    BrokenPipeError(),
    OSError(errno.EMFILE, "Too many open files"),
    MemoryError(),
    ImportError(),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__qualname__)
def test_what_comes_from_outside_is_answered_with_503_and_leaves_the_match_alone(
    match_id: str, strike: Strike, fault: Exception
) -> None:
    sent, alice = legal(match_id, 0)[0], person("Alice")
    for door, path in (("view", "/view"), ("prompts", "/prompts"), ("evolve", "")):
        strike(door, fault)
        answer = alice.get(f"/matches/{match_id}{path}")
        assert (answer.status_code, answer.json()["code"]) == (503, "temporarily_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
    strike("decide", fault)
    with suppress(Exception):
        submission.play(match_id, load(match_id).holders[0], Sent(body=sent), key=None)
    assert not is_set_aside(match_id)


def test_what_comes_from_outside_is_known_beneath_what_the_kernel_makes_of_it(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrapped(*_: Any) -> Any:
        try:
            raise SoftTimeLimitExceeded
        except Exception as error:
            raise ValueError("a word") from error

    monkeypatch.setattr(registry, "GAMES", kernel(view=wrapped))
    with pytest.raises(SoftTimeLimitExceeded):
        views.look(load(match_id), 0).view()
    assert not is_set_aside(match_id)


def test_an_error_that_is_being_handled_outside_the_kernel_excuses_nothing(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(registry, "GAMES", kernel(view=broken))
    try:
        raise OperationalError
    except OperationalError:
        with suppress(Exception):
            views.look(load(match_id), 0).view()
    assert is_set_aside(match_id)


def test_a_kernel_that_fails_once_and_not_again_was_not_the_kernel(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails, inner = iter([True]), registry.GAMES[RPW]["1"].view

    def once(*args: Any) -> Any:
        if next(fails, False):
            raise RuntimeError("dictionary changed size during iteration")
        return inner(*args)

    monkeypatch.setattr(registry, "GAMES", kernel(view=once))
    assert views.look(load(match_id), 0).view()["game"] is not None
    assert not is_set_aside(match_id)


@pytest.mark.parametrize("error", [ZeroDivisionError(), RecursionError(), AssertionError(), KeyError("x")])
def test_a_kernel_that_fails_each_time_is_set_aside(match_id: str, strike: Strike, error: Exception) -> None:
    strike("view", error)
    with suppress(Exception):
        views.look(load(match_id), 0).view()
    assert is_set_aside(match_id)


def test_a_soft_time_limit_ends_a_sweep_and_the_match_stays_due(
    match_id: str, strike: Strike, superuser: psycopg.Connection[Any]
) -> None:
    deadlines.project_deadlines([match_id])
    superuser.execute("UPDATE matches_deadline SET due_at = 'epoch' WHERE match_id = %s", [match_id])
    strike("evolve", SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.sweep_deadlines()
    assert Deadline.objects.filter(match_id=match_id).exists()
    assert not is_set_aside(match_id)


def test_a_soft_time_limit_ends_a_reminder_and_an_audit(match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(*_: Any) -> Any:
        raise SoftTimeLimitExceeded

    with monkeypatch.context() as patch:
        patch.setattr(writer, "to_remind", lambda: [match_id])
        patch.setattr(writer, "tell_now", struck)
        patch.setattr(audits, "longest_unseen", lambda _: [match_id])
        patch.setattr(audits, "examine", struck)
        for task in (tasks.remind, tasks.audit_sample):
            with pytest.raises(SoftTimeLimitExceeded):
                task()


@pytest.fixture
def outbox_alone(superuser: psycopg.Connection[Any]) -> Iterator[None]:
    superuser.execute("DELETE FROM outbox")
    superuser.execute("DELETE FROM delivery")
    yield
    superuser.execute("DELETE FROM delivery")


@pytest.mark.usefixtures("outbox_alone")
def test_a_soft_time_limit_ends_a_delivery_and_counts_as_no_failure_of_the_match(
    strike: Strike, superuser: psycopg.Connection[Any]
) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"), clock=CLOCK)
    tasks.relay()
    strike("evolve", SoftTimeLimitExceeded())
    with pytest.raises(SoftTimeLimitExceeded):
        consumers.catch_up(listings.LISTINGS)
    counted = superuser.execute("SELECT max(attempts) FROM delivery WHERE match_id = %s", [match_id]).fetchone()
    assert counted == (0,)
