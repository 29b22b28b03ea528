"""The log: one JSON object a line, on stderr."""

import json
import logging
import logging.config
import traceback
from datetime import UTC, datetime
from typing import Any

import orjson
from django.conf import settings

from api.http import correlation

# What a record may carry as `extra`. Anything else that libraries attach (requests, task arguments) stays out.
EXTRAS = ("match", "version", "player", "method", "route", "status", "ms")

log = logging.getLogger(__name__)


class JSONLines(logging.Formatter):
    """`time`, `level`, `logger`, `message`, and what is known of the request or task at hand.

    Of an exception its type and its place are written, never its message: that may quote a secret.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **correlation.known(),
            **{name: record.__dict__[name] for name in EXTRAS if name in record.__dict__},
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["trace"] = "".join(traceback.format_tb(record.exc_info[2]))
        return _encodable(line)


def use_settings(**_: object) -> None:
    """Celery's worker and beat log as Django's settings say, instead of in Celery's own manner."""
    logging.config.dictConfig(settings.LOGGING)


def task_begins(task_id: str, task: Any, **_: object) -> None:
    """From here on every record of this process carries the task."""
    correlation.begin(task_id=task_id, task=task.name)


def task_ends(**_: object) -> None:
    correlation.end()


def task_failed(exception: BaseException, **_: object) -> None:
    """In place of Celery's own report, which quotes the message."""
    log.error("task failed", exc_info=exception)


def _encodable(line: dict[str, Any]) -> str:
    try:
        return orjson.dumps(line).decode()
    except TypeError:
        # Half a surrogate pair, or a number of more than 64 bits: no reason to lose the line.
        return json.dumps(line, default=ascii)
