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

# By match the highest version that the relay has told of.
News = Mapping[str, int]

# After so many failures in a row, about nine hours, a match's news is parked until an operator calls `retry`.
PARK_AFTER = 20

# The channel of NOTIFY; its payload is a match's id and its version, as in `hints.announcement`. A lost one never
# matters: listeners poll as well.
CHANNEL = "events"
# The channel of what a listener says to itself, to know that it hears; its payload is empty.
ECHO = "events_echo"

# Claims whole matches, oldest news first, and moves their rows; a match that another relay holds is left to it.
# One statement sees one snapshot, taken before the locks: rows that another relay has moved since then look as if they
# were still there, but DELETE skips them, so they are not moved twice. A row is never moved before an older one of its
# match, because a snapshot that holds the newer append holds the older. The lock is asked for in a materialized step
# of its own, or the planner might lock matches that it then does not move. What is moved of a match at once is one
# delivery: consumers look at a match as it stands, and so a match that grows fast is looked at once for many appends.
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
# For traces the same, and what was moved.
RELAY_AND_NAME = RELAY + ", (SELECT jsonb_object_agg(match_id, version) FROM grown)"  # noqa: S608, of constants

# The same on Citus, where the outbox lies on all nodes: what one statement has locked or moved there no other part of
# it may use. A match is claimed before its rows are moved, on the coordinator.
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
# By the match alone too, so that only its shards are asked.
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

# A match is due when all its rows are: fresh news does not cut short the wait after a failure. Parked rows wait for
# nobody; news that comes after them is tried, and takes them along when it succeeds.
DUE = """
SELECT match_id::text FROM delivery WHERE consumer = %s AND parked_at IS NULL
GROUP BY match_id HAVING max(available_at) <= statement_timestamp()
ORDER BY max(available_at) LIMIT %s
"""

CLAIM = """
SELECT match FROM unnest(%s::text[]) AS match
WHERE pg_try_advisory_xact_lock(hashtextextended('deliver ' || %s::text || ' ' || match, 0))
"""

# Asked once the matches are claimed, in a statement of its own: a snapshot from before the claim could still hold rows
# that another worker has just dealt with.
NEWEST = """
SELECT match_id::text, max(version) FROM delivery
WHERE consumer = %s AND match_id = ANY(%s::uuid[]) AND parked_at IS NULL
GROUP BY match_id HAVING max(available_at) <= statement_timestamp() ORDER BY match_id
"""

DONE = """
DELETE FROM delivery USING unnest(%s::uuid[], %s::integer[]) AS done (match_id, version)
WHERE delivery.consumer = %s AND delivery.match_id = done.match_id AND delivery.version <= done.version
"""

# The gaps double from one second to an hour. What is not counted waits ten seconds at least, for it is never parked.
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
    """Give each consumer a delivery for every match among at most `limit` rows of the outbox, oldest first.

    The number of rows moved. Listeners on `CHANNEL` are told with that commit. Several relays may run at once.
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
    """Whether anything waits for the relay, or may wait, because a node of Citus is away."""
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
    # Where it is the coordinator that is away, this fails too.
    return fetch(CANDIDATES_OF_OTHERS, (AT_SHARD, limit))


def echo() -> None:
    """Notify all listeners, over another connection than theirs, so that they know that they hear."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, '')", [ECHO])


def deliver_together(consumer: str, handle: Callable[[News], None], *, limit: int = 200, at_once: int) -> int:
    """Call `handle` with at most `at_once` matches, until it was with `limit` that have news; how many succeeded.

    By match it is told the highest version that the relay has told of. `handle` runs in the transaction that forgets
    the news, so what it writes to this database is saved together with its place; it may be called again for what it
    has dealt with, and it cannot append. When it raises, what it wrote is undone, and it is called for each match of
    those by itself. A match that fails then waits, longer each time, and is parked after `PARK_AFTER` failures; others
    do not wait.
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
    """Deliver to matches in one transaction; how many there were, or None where one of several has failed."""
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
    """What a handler has raised, and whether that counts: a statement that was cancelled says nothing of the match."""

    error: str
    is_counted: bool


def _failure(consumer: str, handle: Callable[[News], None], news: News) -> _Failure | None:
    """Call the handler; what it raised, if it did. What ends the whole task is raised: it says nothing."""
    try:
        # A savepoint: when the handler fails, its work is undone while the match stays claimed.
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
