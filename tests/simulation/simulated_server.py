"""Sessions of the simulated PostgreSQL, and the network between: each statement may be lost before it or after it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import psycopg

from tests.simulation.modelled_statements import Answered, ModelledPostgres
from tests.simulation.shared_rows import Place, RowTransaction
from tests.simulation.virtual_time import SECOND, ProcessDied, SimulatedProcess, VirtualTime

BEGINNING = datetime(2026, 11, 28, tzinfo=UTC)
LOST = "the connection to the server was lost"


KINDS = ("asked_lost", "answer_lost", "killed_before", "killed_after", "slow", "cut")
LONGEST_CUT = 6 * SECOND


class Rates:
    """How many in a million statements meet each fault."""

    def __init__(self, **rates: int) -> None:
        self.asked_lost = rates.get("asked_lost", 0)
        self.answer_lost = rates.get("answer_lost", 0)
        self.killed_before = rates.get("killed_before", 0)
        self.killed_after = rates.get("killed_after", 0)
        self.slow = rates.get("slow", 0)
        self.cut = rates.get("cut", 0)

    @property
    def total(self) -> int:
        return sum(getattr(self, kind) for kind in KINDS)


class SimulatedServer:
    """The server, whose clock may be set, and who waits for whose lock."""

    def __init__(self, time: VirtualTime, chance: Random, rates: Rates, postgres: ModelledPostgres) -> None:
        self.time, self.chance, self.rates, self.postgres = time, chance, rates, postgres
        self.skew = timedelta()
        self.injected: dict[str, int] = {}
        self.statements = 0
        self._waiting: dict[Place, list[Callable[[], object]]] = {}
        self._waits_for: dict[RowTransaction, RowTransaction] = {}
        postgres.rows.freed = self._freed
        # Told before a statement is carried out, and by what it is told where the simulation is broken on purpose.
        self.seen: Callable[[str, Any], None] = lambda *_: None

    def now(self) -> datetime:
        return BEGINNING + timedelta(microseconds=self.time.now) + self.skew

    def fault(self) -> str | None:
        """What befalls the next statement."""
        drawn = self.chance.random() * 1_000_000
        if drawn >= self.rates.total:
            return None
        for kind in KINDS:
            drawn -= getattr(self.rates, kind)
            if drawn < 0:
                break
        self.injected[kind] = self.injected.get(kind, 0) + 1
        return kind

    def wait(self, tx: RowTransaction, place: Place) -> None:
        """Until the holder of a place is done; `DeadlockDetected` where it waits for this one."""
        task = self.time.running
        assert task is not None
        holder = self.postgres.rows.holders[place]
        at: RowTransaction | None = holder
        while at is not None:
            if at is tx:
                self.injected["deadlocks"] = self.injected.get("deadlocks", 0) + 1
                raise psycopg.errors.DeadlockDetected("each waits for the other")
            at = self._waits_for.get(at)
        self._waits_for[tx] = holder
        self.injected["waits for a lock"] = self.injected.get("waits for a lock", 0) + 1
        self._waiting.setdefault(place, []).append(task.waker())
        try:
            task.stop()
        finally:
            self._waits_for.pop(tx, None)

    def _freed(self, _: RowTransaction) -> None:
        free = [place for place in self._waiting if place not in self.postgres.rows.holders]
        for place in free:
            for wake in self._waiting.pop(place):
                wake()


class ServerSession:
    """One connection, from its process to the server."""

    def __init__(self, server: SimulatedServer, process: SimulatedProcess) -> None:
        self._server, self._process = server, process
        self._tx: RowTransaction | None = None
        self._is_failed = False
        self.is_lost = False
        process.sessions.append(self)

    def run(self, sql: str, values: Any) -> Answered:
        """Send a statement and wait for its answer."""
        fault = self._travel()
        if self._is_failed:
            raise psycopg.errors.InFailedSqlTransaction("a statement before has failed")
        server = self._server
        tx = self._tx or RowTransaction(server.postgres.rows, server.wait)
        server.statements += 1
        server.seen(sql, values)
        try:
            answered = server.postgres.run(sql, values, tx, server.now())
        except psycopg.Error:
            self._is_failed = self._tx is not None
            if self._tx is None:
                tx.end()
            raise
        except BaseException:
            tx.end()
            raise
        if self._tx is None:
            tx.commit()
        self._return(fault)
        return answered

    @property
    def transaction(self) -> RowTransaction:
        """The transaction that is under way."""
        assert self._tx is not None
        return self._tx

    def begin(self) -> None:
        """BEGIN travels with the next statement."""
        if self.is_lost:
            raise psycopg.OperationalError(LOST)
        self._tx = RowTransaction(self._server.postgres.rows, self._server.wait)

    def commit(self) -> None:
        fault = self._travel()
        tx, self._tx = self._tx, None
        if tx is not None:
            if self._is_failed:
                tx.end()
            else:
                tx.commit()
        self._is_failed = False
        self._return(fault)

    def finish(self) -> None:
        """Back to autocommit, after a commit or a rollback."""

    def roll_back(self) -> None:
        tx, self._tx, self._is_failed = self._tx, None, False
        if tx is not None:
            tx.end()

    def savepoint(self, name: str) -> None:
        self._check()
        assert self._tx is not None
        self._tx.savepoint(name)

    def back_to(self, name: str) -> None:
        self._check()
        assert self._tx is not None
        self._tx.back_to(name)
        self._is_failed = False

    def lose(self) -> None:
        """The connection breaks: the server undoes what is not committed."""
        self.is_lost = True
        self.roll_back()

    def close(self) -> None:
        self.roll_back()

    def open(self) -> None:
        self.is_lost = False

    def _check(self) -> None:
        if not self._process.is_alive:
            raise ProcessDied
        if self._server.time.now < self._process.cut_until:
            self.lose()
        if self.is_lost:
            raise psycopg.OperationalError(LOST)

    def _travel(self) -> str | None:
        """The way there; what is to happen on the way back."""
        self._check()
        server = self._server
        task = server.time.running
        fault = server.fault()
        if task is not None:
            task.sleep(100 + int(server.chance.random() * 1_900) if fault != "slow" else 1_500_000)
        if fault == "killed_before":
            self._process.kill()
        elif fault == "asked_lost":
            self.lose()
        elif fault == "cut":
            self._process.cut_until = server.time.now + int(server.chance.random() * LONGEST_CUT)
        self._check()
        return fault

    def _return(self, fault: str | None) -> None:
        if fault == "killed_after":
            self._process.kill()
        elif fault == "answer_lost":
            self.lose()
        if fault is not None:
            self._check()
