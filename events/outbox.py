"""Moves rows from the outbox to the consumers: at least once, in order per match, each consumer on its own."""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db import Error, connection, transaction
from django.db.backends.utils import CursorWrapper

from events import outages, spans
from events.sharding import is_distributed
from events.statements import Rows, fetch

logger = logging.getLogger(__name__)

# By match the highest version that the relay has announced.
News = Mapping[str, int]

# After so many failures in a row, about nine hours, a match's delivery is parked until an operator calls `retry`.
PARK_AFTER = 20

# The channel of NOTIFY; its payload is a match's id and its version, as in `hints.announcement`. A lost notification
# never matters: listeners poll as well.
CHANNEL = "events"
# The channel on which a listener notifies itself, to check that it receives; its payload is empty.
ECHO = "events_echo"

# Claims whole matches, those with the oldest rows first, and moves their rows; it skips a match that another relay has
# claimed. One statement sees one snapshot, taken before the locks: rows that another relay has moved since then look as
# if they were still there, but DELETE skips them, so they are not moved twice. A row is never moved before an older one
# of its match, because a snapshot with the newer append also has the older. The lock is taken in a materialized step of
# its own, or the planner might lock matches that it then does not move. All rows of a match that move at once become
# one delivery: consumers read the present match, so they read a match that grows fast once for many appends.
RELAY = """
WITH candidate AS MATERIALIZED (
    SELECT at, match_id, version FROM outbox ORDER BY at, match_id, version LIMIT %(limit)s
),
claimed AS MATERIALIZED (
    SELECT match_id FROM (SELECT DISTINCT match_id FROM candidate) AS wanted
    WHERE pg_try_advisory_xact_lock(hashtextextended('relay ' || match_id, 0))
),
moved AS (
    DELETE FROM outbox USING candidate JOIN claimed USING (match_id)
    WHERE outbox.at = candidate.at AND outbox.match_id = candidate.match_id AND outbox.version = candidate.version
    RETURNING outbox.match_id, outbox.version, outbox.at
),
grown AS (
    SELECT match_id, max(version) AS version, min(at) AS since FROM moved GROUP BY match_id
),
written AS (
    INSERT INTO delivery (match_id, version, consumer, since)
    SELECT match_id, version, consumer, since FROM grown CROSS JOIN unnest(%(consumers)s::text[]) AS consumer
    ON CONFLICT DO NOTHING
),
told AS (
    SELECT pg_notify(%(channel)s, match_id::text || ' ' || version) FROM grown
)
SELECT (SELECT count(*) FROM moved), (SELECT count(*) FROM told)
"""
# The same for traces; it also returns which matches were moved.
RELAY_AND_NAME = RELAY + ", (SELECT jsonb_object_agg(match_id, version) FROM grown)"  # noqa: S608, of constants

# The same on Citus, where the outbox is on all nodes. There one part of a statement cannot use rows that another part
# has locked or moved, so a match is claimed on the coordinator, by a statement before the one that moves its rows.
CANDIDATES = "SELECT at, match_id::text, version FROM outbox ORDER BY at, match_id, version LIMIT %s"
# While a node is away the others are asked shard by shard: a statement over all shards fails as a whole.
AT_SHARD = """
SELECT coalesce(json_agg(waiting), '[]') FROM
    (SELECT at, match_id, version FROM %s ORDER BY at, match_id, version LIMIT 200) AS waiting
"""
CANDIDATES_OF_OTHERS = """
SELECT (row->>'at')::timestamptz AS at, row->>'match_id' AS match_id, (row->>'version')::integer AS version
FROM run_command_on_placements('outbox', %s),
    json_array_elements(CASE WHEN success THEN result::json ELSE '[]'::json END) AS row
ORDER BY at, match_id, version LIMIT %s
"""
CLAIM_TO_RELAY = """
SELECT match FROM unnest(%s::text[]) AS match WHERE pg_try_advisory_xact_lock(hashtextextended('relay ' || match, 0))
"""
# The match is also a condition of its own, so that only its shards are asked.
MOVE = """
DELETE FROM outbox WHERE match_id = ANY(%s::uuid[]) AND (at, match_id, version) IN
    (SELECT * FROM unnest(%s::timestamptz[], %s::uuid[], %s::integer[]))
RETURNING match_id, version, at
"""
DELIVER = """
WITH grown AS (
    SELECT match_id, max(version) AS version, min(at) AS since
    FROM unnest(%(matches)s::uuid[], %(versions)s::integer[], %(times)s::timestamptz[]) AS moved (match_id, version, at)
    GROUP BY match_id
),
written AS (
    INSERT INTO delivery (match_id, version, consumer, since)
    SELECT match_id, version, consumer, since FROM grown CROSS JOIN unnest(%(consumers)s::text[]) AS consumer
    ON CONFLICT DO NOTHING
)
SELECT count(*) FROM (SELECT pg_notify(%(channel)s, match_id::text || ' ' || version) FROM grown) AS told
"""

