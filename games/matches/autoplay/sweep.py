"""The sweep for what is due: rows in PostgreSQL, claimed in small batches, so that several workers can sweep."""

import logging
import time
from collections.abc import Sequence

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection

from events import outages
from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import MatchNotFound, RulesUnknown
from games.matches.stream.cache import Recent

log = logging.getLogger(__name__)

# So many matches are claimed at a time, for so long: a worker that dies over them is followed by another.
BATCH = 20
CLAIM_SECONDS = 5
# One sweep ends after so many batches, so that other work gets its turn.
BATCHES = 10

# So long this process leaves a match alone whose rules it does not know: others are to have it.
LEAVE_SECONDS = 30.0
now = time.monotonic
# Until when it leaves which match alone.
unknown: Recent[float] = Recent(most=1000)

# Longest overdue first. A row that another worker is claiming at this moment is left to it.
CLAIM = """
UPDATE matches_deadline SET claimed_until = clock_timestamp() + %(seconds)s * interval '1 second'
 WHERE match_id IN (
    SELECT match_id FROM matches_deadline
     WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
       AND match_id <> ALL(%(but)s::uuid[])
     ORDER BY due_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED)
RETURNING match_id
"""

CLAIM_ONE = """
UPDATE matches_deadline SET claimed_until = clock_timestamp() + %(seconds)s * interval '1 second'
 WHERE match_id = %(match)s::uuid
   AND due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
"""

LEAVE = "UPDATE matches_deadline SET claimed_until = NULL WHERE match_id = %s::uuid"

SOON = """
SELECT match_id, extract(epoch FROM due_at - clock_timestamp())::float FROM matches_deadline
 WHERE due_at > clock_timestamp() AND due_at <= clock_timestamp() + %s * interval '1 second'
 ORDER BY due_at LIMIT %s
"""
MOST_ANNOUNCED = 200


def sweep() -> int:
    """Play whatever is due, in every match that is; how many matches that were. A match that fails delays no other."""
    done = 0
    for _ in range(BATCHES):
        claimed = _claim()
        done += sum(expire(match_id) for match_id in claimed)
        if len(claimed) < BATCH:
            break
    return done


def expire(match_id: str) -> bool:
    """Play whatever is due in one match, and note when it is due next; whether that went well."""
    try:
        deadlines.put_deadline(timeouts.expire(match_id))
    except MatchNotFound:
        return False
    except RulesUnknown:
        _leave_to_others(match_id)
        return False
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # The message may quote what a seat has chosen.
        log.error("the clock of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return False
    return True


def expire_claimed(match_id: str) -> bool:
    """`expire`, unless nothing is due, a worker is at it already, or it is left to others."""
    if match_id in _left():
        return False
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_ONE, {"seconds": CLAIM_SECONDS, "match": match_id})
        claimed = cursor.rowcount == 1
    return claimed and expire(match_id)


def soon(seconds: float) -> Sequence[tuple[str, float]]:
    """Matches in which something falls due within so many seconds, and in how many."""
    with connection.cursor() as cursor:
        cursor.execute(SOON, [seconds, MOST_ANNOUNCED])
        return [(str(match_id), left) for match_id, left in cursor.fetchall()]


def _left() -> list[str]:
    moment = now()
    return [match_id for match_id, until in unknown.items() if until > moment]


def _leave_to_others(match_id: str) -> None:
    """Give the claim back at once: only a node that knows the rules can play what is due."""
    unknown.put(match_id, now() + LEAVE_SECONDS)
    log.error("match %s is left to a node that knows its rules", match_id, extra={"match": match_id})
    with connection.cursor() as cursor:
        cursor.execute(LEAVE, [match_id])


def _claim() -> Sequence[str]:
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"seconds": CLAIM_SECONDS, "limit": BATCH, "but": _left()})
        return [str(match_id) for (match_id,) in cursor.fetchall()]
