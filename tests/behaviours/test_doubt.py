"""A commit whose wait for the synchronous standby is cut off: PostgreSQL calls it success, and nobody may believe it.

The suite's server waits here for a standby that there is not, until somebody ends the wait.
"""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Event
from typing import Any, LiteralString

import psycopg
import pytest
from django.db import connection, transaction
from django.test import Client

from api.http.response_tally import tally
from api.serving.handler.handler import kept_connection
from config.health import STANDBY_SECONDS
from events import hints, outbox, store
from events.outages import InDoubt
from events.patience import KNOWN_SECONDS, LONGEST_SECONDS, SHORT_SECONDS, patience
from games.matches.accounts.seen import seen
from games.matches.background.consumers import CONSUMERS
from games.matches.quotas import tally as quotas
from games.matches.status import figures
from games.matches.stream.loading import load
from tests.support.asserting import wait_until
from tests.support.cast import Person, legal, match_of, person

SECONDS = 60.0
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
IDLE = "SELECT pid FROM pg_stat_activity WHERE state = 'idle'"


class Server:
    """The suite's server, as its superuser sees it."""

    def __init__(self, superuser: psycopg.Connection[Any]) -> None:
        self._superuser = superuser

    def wait_for(self, standby: str) -> None:
        """From now on a commit waits for this standby; for none where it has no name."""
        self._superuser.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{standby}'")
        self._superuser.execute("SELECT pg_reload_conf()")
        # Each session reads the file in its own time, and the process that tells all sessions whether to wait too.
        self.until(lambda: self._told_to(standby))
        # That process is the checkpointer, which reads the file before it does what it is asked for.
        self._superuser.execute("CHECKPOINT")

    def sees_waiting(self, work: "Work", what: LiteralString = WAITING) -> None:
        """Come back when something that is done waits for the standby, or for what it is told to do next."""
        pid = work.pid.result(SECONDS)
        self.until(lambda: (pid,) in self._superuser.execute(what).fetchall())

    def cut_off(self, work: "Work", by: str = "pg_cancel_backend") -> None:
        """End its wait by a function of PostgreSQL, and each wait that comes after it."""
        self.sees_waiting(work)
        self._superuser.execute(f"SELECT {by}(%s)", [work.pid.result()])
        again = f"SELECT {by}(pid) FROM pg_stat_activity WHERE pid = %s AND wait_event = 'SyncRep'"
        self.until(lambda: work.outcome.done() or not self._superuser.execute(again, [work.pid.result()]))

    def _told_to(self, standby: str) -> bool:
        with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"]) as other:
            return other.execute("SHOW synchronous_standby_names").fetchone() == (standby,)

    def until(self, holds: Callable[[], bool]) -> None:
        """Come back when it holds."""
        wait_until(holds, SECONDS)


