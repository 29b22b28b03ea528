"""The sweep for what is due: rows in PostgreSQL, claimed in small batches, so that several workers can sweep."""

import logging
from collections.abc import Sequence

from django.db import connection

from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import MatchNotFound

log = logging.getLogger(__name__)

# So many matches are claimed at a time, for so long: a worker that dies over them is followed by another.
BATCH = 20
CLAIM_SECONDS = 5
# One sweep ends after so many batches, so that other work gets its turn.
BATCHES = 10

# Longest overdue first. A row that another worker is claiming at this moment is left to it.
CLAIM = """
UPDATE matches_deadline SET claimed_until = clock_timestamp() + %(seconds)s * interval '1 second'
 WHERE match_id IN (
    SELECT match_id FROM matches_deadline
     WHERE due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
     ORDER BY due_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED)
RETURNING match_id
"""

CLAIM_ONE = """
UPDATE matches_deadline SET claimed_until = clock_timestamp() + %(seconds)s * interval '1 second'
 WHERE match_id = %(match)s::uuid
   AND due_at <= clock_timestamp() AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
"""

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
    except Exception as error:
        # The message may quote what a seat has chosen.
        log.error("the clock of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return False
    return True


def expire_claimed(match_id: str) -> bool:
    """`expire`, unless nothing is due or a worker is at it already."""
    with connection.cursor() as cursor:
        cursor.execute(CLAIM_ONE, {"seconds": CLAIM_SECONDS, "match": match_id})
        claimed = cursor.rowcount == 1
    return claimed and expire(match_id)


def soon(seconds: float) -> Sequence[tuple[str, float]]:
    """Matches in which something falls due within so many seconds, and in how many."""
    with connection.cursor() as cursor:
        cursor.execute(SOON, [seconds, MOST_ANNOUNCED])
        return [(str(match_id), left) for match_id, left in cursor.fetchall()]


def _claim() -> Sequence[str]:
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"seconds": CLAIM_SECONDS, "limit": BATCH})
        return [str(match_id) for (match_id,) in cursor.fetchall()]
