"""The log: one JSON object a line, on stderr."""

import json
import logging
import re
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import orjson

from api.http import correlation
from events import spans

# What a record may carry as `extra`. Anything else that libraries attach (requests, task arguments) stays out.
EXTRAS = ("match", "version", "player", "method", "route", "status", "ms", "repeated")

# Of one kind of fault one record is written in so long, and one for each of so many matches.
SPARING_SECONDS = 60.0
MOST_SUBJECTS = 10
# So many kinds are remembered.
MOST_KINDS = 500

now = time.monotonic
log = logging.getLogger(__name__)

# What no line says need not be looked up for each: a call's own line took a third longer for it. Python's manual has
# these, in "Optimization" of its chapter on logging.
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False

_task: ContextVar[Mapping[str, str] | None] = ContextVar("task", default=None)


class JSONLines(logging.Formatter):
    """`time`, `level`, `logger`, `message`, and the request or task that a record belongs to.

    Of an exception only type and place are written: its message may quote a secret.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **correlation.known(),
            **(_task.get() or {}),
            **spans.ids(),
            **{name: record.__dict__[name] for name in EXTRAS if name in record.__dict__},
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return _encodable(line)


@dataclass
class _Window:
    """What was said of one kind of fault since a moment, about which matches, and how much was left out."""

    since: float
    subjects: set[str] = field(default_factory=set)
    left_out: int = 0


class Sparing(logging.Filter):
    """Says a lasting fault once a minute, with the number of records that were left out (`repeated`).

    Records below WARNING are no faults and all pass. A kind is known by logger, level, template, and by type and place
    of the error.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._windows: OrderedDict[Hashable, _Window] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        with self._lock:
            return self._passes(record, _kind(record), str(record.__dict__.get("match", "")))

    def _passes(self, record: logging.LogRecord, kind: Hashable, subject: str) -> bool:
        moment, window = now(), self._windows.get(kind)
        if window is None or moment - window.since >= SPARING_SECONDS:
            if window is not None and window.left_out:
                record.repeated = window.left_out
            self._windows[kind] = _Window(since=moment, subjects={subject})
            self._windows.move_to_end(kind)
            if len(self._windows) > MOST_KINDS:
                self._windows.popitem(last=False)
            return True
        if subject in window.subjects or len(window.subjects) >= MOST_SUBJECTS:
            window.left_out += 1
            return False
        window.subjects.add(subject)
        return True


def _kind(record: logging.LogRecord) -> Hashable:
    # Some libraries put a message together before they log it, with counts and seconds in it.
    template = re.sub(r"\d+", "#", str(record.msg))
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        # What quotes no error itself may say so what kind it is of.
        return record.name, record.levelno, template, str(record.__dict__.get("kind", ""))
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    place = (step.tb_frame.f_code.co_filename, step.tb_lineno) if step is not None else None
    return record.name, record.levelno, template, type(error), place


def keep_settings(**_: object) -> None:
    """A listener keeps Celery from logging in its own manner; Django was set up before, and the log with it."""


def task_begins(task_id: str, task: Any, **_: object) -> None:
    """Every record until `task_ends` carries the task."""
    _task.set({"task_id": task_id, "task": task.name})


def task_ends(**_: object) -> None:
    _task.set(None)


def task_failed(exception: BaseException, **_: object) -> None:
    """In place of Celery's own report, which quotes the message."""
    log.error("task failed", exc_info=exception)


def _encodable(line: dict[str, Any]) -> str:
    try:
        return orjson.dumps(line).decode()
    except TypeError:
        # Half a surrogate pair, or a number of more than 64 bits: the line is kept all the same.
        return json.dumps(line, default=ascii)
