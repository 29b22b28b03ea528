"""Prints figures as rows of a table, ready for docs/performance.md."""

import time
from collections.abc import Callable, Sequence
from statistics import median

from django.db import connection

SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method")


def heading(*cells: str) -> None:
    """The head of a table."""
    row(*cells)
    row(*["---"] * len(cells))


def row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """The median, and between which values all lie."""
    return f"{median(values):,.{digits}f} ({min(values):,.{digits}f} to {max(values):,.{digits}f})"


def ratios(values: Sequence[float], to: Sequence[float], digits: int = 2) -> str:
    """How many times `to` each value is, round by round."""
    return spread([value / limit for value, limit in zip(values, to, strict=True)], digits)


def milliseconds(work: Callable[[], object], times: int) -> tuple[float, float]:
    """What one of so many calls took, and what of that this process computed: PostgreSQL's share is not in it."""
    began, clock = time.process_time(), time.perf_counter()
    for _ in range(times):
        work()
    passed, spent = time.perf_counter() - clock, time.process_time() - began
    return passed / times * 1000, spent / times * 1000


def server() -> None:
    """Say how the server is set that everything is measured on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(SETTINGS)])
        settings = dict(cursor.fetchall())
    print(f"PostgreSQL: {', '.join(f'{name} {settings[name]}' for name in SETTINGS)}\n", flush=True)