# A match is due when all its rows are: a new row does not shorten the wait after a failure. Parked rows do not hold up
# newer ones; a newer delivery is tried, and when it succeeds it also settles the parked ones.
DUE = """
SELECT match_id::text FROM delivery WHERE consumer = %s AND parked_at IS NULL
GROUP BY match_id HAVING max(available_at) <= statement_timestamp()
ORDER BY max(available_at) LIMIT %s
"""

CLAIM = """
SELECT match FROM unnest(%s::text[]) AS match
WHERE pg_try_advisory_xact_lock(hashtextextended('deliver ' || %s::text || ' ' || match, 0))
"""

# Asked after the matches are claimed, in a statement of its own: a snapshot from before the claim could still have rows
# that another worker has just delivered.
NEWEST = """
SELECT match_id::text, max(version) FROM delivery
WHERE consumer = %s AND match_id = ANY(%s::uuid[]) AND parked_at IS NULL
GROUP BY match_id HAVING max(available_at) <= statement_timestamp() ORDER BY match_id
"""

DONE = """
DELETE FROM delivery USING unnest(%s::uuid[], %s::integer[]) AS done (match_id, version)
WHERE delivery.consumer = %s AND delivery.match_id = done.match_id AND delivery.version <= done.version
"""

# The gaps double from one second to an hour. A failure that is not counted waits ten seconds at least, because it never
# leads to parking.
POSTPONE = """
UPDATE delivery SET attempts = attempts + %(counted)s, error = %(error)s,
    parked_at = CASE WHEN attempts + %(counted)s >= %(park_after)s THEN statement_timestamp() END,
    available_at = statement_timestamp() + interval '1 second' * greatest(
        10 * (1 - %(counted)s), least(power(2, least(attempts, 12)), 3600))
WHERE consumer = %(consumer)s AND match_id = %(match)s::uuid AND parked_at IS NULL
"""

RETRY = """
UPDATE delivery SET attempts = 0, parked_at = NULL, available_at = statement_timestamp()
WHERE consumer = coalesce(%s::text, consumer) AND match_id = coalesce(%s::uuid, match_id) AND parked_at IS NOT NULL
"""


def relay(consumers: Sequence[str], *, limit: int = 200) -> int:
    """Write a delivery for each consumer and each match among at most `limit` rows of the outbox, oldest first.

    Returns the number of rows moved. That commit notifies listeners on `CHANNEL`. Several relays may run at once.
    """
    if is_distributed():
        return _relay_from_shards(consumers, limit)
    given: dict[str, int | str | list[str]] = {"limit": limit, "consumers": list(consumers), "channel": CHANNEL}
    with connection.cursor() as cursor:
        if spans.is_traced():
            return _relay_traced(cursor, given)
        cursor.execute(RELAY, given)
        moved: int = cursor.fetchone()[0]
        return moved


def _relay_traced(cursor: CursorWrapper, given: Mapping[str, int | str | list[str]]) -> int:
    with spans.span("relay") as span:
        cursor.execute(RELAY_AND_NAME, given)
        moved, _, grown = cursor.fetchone()
        span.note("tabularium.appends", moved)
        _go_on("relayed", json.loads(grown or "{}"))
        return int(moved)


def _go_on(name: str, news: News) -> None:
    spans.go_on(name, [spans.of_append(match, version) for match, version in news.items()])


def has_rows() -> bool:
    """Whether rows wait for the relay; also true when a node of Citus is away, where rows may wait."""
    try:
        return bool(fetch("SELECT 1 FROM outbox LIMIT 1", ()))
    except Error as error:
        if outages.is_away(error) and is_distributed():
            return True
        raise


