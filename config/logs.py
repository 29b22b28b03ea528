"""The log: one JSON object a line, on stderr."""

import json
import logging
import logging.config
import traceback
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import orjson
from django.conf import settings

from api.http import correlation

# What a record may carry as `extra`. Anything else that libraries attach (requests, task arguments) stays out.
EXTRAS = ("match", "version", "player", "method", "route", "status", "ms")

log = logging.getLogger(__name__)

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
            **{name: record.__dict__[name] for name in EXTRAS if name in record.__dict__},
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return _encodable(line)


def use_settings(**_: object) -> None:
    """Celery's worker and beat log as Django's settings say, not in Celery's own manner."""
    logging.config.dictConfig(settings.LOGGING)


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
