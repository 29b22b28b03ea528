"""Celery's doors: each task makes one service call, is safe to repeat, and finds its work in PostgreSQL."""

import logging
import time

from celery import shared_task

from events import outbox
from games.matches import audits, projections, sweeping

log = logging.getLogger(__name__)

# How far ahead a sweep looks: a little beyond the next one.
AHEAD_SECONDS = 1.2

SAMPLE_LIMIT = 1000
# Well below the time limit of a task.
SAMPLE_SECONDS = 40.0


@shared_task
def relay() -> int:
    """Hand what was appended on to every projection; how many appends that were."""
    return outbox.relay(list(projections.CONSUMERS))


@shared_task
def project_listings() -> int:
    """Bring the lists up to what was handed on."""
    return projections.catch_up(projections.LISTINGS)


@shared_task
def project_deadlines() -> int:
    """Bring the deadlines up to what was handed on."""
    return projections.catch_up(projections.DEADLINES)


@shared_task
def sweep_deadlines() -> int:
    """Play whatever is due, and start a task near each deadline that is due before the next sweep.

    Those tasks only make the sweep earlier: one that is lost with the broker costs a second.
    """
    done = sweeping.sweep()
    for match_id, seconds in sweeping.soon(AHEAD_SECONDS):
        expire_match.apply_async((match_id,), countdown=seconds, expires=seconds + AHEAD_SECONDS)
    return done


@shared_task
def expire_match(match_id: str) -> bool:
    """Play whatever is due in one match."""
    return sweeping.expire(match_id)


@shared_task
def audit_sample() -> int:
    """Audit the matches that were looked at longest ago, for as long as one task may run; how many there were."""
    until, count = time.monotonic() + SAMPLE_SECONDS, 0
    for match_id in audits.longest_unseen(SAMPLE_LIMIT):
        if time.monotonic() > until:
            break
        count += _audited(match_id)
    return count


def _audited(match_id: str) -> bool:
    try:
        audits.examine(match_id)
    except Exception as error:
        # The message may quote what is sealed.
        log.error("the audit of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return False
    return True
