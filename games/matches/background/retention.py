"""What players have arranged for one match goes with the notices about it, some time after its end; its chat likewise.

What was arranged for a match that is not there goes at once: 0.1.0 took that in.
"""

import math
import time
from collections.abc import Sequence

from django.db import connection

# So many rows are looked at, and those of matches that ended long ago deleted, in one transaction.
AT_ONCE = 1_000
# Standing orders, and what of a match leaves the inbox; both by a number that rises.
TABLES = ("matches_standingorder", "matches_matchnotices")
CHAT = ("matches_chatmessage", "matches_chatroom")

# From one piece of the key to the next. The event of the head says whether a match has ended, and when.
FORGET = """
WITH piece AS MATERIALIZED (
    SELECT id, match_id FROM {table} WHERE id > %(after)s ORDER BY id LIMIT %(limit)s
),
old AS (
    SELECT piece.id FROM piece LEFT JOIN match_head AS head USING (match_id)
        LEFT JOIN event ON event.match_id = head.match_id AND event.version = head.version
    WHERE head.match_id IS NULL OR event.type IN ('match_ended', 'match_cancelled')
        AND event.at < statement_timestamp() - %(days)s * interval '1 day'
),
gone AS (DELETE FROM {table} USING old WHERE {table}.id = old.id RETURNING old.id)
SELECT (SELECT max(id) FROM piece), (SELECT count(*) FROM gone)
"""


def forget(*, days: int, seconds: float = math.inf, tables: Sequence[str] = TABLES) -> int:
    """Delete what was arranged for matches that ended more than so many days ago; how many rows.

    In small pieces, oldest first, of which none begins after so many seconds.
    """
    until = time.monotonic() + seconds
    return sum(_forget(table, days, until) for table in tables)


def _forget(table: str, days: int, until: float) -> int:
    count, after = 0, 0
    with connection.cursor() as cursor:
        while after is not None and time.monotonic() < until:
            cursor.execute(FORGET.format(table=table), {"after": after, "limit": AT_ONCE, "days": days})
            after, gone = cursor.fetchone()
            count += gone
    return count