def _relay_from_shards(consumers: Sequence[str], limit: int) -> int:
    """`relay` in one transaction of the coordinator and the nodes, which commits on all of them or on none."""
    candidates = _candidates(limit)
    if not candidates:
        return 0
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(CLAIM_TO_RELAY, [list({match for _, match, _ in candidates})])
        claimed = {match for (match,) in cursor.fetchall()}
        wanted = [row for row in candidates if row[1] in claimed]
        if not wanted:
            return 0
        times, matches, versions = map(list, zip(*wanted, strict=True))
        cursor.execute(MOVE, [list(claimed), times, matches, versions])
        moved = cursor.fetchall()
        if moved:
            matches, versions, times = map(list, zip(*moved, strict=True))
            given = {"matches": matches, "versions": versions, "times": times}
            cursor.execute(DELIVER, {**given, "consumers": list(consumers), "channel": CHANNEL})
        return len(moved)


def _candidates(limit: int) -> Rows:
    try:
        return fetch(CANDIDATES, (limit,))
    except Error as error:
        if not outages.is_away(error):
            raise
    # If the coordinator is away, this fails too.
    return fetch(CANDIDATES_OF_OTHERS, (AT_SHARD, limit))


def echo() -> None:
    """Notify all listeners, over another connection than theirs, so that they can check that they receive."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, '')", [ECHO])


def deliver_together(consumer: str, handle: Callable[[News], None], *, limit: int = 200, at_once: int) -> int:
    """Call `handle` with at most `at_once` matches at a time, for at most `limit` due ones; returns how many succeeded.

    `handle` gets the highest announced version of each match. It runs in the transaction that deletes the deliveries,
    so its writes to this database are saved together with its position. It may be called again for the same versions,
    and it cannot append. When it raises, its writes are rolled back, and it is called for each of those matches alone.
    A match that then fails waits, longer each time, and is parked after `PARK_AFTER` failures; other matches do not
    wait.
    """
    with connection.cursor() as cursor:
        cursor.execute(DUE, [consumer, limit])
        due = [match for (match,) in cursor.fetchall()]
    return sum(_delivered(consumer, due[first : first + at_once], handle) for first in range(0, len(due), at_once))


def retry(consumer: str | None = None, match: str | None = None) -> int:
    """Retry parked deliveries as if for the first time: of one consumer, of one match, or all. Returns the number."""
    with connection.cursor() as cursor:
        cursor.execute(RETRY, [consumer, match])
        count: int = cursor.rowcount
        return count


def _delivered(consumer: str, matches: Sequence[str], handle: Callable[[News], None]) -> int:
    done = _deliver_at_once(consumer, matches, handle)
    if done is None:
        return sum(_deliver_at_once(consumer, [match], handle) or 0 for match in matches)
    return done


def _deliver_at_once(consumer: str, matches: Sequence[str], handle: Callable[[News], None]) -> int | None:
    """Deliver for these matches in one transaction; returns how many had deliveries, or None where one of several
    failed.
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(CLAIM, [list(matches), consumer])
        claimed = [match for (match,) in cursor.fetchall()]
        cursor.execute(NEWEST, [consumer, claimed])
        news = dict(cursor.fetchall())
        if not news:
            return 0
        failure = _failure(consumer, handle, news)
        if failure is None:
            cursor.execute(DONE, [list(news), list(news.values()), consumer])
            return len(news)
        if len(news) > 1:
            return None
        postponed = {"consumer": consumer, "match": next(iter(news)), "park_after": PARK_AFTER}
        cursor.execute(POSTPONE, {**postponed, "error": failure.error, "counted": int(failure.is_counted)})
        return 0


class _Failure(NamedTuple):
    """The type of an error that a handler raised, and whether it counts: a cancelled statement says nothing about the
    match.
    """

    error: str
    is_counted: bool


def _failure(consumer: str, handle: Callable[[News], None], news: News) -> _Failure | None:
    """Call the handler and return its failure, if any. Errors that end the whole task are raised on: no match caused
    them.
    """
    try:
        # A savepoint: when the handler fails, its work is rolled back while the match stays claimed.
        with spans.span(f"deliver to {consumer}"), transaction.atomic():
            handle(news)
            if spans.is_traced():
                _go_on(consumer, news)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        if len(news) == 1:
            # Neither message nor traceback: they may hold a hand.
            ((match, version),) = news.items()
            logger.error("%s failed at match %s, version %d: %s", consumer, match, version, type(error).__name__)
        return _Failure(type(error).__name__, not outages.is_passing(error))
    return None
