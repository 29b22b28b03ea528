"""Celery's doors: each task makes one service call, is safe to repeat, and finds its work in PostgreSQL."""

import logging
import time

from celery import shared_task

from events import outbox
from games.matches import audits, play, projections, selectors

log = logging.getLogger(__name__)

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
    """Play for every seat whose time is up; a match that fails delays no other."""
    return sum(_expired(match_id) for match_id in selectors.due_matches())


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


def _expired(match_id: str) -> int:
    try:
        return play.expire(match_id)
    except Exception as error:
        # The message may quote what a seat has chosen.
        log.error("the clock of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return 0
