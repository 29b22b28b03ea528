"""The elapsed time and the processor time of a call."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection

# Seconds that passed, and those in which this process and PostgreSQL's for it computed.
Taken = tuple[float, float]
Work = Callable[[int], Iterator[Taken]]


def timed(ask: Callable[[], object]) -> Taken:
    """What a call takes."""
    began, own, theirs = time.perf_counter(), time.thread_time(), _server_seconds()
    ask()
    passed = time.perf_counter() - began
    return passed, time.thread_time() - own + _server_seconds() - theirs


def _server_seconds() -> float:
    """For how long the server's process of this connection has computed, by the scheduler's count."""
    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
