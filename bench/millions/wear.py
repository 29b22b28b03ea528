"""What do hours of play leave in the most written tables: dead rows, sizes, vacuums?"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import psycopg

from bench import figures
from bench.limits import PLENTY
from bench.running.serving import Served, started
from bench.siege import clocks
from bench.siege.players import Party
from config.local_stack.stack import LocalStack

LOOK_SECONDS = 15.0
# Queues, whose rows come and go, and whose rows are written again and again.
WORN = (
    *("outbox", "delivery", "match_head", "matches_deadline", "matches_botturn", "matches_listing", "matches_told"),
    *("matches_notice", "matches_dispatch", "matches_quotause", "matches_tally", "matches_heartbeat"),
)
LOOK = """
SELECT relname, n_dead_tup, autovacuum_count, pg_table_size(relid), pg_indexes_size(relid),
    n_tup_ins + n_tup_upd + n_tup_del
FROM pg_stat_user_tables WHERE relname = ANY(%s)
"""


@dataclass(frozen=True, kw_only=True)
class Look:
    """A table at one time: dead rows, vacuums and rows written since the server began to count, bytes."""

    dead: int
    vacuums: int
    table: int
    indexes: int
    written: int


Looks = Sequence[dict[str, Look]]


def wear(data: Path, minutes: float, rate: float) -> None:
    """Play so many moves a second for so long at this database; then tell what that has left in its tables."""
    with ExitStack() as opened:
        stack = opened.enter_context(LocalStack(data, given={**os.environ, **PLENTY}))
        stack.start()
        superuser = opened.enter_context(psycopg.connect(stack.environment["DATABASE_SUPERUSER_URL"], autocommit=True))
        served = started(stack)
        clocks.abandoned_matches(served.url)
        with Party(served.url, rate=rate) as party:
            party.forget()
            looks = [*_looks(served, superuser, 60 * minutes)]
        moves = party.record.timed_moves
        _print(looks, 60 * minutes)
        print(f"{len(moves)} moves, of people; calls that failed: {dict(party.record.failures)}")
        for when, part in (("first", moves[: len(moves) // 10]), ("last", moves[-len(moves) // 10 :])):
            cuts = [1000 * cut for cut in quantiles([seconds for _, seconds in part], n=100)]
            print(f"the {when} tenth of them: {cuts[49]:.1f} ms, {cuts[98]:.1f} ms (median, p99)")


def _looks(served: Served, superuser: psycopg.Connection, seconds: float) -> Iterator[dict[str, Look]]:
    begun = time.monotonic()
    for number in range(int(seconds / LOOK_SECONDS) + 1):
        yield {
            name: Look(dead=dead, vacuums=vacuums, table=table, indexes=indexes, written=written)
            for name, dead, vacuums, table, indexes, written in superuser.execute(LOOK, [list(WORN)]).fetchall()
        }
        if sys.stderr.isatty():
            print(f"\r{time.monotonic() - begun:.0f} of {seconds:.0f} s", end="", file=sys.stderr)
        served.watch(begun + (number + 1) * LOOK_SECONDS - time.monotonic())


def _print(looks: Looks, seconds: float) -> None:
    middle = looks[len(looks) // 2]
    figures.heading(
        "table",
        "rows written a second",
        "dead rows: most, last",
        "vacuums",
        "table kB: first, half, last",
        "indexes kB",
    )
    for name in WORN:
        first, half, last = (look[name] for look in (looks[0], middle, looks[-1]))
        figures.row(
            name,
            f"{(last.written - first.written) / seconds:.1f}",
            f"{max(look[name].dead for look in looks)}, {last.dead}",
            str(last.vacuums - first.vacuums),
            ", ".join(f"{look.table / 1e3:,.0f}" for look in (first, half, last)),
            ", ".join(f"{look.indexes / 1e3:,.0f}" for look in (first, half, last)),
        )
