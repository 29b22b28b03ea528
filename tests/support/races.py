"""Calls that are made at the same moment."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

from django.db import connection, transaction

from games.matches.errors import Refused

# A guard against hanging; nothing is measured by it.
PATIENCE = 60


def at_once(*calls: Callable[[], object]) -> list[object]:
    """All calls from threads of their own behind one barrier; what each came to, a refusal by its class."""
    barrier = threading.Barrier(len(calls))

    def one(call: Callable[[], object]) -> object:
        barrier.wait()
        return _outcome(call)

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def _outcome(call: Callable[[], object]) -> object:
    """What a call in a thread of its own came to, a refusal by its class."""
    try:
        return call()
    except Refused as refused:
        return type(refused)
    finally:
        connection.close()


def while_held(hold: Callable[[], object], *calls: Callable[[], object]) -> list[object]:
    """What calls come to that are made while this thread holds what `hold` locks; they go on once it has let go.

    `hold` is called in a transaction, which ends when each call has come to an end or to a lock.
    """
    with ThreadPoolExecutor(len(calls)) as pool:
        with transaction.atomic():
            hold()
            made = started(pool, *calls)
        return [one.result() for one in made]


def started(pool: Executor, *calls: Callable[[], object]) -> list[Future[object]]:
    """The calls in threads of their own, each of which has come to an end or waits for a lock."""
    pids: SimpleQueue[int] = SimpleQueue()

    def one(call: Callable[[], object]) -> object:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pids.put(cursor.fetchone()[0])
        return _outcome(call)

    made = [pool.submit(one, call) for call in calls]
    backends = [pids.get(timeout=PATIENCE) for _ in calls]
    until = time.monotonic() + PATIENCE
    while not all(future.done() for future in made) and _waiting(backends) < sum(not one.done() for one in made):
        assert time.monotonic() < until, "a call neither ended nor waits for a lock"
        wait(made, timeout=0.01)
    return made


def _waiting(backends: list[int]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM unnest(%s) AS pid WHERE cardinality(pg_blocking_pids(pid)) > 0", [backends]
        )
        return int(cursor.fetchone()[0])
