"""When something next happens in a match by itself: the rows that the sweep reads."""

from contextlib import suppress
from datetime import datetime

from django.db import connection

from games.matches.autoplay import timeouts
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.stream.loading import Loaded, load

DEADLINES = "deadlines"


def project_deadline(match_id: str, _version: int) -> None:
    """Bring the match's row for the sweep up to its stream: none when nothing happens in it by itself."""
    # Its rules engine may fail just now, at the question what is asked.
    with suppress(MatchNotFound, MatchQuarantined):
        put_deadline(load(match_id))


def put_deadline(loaded: Loaded) -> None:
    """The row for the sweep of a match that is at hand; it is free for any worker's next sweep."""
    match, wakes_at = loaded.match, timeouts.wakes_at(loaded)
    row: dict[str, str | int | datetime | None] = {"match": match.id, "version": match.head.version, "due_at": wakes_at}
    with connection.cursor() as cursor:
        cursor.execute(NO_DEADLINE if wakes_at is None else DEADLINE, row)


# A row never goes back to an older version, and a match that was set aside has none: one statement, because it comes
# with every timeout.
DEADLINE = """
INSERT INTO matches_deadline AS row (match_id, version, due_at)
SELECT %(match)s::uuid, %(version)s::integer, %(due_at)s::timestamptz
 WHERE NOT EXISTS (SELECT FROM matches_quarantine WHERE match_id = %(match)s::uuid)
ON CONFLICT (match_id) DO UPDATE SET version = EXCLUDED.version, due_at = EXCLUDED.due_at, claimed_until = NULL
 WHERE row.version <= EXCLUDED.version
"""


NO_DEADLINE = "DELETE FROM matches_deadline WHERE match_id = %(match)s::uuid AND version <= %(version)s::integer"


# The worker that plays what is due writes the row itself, so most news of deadlines is old when it comes. What another
# worker is deleting is left to it: two that wait for each other's rows would end in a deadlock.
FORGET_OLD_NEWS = """
WITH old AS MATERIALIZED (
    SELECT delivery.match_id, delivery.version FROM delivery JOIN matches_deadline AS row USING (match_id)
     WHERE delivery.consumer = %(consumer)s AND delivery.version <= row.version
       FOR UPDATE OF delivery SKIP LOCKED
)
DELETE FROM delivery USING old
 WHERE delivery.consumer = %(consumer)s AND delivery.match_id = old.match_id AND delivery.version = old.version
"""


def forget_old_news() -> None:
    """Drop what was delivered of appends that a row knows already."""
    with connection.cursor() as cursor:
        cursor.execute(FORGET_OLD_NEWS, {"consumer": DEADLINES})
