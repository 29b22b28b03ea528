"""Is an append by one function as cheap as by one statement? Processor time of the server on both, by turns.

On a plain server both roads are measured there: the statement that it takes, and the function that Citus takes. On
Citus (`DATABASE_URL` and the others name a distributed store) it is the function, on the coordinator's and the nodes'
sessions together. Times are those of the sessions' processes, so that it does not matter what else the machine does.
"""

import os
import time
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import psycopg
from django.db import connection

from bench import figures
from bench.store.appends import DRAFT, SETTLED
from events import sharding, store
from events.store import EMPTY, Command, Head, append, new_id

ROUNDS, APPENDS, EVENTS = 12, 1000, (1, 3)
STATEMENT, FUNCTION = "statement", "function"
AT = datetime(2026, 11, 21, tzinfo=UTC)
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    figures.server()
    roads = (FUNCTION,) if sharding.is_distributed() else (STATEMENT, FUNCTION)
    if STATEMENT in roads:
        with psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True) as owner:
            owner.execute(sharding.APPEND_FUNCTION.encode())
    with connection.cursor() as cursor:
        # The wait for the disk costs the same on both, and more than all else.
        cursor.execute("SET synchronous_commit TO off")
    found: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for number in range(ROUNDS + 1):
        for road in roads:
            for events in EVENTS:
                spent = _spent(road, events)
                # The first round prepares.
                if number:
                    found[road, events].append(spent)
    print(f"µs of processor time of the server for an append: median of {ROUNDS} rounds (least to most).\n")
    figures.heading("road", *(f"{events} events" for events in EVENTS))
    for road in roads:
        figures.row(road, *(figures.spread(found[road, events], 0) for events in EVENTS))
    if len(roads) > 1:
        times = [figures.ratios(found[FUNCTION, events], found[STATEMENT, events]) for events in EVENTS]
        figures.row("function, times the statement", *times)


def _spent(road: str, events: int) -> float:
    """Microseconds an append, over many of one match."""
    match, head = new_id(), EMPTY
    drafts = [DRAFT, *[SETTLED] * (events - 1)]
    before: Mapping[int, int] = {}
    with patch.object(store, "is_distributed", lambda: road == FUNCTION):
        for number in range(APPENDS + 1):
            if number == 1:
                before = _ticks()
            command = Command(actor="alice", key=f"key-{number}", request_hash=bytes(32))
            written = append(match, expected=head, at=AT, drafts=drafts, command=command)
            head = Head(written[-1].version, written[-1].hash)
    # What a session has used is noted when it rests.
    time.sleep(0.05)
    after = _ticks()
    return sum(spent - before.get(pid, 0) for pid, spent in after.items()) / TICKS / APPENDS * 1e6


def _ticks() -> dict[int, int]:
    """By process what the sessions of the service's role have used, on this machine."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]
        if not sharding.is_distributed():
            return {own: _ticks_of(own)}
        cursor.execute(
            "SELECT result FROM run_command_on_workers("
            "$$SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE usename = current_user$$)"
        )
        pids = {own, *(int(pid) for (found,) in cursor.fetchall() for pid in found.split())}
    return {pid: _ticks_of(pid) for pid in pids}


def _ticks_of(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])
