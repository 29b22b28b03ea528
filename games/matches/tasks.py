"""Celery's doors: each task makes one service call, is safe to repeat, and finds its work in PostgreSQL."""

import logging

from celery import shared_task
from django.conf import settings

from events import outbox
from games.matches import consumers, play, projections, selectors, upkeep
from games.matches.notices import courier, mailing, telling
from games.matches.notices.posting import Caller

log = logging.getLogger(__name__)


@shared_task
def relay() -> int:
    """Hand what was appended on to every consumer; how many appends that were."""
    upkeep.beat(upkeep.WORKER)
    return outbox.relay(list(consumers.CONSUMERS))


@shared_task
def project_listings() -> int:
    """Bring the lists up to what was handed on."""
    return projections.catch_up(projections.LISTINGS)


@shared_task
def project_deadlines() -> int:
    """Bring the deadlines up to what was handed on."""
    return projections.catch_up(projections.DEADLINES)


@shared_task
def tell_notices() -> int:
    """Write the notices that what was handed on calls for."""
    return outbox.deliver(telling.NOTICES, telling.tell)


@shared_task
def remind() -> int:
    """Tell the players whose time runs short; a match that fails delays no other."""
    return sum(_reminded(match_id) for match_id in telling.to_remind())


@shared_task
def send_webhooks() -> int:
    """Bring notices to webhooks. Runs in a worker of its own, for receivers may take their time."""
    upkeep.beat(upkeep.COURIER)
    return courier.run(Caller(loopback=settings.WEBHOOKS_TO_LOOPBACK))


@shared_task
def send_mails() -> int:
    """Send notices and account mails; in the same worker as webhooks, for mail servers may take their time too."""
    return mailing.run()


@shared_task
def sweep_deadlines() -> int:
    """Play for every seat whose time is up; a match that fails delays no other."""
    return sum(_expired(match_id) for match_id in selectors.due_matches())


def _reminded(match_id: str) -> int:
    try:
        telling.tell_now(match_id)
    except Exception as error:
        # The message may quote what a seat has chosen.
        log.error("reminding in match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return 0
    return 1


def _expired(match_id: str) -> int:
    try:
        return play.expire(match_id)
    except Exception as error:
        # The message may quote what a seat has chosen.
        log.error("the clock of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return 0
