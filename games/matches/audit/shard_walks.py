"""Which matches are to be audited where heads and events lie on the nodes of Citus, and verdicts on the coordinator.

What `audits` asks in one statement is asked here in pieces of one side, each held against the other side.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.db import connection

from events.store import FIRST

AT_ONCE = 1_000

UNAUDITED = "SELECT match_id::text FROM match_head WHERE NOT audited ORDER BY match_head.match_id LIMIT %(limit)s"
AUDITED_AFTER = """
SELECT match_id::text FROM match_head WHERE audited AND match_id > %(after)s
ORDER BY match_head.match_id LIMIT %(limit)s
"""
AUDITED = "SELECT match_id::text FROM match_head WHERE audited AND match_id = ANY(%(ids)s::uuid[])"
HAVE_HEADS = "SELECT match_id::text FROM match_head WHERE match_id = ANY(%(ids)s::uuid[])"
HAVE_EVENTS = "SELECT match_id::text FROM event WHERE version = 1 AND match_id = ANY(%(ids)s::uuid[])"
HAVE_VERDICTS = "SELECT match_id::text FROM matches_audit WHERE match_id = ANY(%(ids)s::uuid[])"
# From the oldest verdict on. No verdict is written meanwhile.
VERDICTS = """
SELECT match_id::text, checked_at FROM matches_audit WHERE {condition} AND (checked_at, match_id) > (%(at)s, %(after)s)
ORDER BY checked_at, matches_audit.match_id LIMIT %(limit)s
"""
BY_VERDICT = """
SELECT match_id::text FROM unnest(%(ids)s::uuid[]) AS found (match_id)
LEFT JOIN matches_audit AS audit USING (match_id) ORDER BY audit.checked_at NULLS FIRST, found.match_id LIMIT %(limit)s
"""
# At each shard as it stands beside its heads: the walk over the events' key that `audits.HEADLESS` makes.
AT_SHARD = """
WITH RECURSIVE stream AS (
    (SELECT match_id FROM %1$s ORDER BY match_id LIMIT 1)
    UNION ALL
    SELECT later.match_id FROM stream CROSS JOIN LATERAL
        (SELECT match_id FROM %1$s AS event WHERE event.match_id > stream.match_id ORDER BY match_id LIMIT 1) AS later
)
SELECT string_agg(match_id::text, ' ') FROM stream
WHERE NOT EXISTS (SELECT FROM %2$s AS head WHERE head.match_id = stream.match_id)
"""
AT_SHARDS = "SELECT success, result FROM run_command_on_colocated_placements('event', 'match_head', %(command)s)"


class ShardUnread(Exception):
    """A shard has not answered, so nobody can say what it holds."""


def longest_unseen(limit: int) -> Sequence[str]:
    """The next matches to be audited."""
    fresh = _ids(UNAUDITED, limit=limit)
    return [*fresh, *islice(_seen(), limit - len(fresh))]


def headless(limit: int) -> Sequence[str]:
    """Matches that have events and no head."""
    with connection.cursor() as cursor:
        cursor.execute(AT_SHARDS, {"command": AT_SHARD})
        rows = cursor.fetchall()
    if not all(success for success, _ in rows):
        raise ShardUnread
    return _ids(BY_VERDICT, ids=[match for _, result in rows for match in (result or "").split()], limit=limit)


def gone(limit: int) -> Sequence[str]:
    """Matches that were sound once, and of which nothing is left but that verdict."""
    found = []
    for piece in _verdicts("sound_version IS NOT NULL"):
        there = {*_ids(HAVE_HEADS, ids=piece), *_ids(HAVE_EVENTS, ids=piece)}
        found += [match for match in piece if match not in there]
        if len(found) >= limit:
            break
    return found[:limit]


def unremembered(limit: int) -> Sequence[str]:
    """Matches that were looked at and have no verdict."""
    found: list[str] = []
    after = FIRST
    while len(found) < limit and (piece := _ids(AUDITED_AFTER, after=after, limit=AT_ONCE)):
        known = set(_ids(HAVE_VERDICTS, ids=piece))
        found += [match for match in piece if match not in known]
        after = piece[-1]
    return found[:limit]


def _seen() -> Iterator[str]:
    for piece in _verdicts("true"):
        known = set(_ids(AUDITED, ids=piece))
        yield from (match for match in piece if match in known)


def _verdicts(condition: str) -> Iterator[Sequence[str]]:
    at, after = datetime.min.replace(tzinfo=UTC), FIRST
    while piece := _rows(VERDICTS.format(condition=condition), at=at, after=after, limit=AT_ONCE):
        yield [match for match, _ in piece]
        after, at = piece[-1]


def _ids(query: str, **values: Any) -> Sequence[str]:
    return [match for (match,) in _rows(query, **values)]


def _rows(query: str, **values: Any) -> Sequence[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        rows: Sequence[Sequence[Any]] = cursor.fetchall()
        return rows
