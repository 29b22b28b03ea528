"""Celery's doors: each task makes one service call, is safe to repeat, and finds its work in PostgreSQL."""

from celery import shared_task

from events import outbox
from games.matches import projections, sweeping

# How far ahead a sweep looks: a little beyond the next one.
AHEAD_SECONDS = 1.2


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
