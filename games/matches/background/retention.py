"""What players have arranged for one match goes with the notices about it, some time after its end; its chat likewise.

What was arranged for a match that is not there goes at once: 0.1.0 took that in.
"""

import math
import time
from collections.abc import Mapping, Sequence

from django.db import connection
from django.db.backends.utils import CursorWrapper

from events.sharding import is_distributed
from events.store import last_events

# So many rows are looked at, and those of matches that ended long ago deleted, in one transaction.
AT_ONCE = 1_000
# Standing orders, and what of a match leaves the inbox; both by a number that rises.
TABLES = ("matches_standingorder", "matches_matchnotices")
MESSAGES = "matches_chatmessage"
CHAT = (MESSAGES, "matches_chatroom", "matches_chatread")

# From one piece of the key to the next. The event of the head says whether a match has ended, and when; of a cold match
# its row does.
FORGET = """
WITH piece AS MATERIALIZED (
    SELECT id, match_id FROM {table} WHERE id > %(after)s ORDER BY id LIMIT %(limit)s
),
old AS (
    SELECT piece.id FROM piece LEFT JOIN match_head AS head USING (match_id)
        LEFT JOIN event ON event.match_id = head.match_id AND event.version = head.version
        LEFT JOIN cold_match AS cold ON cold.match_id = head.match_id
    WHERE head.match_id IS NULL OR coalesce(event.type, cold.type) IN ('match_ended', 'match_cancelled')
        AND coalesce(event.at, cold.at) < statement_timestamp() - %(days)s * interval '1 day'
),
{first} gone AS (DELETE FROM {table} USING old WHERE {table}.id = old.id RETURNING old.id)
SELECT (SELECT max(id) FROM piece), (SELECT count(*) FROM gone)
"""
# A report stays, with what the message said then. PostgreSQL refuses to delete a row to which another one refers.
LET_GO = "let_go AS (UPDATE matches_playerreport SET message_id = NULL WHERE message_id IN (SELECT id FROM old)),"
# The same where streams lie on other nodes: a piece, and what its matches came to, asked for between the two.
PIECE = "SELECT id, match_id::text FROM {table} WHERE id > %(after)s ORDER BY id LIMIT %(limit)s"
FORGET_PIECE = """
WITH old AS MATERIALIZED (
    SELECT id FROM unnest(%(ids)s::bigint[], %(types)s::text[], %(times)s::timestamptz[]) AS told (id, type, at)
    WHERE type IS NULL OR type IN ('match_ended', 'match_cancelled')
        AND at < statement_timestamp() - %(days)s * interval '1 day'
),
{first} gone AS (DELETE FROM {table} USING old WHERE {table}.id = old.id RETURNING old.id)
SELECT count(*) FROM gone
"""


def forget(*, days: int, seconds: float = math.inf, tables: Sequence[str] = TABLES) -> int:
    """Delete what was arranged for matches that ended more than so many days ago; how many rows.

    In small pieces, oldest first, of which none begins after so many seconds.
    """
    until = time.monotonic() + seconds
    return sum(_forget(table, days, until) for table in tables)


def _forget(table: str, days: int, until: float) -> int:
    count = 0
    after: int | None = 0
    with connection.cursor() as cursor:
        while after is not None and time.monotonic() < until:
            values: dict[str, int] = {"after": after, "limit": AT_ONCE, "days": days}
            if is_distributed():
                after, gone = _forget_piece(cursor, table, values)
            else:
                cursor.execute(FORGET.format(table=table, first=_first(table)), values)
                after, gone = cursor.fetchone()
            count += gone
    return count


def _forget_piece(cursor: CursorWrapper, table: str, values: Mapping[str, int]) -> tuple[int | None, int]:
    cursor.execute(PIECE.format(table=table), values)
    piece = cursor.fetchall()
    if not piece:
        return None, 0
    found = last_events(list({match for _, match in piece}))
    last = [found.get(match, (None, None)) for _, match in piece]
    given = {
        "ids": [number for number, _ in piece],
        "types": [one[0] for one in last],
        "times": [one[1] for one in last],
    }
    cursor.execute(FORGET_PIECE.format(table=table, first=_first(table)), {**values, **given})
    ((gone,),) = cursor.fetchall()
    return piece[-1][0], gone


def _first(table: str) -> str:
    """What a deletion has to do before, in the same statement."""
    return LET_GO if table == MESSAGES else ""