@pytest.fixture
def server(superuser: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    found = Server(superuser)
    # What the process counts besides would wait for the standby too, from a moment of its own, and be cut off in its own
    # time: then a standby is known to be away of which a test says that nothing is known.
    for counts in (tally, quotas.tally, seen):
        counts.flush()
        monkeypatch.setattr(counts, "flush", lambda: None)
    try:
        yield found
    finally:
        found.wait_for("")


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which waits are judged; no wait has been cut off yet."""
    time = [0.0]
    monkeypatch.setattr("events.patience.now", lambda: time[0])
    monkeypatch.setattr(patience, "_known_until", 0.0)
    return time


@dataclass(frozen=True)
class Work:
    """Something that is done at the same time: what it comes to, and the server's process that serves it."""

    outcome: Future[Any]
    pid: Future[int]


@contextmanager
def doing(work: Callable[[], Any]) -> Iterator[Work]:
    """Something that is done at the same time, over a connection of its own."""
    pid: Future[int] = Future()

    def done() -> Any:
        try:
            connection.ensure_connection()
            pid.set_result(connection.connection.info.backend_pid)
            return work()
        finally:
            connection.close()

    pool = ThreadPoolExecutor(1)
    try:
        yield Work(pool.submit(done), pid)
    finally:
        # What still waits is let go by the fixture.
        pool.shutdown(wait=False)


@pytest.mark.parametrize("by", ["pg_cancel_backend", "pg_terminate_backend"])
def test_a_move_whose_wait_for_the_standby_is_cut_off_is_in_doubt_until_the_standby_has_it(
    server: Server, cast: tuple[Person, ...], by: str
) -> None:
    match_id = match_of(*cast)
    while outbox.relay(list(CONSUMERS)):
        pass
    head, sent = load(match_id).match.head.version, legal(match_id, 0)[0]

    def move() -> Any:
        return cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k")

    server.wait_for("nobody")
    with doing(move) as first:
        server.cut_off(first, by)
        answer = first.outcome.result(SECONDS)
    assert (answer.status_code, answer.json()["code"]) == (503, "outcome_unknown")
    assert int(answer.headers["Retry-After"]) > 0
    # It is on this server alone.
    assert load(match_id).match.head.version == head + 1
    with doing(move) as repeated:
        server.cut_off(repeated)
        assert repeated.outcome.result(SECONDS).json()["code"] == "outcome_unknown"
    with doing(move) as repeated:
        server.sees_waiting(repeated)
        assert not repeated.outcome.done()
        server.wait_for("")
        again = repeated.outcome.result(SECONDS)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert load(match_id).match.head.version == head + 1


def test_a_wait_for_the_standby_holds_no_thread_for_ever_and_none_for_long_while_it_is_known_to_be_away(
    server: Server, cast: tuple[Person, ...], clock: list[float]
) -> None:
    match_id = match_of(*cast)
    head, sent = load(match_id).match.head.version, legal(match_id, 0)[0]

    def move() -> Any:
        return cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k")

    def pass_by(work: Work, seconds: float) -> None:
        server.sees_waiting(work)
        clock[0] += seconds
        patience.end_long()

    server.wait_for("nobody")
    for seconds in (LONGEST_SECONDS, SHORT_SECONDS):
        with doing(move) as waiting:
            pass_by(waiting, seconds / 2)
            pass_by(waiting, seconds / 2)
            assert waiting.outcome.result(SECONDS).json()["code"] == "outcome_unknown"
    clock[0] += KNOWN_SECONDS
    with doing(move) as waiting:
        pass_by(waiting, SHORT_SECONDS)
        server.sees_waiting(waiting)
        server.wait_for("")
        again = waiting.outcome.result(SECONDS)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert load(match_id).match.head.version == head + 1


def test_a_call_that_waits_more_than_once_waits_no_longer_for_all_of_it(server: Server, clock: list[float]) -> None:
    goes_on = Event()

    def call() -> None:
        with kept_connection():
            store.confirm()
            goes_on.wait(SECONDS)
            store.confirm()

    server.wait_for("nobody")
    with doing(call) as waiting:
        server.sees_waiting(waiting)
        clock[0] += LONGEST_SECONDS - 1
        patience.end_long()
        server.wait_for("")
        server.sees_waiting(waiting, IDLE)
        server.wait_for("nobody")
        goes_on.set()
        server.sees_waiting(waiting)
        clock[0] += 1
        patience.end_long()
        with pytest.raises(InDoubt):
            waiting.outcome.result(SECONDS)


def _later(clock: list[float]) -> bool:
    """Let pass as much time as a wait has while the standby is known to be away."""
    clock[0] += SHORT_SECONDS
    patience.end_long()
    return False


def test_readiness_waits_for_the_standby_no_longer_than_a_prober_does(
    server: Server, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only its own patience may come to an end.
    monkeypatch.setattr("events.patience.LONGEST_SECONDS", math.inf)
    monkeypatch.setattr("config.health._written_at", -math.inf)
    server.wait_for("nobody")
    with doing(lambda: Client().get("/readyz")) as asked:
        server.sees_waiting(asked)
        clock[0] = STANDBY_SECONDS
        patience.end_long()
        # What is counted of calls is written too, by the call itself.
        server.until(lambda: _later(clock) or asked.outcome.done())
        answer = asked.outcome.result()
    assert (answer.status_code, answer.json()["writes"]) == (503, "unavailable")


def test_nobody_is_told_of_what_the_standby_does_not_have(
    server: Server, cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = match_of(*cast)
    hinted: list[str] = []
    monkeypatch.setattr(hints.hints, "give", lambda match, version: hinted.append(match))
    sent = legal(match_id, 0)[0]
    # What other tests have left would fill the batch.
    while outbox.relay(list(CONSUMERS)):
        pass
    server.wait_for("nobody")
    with doing(lambda: cast[0].post(f"/matches/{match_id}/moves", sent)) as move:
        server.cut_off(move)
        assert move.outcome.result(SECONDS).status_code == 503
    assert hinted == []
    announced = hints.announcement(match_id, load(match_id).match.head.version)
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as listening:
        listening.execute(f'LISTEN "{outbox.CHANNEL}"')
        with doing(lambda: outbox.relay(list(CONSUMERS))) as relay:
            server.sees_waiting(relay)
            assert list(listening.notifies(timeout=0)) == []
            server.wait_for("")
            assert relay.outcome.result(SECONDS) > 0
        server.until(lambda: announced in [notice.payload for notice in listening.notifies(timeout=0.1)])


def test_a_hint_waits_for_no_standby(server: Server) -> None:
    server.wait_for("nobody")
    with doing(lambda: hints.send({store.new_id(): 1})) as sending:
        assert sending.outcome.result(SECONDS)


def test_any_statement_and_any_transaction_is_in_doubt_whose_wait_is_cut_off(server: Server) -> None:
    def together() -> None:
        with transaction.atomic():
            figures.add({("doubt", "together"): 1})

    server.wait_for("nobody")
    for work in (lambda: figures.add({("doubt", "alone"): 1}), together):
        with doing(work) as done:
            server.cut_off(done)
            assert isinstance(done.outcome.exception(SECONDS), InDoubt)
    server.wait_for("")
    # The doubt is about that statement alone.
    figures.add({("doubt", "alone"): 1})
