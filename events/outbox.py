"""From the outbox to the consumers: at least once, in order per match, nobody waiting for anybody else."""

import logging
from collections.abc import Callable, Sequence

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from events import outages

logger = logging.getLogger(__name__)

# After so many failures in a row, about nine hours, a match's news is parked until an operator calls `retry`.
PARK_AFTER = 20

# The channel of NOTIFY; its payload is a match's id. A lost one never matters: listeners poll as well.
CHANNEL = "events"

# Claims whole matches, oldest news first, and moves their rows; a match that another relay holds is left to it.
# One statement sees one snapshot, taken before the locks: rows that another relay has moved since then look as if they
# were still there, but DELETE skips them, so they are not moved twice. A row is never moved before an older one of its
# match, because a snapshot that holds the newer append holds the older. The lock is asked for in a materialized step
# of its own, or the planner might lock matches that it then does not move.
RELAY = """
WITH candidate AS MATERIALIZED (
    SELECT match_id, version FROM outbox ORDER BY at, match_id, version LIMIT %(limit)s
),
claimed AS MATERIALIZED (
    SELECT match_id FROM (SELECT DISTINCT match_id FROM candidate) AS wanted
    WHERE pg_try_advisory_xact_lock(hashtextextended('relay ' || match_id, 0))
),
moved AS (
    DELETE FROM outbox USING candidate JOIN claimed USING (match_id)
    WHERE outbox.match_id = candidate.match_id AND outbox.version = candidate.version
    RETURNING outbox.match_id, outbox.version
),
written AS (
    INSERT INTO delivery (match_id, version, consumer)
    SELECT match_id, version, consumer FROM moved CROSS JOIN unnest(%(consumers)s::text[]) AS consumer
    ON CONFLICT DO NOTHING
),
told AS (
    SELECT pg_notify(%(channel)s, match_id::text) FROM (SELECT DISTINCT match_id FROM moved) AS grown
)
SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM told)
"""

# A match is due when all its rows are: fresh news does not cut short the wait after a failure. Parked rows wait for
# nobody; news that comes after them is tried, and takes them along when it succeeds.
DUE = """
SELECT match_id::text FROM delivery WHERE consumer = %s AND parked_at IS NULL
GROUP BY match_id HAVING max(available_at) <= statement_timestamp()
ORDER BY max(available_at) LIMIT %s
"""

CLAIM = "SELECT pg_try_advisory_xact_lock(hashtextextended('deliver ' || %s::text || ' ' || %s::text, 0))"

# Asked once the match is claimed, in a statement of its own: a snapshot from before the claim could still hold rows
# that another worker has just dealt with.
NEWEST = """
SELECT max(version) FROM delivery WHERE consumer = %s AND match_id = %s::uuid AND parked_at IS NULL
HAVING max(available_at) <= statement_timestamp()
"""

DONE = "DELETE FROM delivery WHERE consumer = %s AND match_id = %s::uuid AND version <= %s"

# The gaps double from one second to an hour.
POSTPONE = """
UPDATE delivery SET attempts = attempts + 1, error = %(error)s,
    parked_at = CASE WHEN attempts + 1 >= %(park_after)s THEN statement_timestamp() END,
    available_at = statement_timestamp() + least(power(2, least(attempts, 12)), 3600) * interval '1 second'
WHERE consumer = %(consumer)s AND match_id = %(match)s::uuid AND parked_at IS NULL
"""

RETRY = """
UPDATE delivery SET attempts = 0, parked_at = NULL, available_at = statement_timestamp()
WHERE consumer = coalesce(%s::text, consumer) AND match_id = coalesce(%s::uuid, match_id) AND parked_at IS NOT NULL
"""


def relay(consumers: Sequence[str], *, limit: int = 200) -> int:
    """Give each consumer a delivery for at most `limit` rows of the outbox, oldest first; the number of rows moved.

    Listeners on `CHANNEL` are told with that commit. Several relays may run at once.
    """
    with connection.cursor() as cursor:
        cursor.execute(RELAY, {"limit": limit, "consumers": list(consumers), "channel": CHANNEL})
        moved: int = cursor.fetchone()[0]
        return moved


def deliver(consumer: str, handle: Callable[[str, int], None], *, limit: int = 200) -> int:
    """Call `handle(match, version)` for at most `limit` matches with news for `consumer`; the number that succeeded.

    `version` is the highest that the relay has told of. `handle` runs in the transaction that forgets the news, so what
    it writes to this database is saved together with its place; it may be called again for what it has dealt with, and
    it cannot append. When it raises, what it wrote is undone and its match waits, longer each time, and is parked after
    `PARK_AFTER` failures; others do not wait.
    """
    with connection.cursor() as cursor:
        cursor.execute(DUE, [consumer, limit])
        due = [match for (match,) in cursor.fetchall()]
    return sum(_deliver_one(consumer, match, handle) for match in due)


def retry(consumer: str | None = None, match: str | None = None) -> int:
    """Let parked news be tried again as if for the first time, of one consumer or match or of all; how many rows."""
    with connection.cursor() as cursor:
        cursor.execute(RETRY, [consumer, match])
        count: int = cursor.rowcount
        return count


def _deliver_one(consumer: str, match: str, handle: Callable[[str, int], None]) -> bool:
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(CLAIM, [consumer, match])
        (claimed,) = cursor.fetchone()
        cursor.execute(NEWEST, [consumer, match])
        newest = cursor.fetchone()
        if not claimed or newest is None:
            return False
        error = _failure(consumer, handle, match, newest[0])
        if error is None:
            cursor.execute(DONE, [consumer, match, newest[0]])
        else:
            cursor.execute(POSTPONE, {"error": error, "park_after": PARK_AFTER, "consumer": consumer, "match": match})
        return error is None


def _failure(consumer: str, handle: Callable[[str, int], None], match: str, version: int) -> str | None:
    """Call the handler; the name of what it raised, if it did. What ends the whole task is raised: it says nothing."""
    try:
        # A savepoint: when the handler fails, its work is undone while the match stays claimed.
        with transaction.atomic():
            handle(match, version)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # Neither message nor traceback: they may hold a hand.
        logger.error("%s failed at match %s, version %d: %s", consumer, match, version, type(error).__name__)
        return type(error).__name__
    return None
