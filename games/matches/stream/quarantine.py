"""Quarantines matches whose rules engine failed: operators see them, and nothing is appended (decision 26)."""

import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import TypeVar

import django.db
import psycopg
from celery import current_task
from celery.exceptions import SoftTimeLimitExceeded

from events.statements import fetch
from games.core.errors import RuleBroken
from games.matches.errors import MatchQuarantined, Refused, Unavailable
from games.matches.models.service import BotTurn, Deadline, Listing, Quarantine
from games.matches.stream.snapshots import CODE

T = TypeVar("T")

log = logging.getLogger(__name__)

# Errors that no pure function raises by itself: they come from outside, anywhere, and say nothing about the match.
FROM_OUTSIDE = (SoftTimeLimitExceeded, django.db.Error, psycopg.Error, OSError, MemoryError, ImportError)
# Errors that callers handle themselves: a task ends at its limit, and the database's errors have responses of their
# own.
KNOWN_TO_CALLERS = (SoftTimeLimitExceeded, django.db.Error, psycopg.Error)

# The request that is at work, for operators.
caller: ContextVar[str] = ContextVar("caller", default="")


def judged(match_id: str, version: int, at: str, compute: Callable[[], T]) -> T:
    """Return what a kernel computes for a match in one of its functions (`at`), and quarantine the match if it fails.

    An error raised twice in a row puts the match into quarantine (`MatchQuarantined`): a pure function fails again, a
    fault of the service may not. `RuleBroken` and `Refused` are results. Errors from outside are raised as they are or
    as `Unavailable`, and say nothing about the match.
    """
    handled = sys.exc_info()[1]
    for is_second in (False, True):
        try:
            return compute()
        except (RuleBroken, Refused):
            raise
        except Exception as error:
            if (outside := _from_outside(error, handled)) is not None:
                raise _unavailable(outside) from None
            # The message of an engine's error may quote a secret; its type and the place in the code do not.
            failed = _place(error)
            if is_second:
                set_aside(match_id, version, failed, at=at)
                raise MatchQuarantined from None
            log.warning("match %s is judged again after %s", match_id, failed, extra={"match": match_id})
    raise AssertionError("the second time returns or raises")


# For the statement that reads a stream, and for the one that reads many.
IS_SET_ASIDE = """
SELECT EXISTS (SELECT FROM matches_quarantine WHERE match_id = %(match)s::uuid) AS is_set_aside
"""
EACH_SET_ASIDE = "EXISTS (SELECT FROM matches_quarantine AS aside WHERE aside.match_id = wanted.match_id)"
ARE_SET_ASIDE = "SELECT match_id::text FROM matches_quarantine WHERE match_id = ANY(%s::uuid[])"


def quarantined(match_ids: Iterable[str]) -> set[str]:
    """Which of these matches are quarantined."""
    return {match_id for (match_id,) in fetch(ARE_SET_ASIDE, (list(match_ids),))}


def set_aside(match_id: str, version: int, error: str, *, at: str = "") -> None:
    """Quarantine the match, so that nothing can be appended; `error` says why, without a secret, `at` in which function
    of its kernel.

    Operators are also told which request or task it was, on which node, by which code.
    """
    said = {"error": error, "at": at, "caller": _caller()[:200], "node": _node(), "code": CODE}
    Quarantine.objects.get_or_create(match_id=match_id, defaults={"version": version, **said})
    # No event tells the projections of it, so they are told here.
    Listing.objects.filter(match_id=match_id).update(status="quarantined")
    Deadline.objects.filter(match_id=match_id).delete()
    BotTurn.objects.filter(match_id=match_id).delete()
    known = {"match": match_id, "version": version}
    log.error("match %s quarantined at version %s: %s %s", match_id, version, at, error, extra=known)


def _from_outside(error: BaseException | None, handled: BaseException | None) -> Exception | None:
    """The error from outside: the error itself or one of its causes; `handled` is an error that was being handled
    before.
    """
    while error is not None and error is not handled:
        if isinstance(error, FROM_OUTSIDE):
            return error
        error = error.__cause__ or error.__context__
    return None


def _unavailable(outside: Exception) -> Exception:
    if isinstance(outside, KNOWN_TO_CALLERS):
        return outside
    log.error("the service could not run the rules: %s", _place(outside))
    return Unavailable()


def _caller() -> str:
    if current_task and current_task.request.id:
        return f"task {current_task.name} {current_task.request.id}"
    return caller.get()


def _node() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"[:100]


def _place(error: Exception) -> str:
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return type(error).__name__
    module, name = step.tb_frame.f_globals.get("__name__"), step.tb_frame.f_code.co_qualname
    return f"{type(error).__name__} in {name}:{step.tb_lineno} ({module})"[:200]
