"""How long do a proof and a minute's writing take on a log of a million heads, and how much room does the log take?

`python -m bench head_log [ENTRIES]`. The heads are rows of matches with one event each; the first close logs them all.
"""

import base64
import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection

from bench.scene import project
from events.statements import fetch
from games.headlog.hash_tree import root_of_inclusion
from games.matches.heads import log_reading, log_writing

ENTRIES = 1_000_000
CALLS = 2_000
DAY = datetime(2020, 1, 1, 12, tzinfo=UTC)
FILL_EVENTS = """
INSERT INTO event (match_id, version, at, type, hash, body)
SELECT md5('head ' || n)::uuid, 1, %(at)s, 'bench', sha256(n::text::bytea), '{}'
FROM generate_series(%(first)s::integer, %(last)s::integer) AS n
"""
FILL_HEADS = """
INSERT INTO match_head (match_id, version, hash, at)
SELECT md5('head ' || n)::uuid, 1, sha256(n::text::bytea), %(at)s
FROM generate_series(%(first)s::integer, %(last)s::integer) AS n
"""
TABLES = ("matches_loggedhead", "matches_logtile", "matches_logcheckpoint")


def main(wanted: str = "") -> None:
    entries = int(wanted or ENTRIES)
    settings.LOG_KEYS, settings.LOG_COSIGNATURES = [bytes(range(32))], 0
    project()
    _fill(1, entries, DAY)
    now = DAY + timedelta(days=1)
    batches, took = _writing(now)
    _say(f"first close: {entries:,} heads in {took:.1f} s, {entries / took:,.0f} a second, in {batches} pieces")
    _say(f"a minute in which nothing moved: {_milliseconds(lambda: log_writing.write(now=now), 500)}")
    _fill(entries + 1, entries + 1_000, DAY + timedelta(days=1))
    _, took = _writing(now + timedelta(days=1))
    _say(f"close of a day on which 1,000 of {entries:,} matches moved: {took * 1e3:.0f} ms")
    _proofs(entries)
    for table in TABLES:
        ((size, rows),) = fetch(f"SELECT pg_total_relation_size('{table}'), count(*) FROM {table}", ())  # noqa: S608
        _say(f"{table}: {rows:,} rows, {size / 1e6:,.1f} MB")


def _say(text: str) -> None:
    print(text, flush=True)


def _fill(first: int, last: int, at: datetime) -> None:
    with connection.cursor() as cursor:
        for fill in (FILL_EVENTS, FILL_HEADS):
            cursor.execute(fill, {"first": first, "last": last, "at": at})
        # As autovacuum does it after a while.
        cursor.execute("SELECT count(*) FROM match_head")


def _writing(now: datetime) -> tuple[int, float]:
    began, batches = time.perf_counter(), 0
    while log_writing.write(now=now):
        batches += 1
    return batches, time.perf_counter() - began


def _proofs(entries: int) -> None:
    found = log_reading.latest()
    assert found is not None
    size, pick = found.size, random.Random(7)  # noqa: S311, as good as any
    ids = [row[0] for row in fetch("SELECT match_id::text FROM match_head TABLESAMPLE system (1) LIMIT 2000", ())]

    def of_match() -> None:
        (shown,) = log_reading.of_match(pick.choice(ids), version=1, size=size)
        assert len(base64.b64encode(b"".join(shown.path))) > 0

    shown = log_reading.of_match(ids[0], version=1, size=size)[0]
    assert root_of_inclusion(b"", shown.index, size, shown.path) is not None
    _say(f"entry of a match with its proof of {len(shown.path)} hashes: {_milliseconds(of_match, CALLS)}")
    consistency = _milliseconds(lambda: log_reading.consistency(pick.randrange(1, size), size), CALLS)
    _say(f"proof of consistency with an earlier size: {consistency}")
    _say(f"entries of a tile: {_milliseconds(lambda: log_reading.entries(pick.randrange(entries // 256), 256), 500)}")


def _milliseconds(call: Callable[[], object], times: int) -> str:
    """By the clock, and in processor time of this process and of its server process together."""
    ((pid,),) = fetch("SELECT pg_backend_pid()", ())
    took, spent = [], _computed(pid)
    for _ in range(times):
        began = time.perf_counter()
        call()
        took.append((time.perf_counter() - began) * 1e3)
    spent = (_computed(pid) - spent) / times * 1e3
    took.sort()
    slow = took[int(times * 0.99)]
    return f"median {statistics.median(took):.2f} ms, 99 of 100 below {slow:.2f} ms, {spent:.2f} ms of processor time"


def _computed(pid: int) -> float:
    return time.process_time() + int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
