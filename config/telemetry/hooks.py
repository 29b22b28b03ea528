"""Begins and ends telemetry in each kind of process. Imports OpenTelemetry only where it is wanted."""

import os
import sys
from importlib.util import find_spec
from typing import Any

from celery import signals

from config.telemetry.wanted import wanted

# The process that it was begun in: threads do not outlive a fork, so each copy begins its own.
_begun_in = 0


def begin() -> None:
    """Begin in this process, once, if the environment asks for it. Not before a fork."""
    global _begun_in
    if not wanted(os.environ) or _begun_in == os.getpid():
        return
    refuse_to_start()
    from config.telemetry import exporting

    exporting.begin(wanted(os.environ))
    _begun_in = os.getpid()


def refuse_to_start() -> None:
    """End a process of which telemetry is wanted, and which lacks the packages for it."""
    if wanted(os.environ) and (find_spec("opentelemetry") is None or find_spec("opentelemetry.exporter") is None):
        sys.exit("tabularium: OTEL_… asks for telemetry, and its packages are not installed: make telemetry")


def watch_tasks() -> None:
    """Have each task of Celery be a span, if the environment asks for it; a worker's process begins with its first."""
    if wanted(os.environ):
        # Of all receivers the first and the last: the log has the ids, and the statements between belong to it.
        signals.task_prerun.connect(_task_begins)
        signals.task_postrun.connect(_task_ends)
        signals.worker_process_shutdown.connect(_flush)


def _task_begins(task_id: str, task: Any, **_: object) -> None:
    begin()
    from config.telemetry import traced_tasks

    traced_tasks.begin(task_id, task.name)


def _task_ends(task_id: str, state: str | None = None, **_: object) -> None:
    from config.telemetry import traced_tasks

    traced_tasks.end(task_id, is_failed=state == "FAILURE")


def _flush(**_: object) -> None:
    """billiard ends its processes past every `atexit`."""
    if _begun_in == os.getpid():
        from config.telemetry import exporting

        exporting.flush()
