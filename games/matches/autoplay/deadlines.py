"""When something next happens in a match by itself: the rows that the sweeps read.

Clocks and the turns of bots have tables of their own, so that what bots have to do lies before no person's clock.
"""

from contextlib import suppress
from datetime import datetime

from django.db import connection

from games.matches.autoplay import timeouts
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.stream.loading import Loaded, keep_snapshot, load

DEADLINES = "deadlines"


def project_deadline(match_id: str, _version: int) -> None:
    """Bring the match's rows for the sweeps up to its stream: none when nothing happens in it by itself."""
    # Its rules engine may fail just now, at the question what is asked.
    with suppress(MatchNotFound, MatchQuarantined):
        put_deadline(load(match_id))


def started(loaded: Loaded) -> None:
    """`put_deadline` for a match that has just started, by the process that has it at hand.

    A fork begins with thousands of events, and the worker of the clocks would fold them while others wait: of a fork a
    snapshot is kept too.
    """
    with suppress(MatchQuarantined):
        put_deadline(loaded)
        if loaded.match.table.forked_from is not None:
            keep_snapshot(loaded.match)


def put_deadline(loaded: Loaded) -> None:
    """The rows for the sweeps of a match that is at hand; they are free for any worker's next sweep."""
    match = loaded.match
    row: dict[str, str | int | bool | datetime | None] = {
        "match": match.id,
        "version": match.head.version,
        "due_at": timeouts.clock_at(loaded),
        "turn_at": timeouts.turn_at(loaded),
        "attended": bool(match.attended),
    }
    with connection.cursor() as cursor:
        cursor.execute(PUT, row)


# A row never goes back to an older version, and a match that was set aside has none: one statement, because it comes
# with every timeout and every turn of a bot.
PUT = """
WITH one AS (
    SELECT %(match)s::uuid AS match_id, %(version)s::integer AS version, %(due_at)s::timestamptz AS due_at,
        %(turn_at)s::timestamptz AS turn_at, %(attended)s::boolean AS attended
     WHERE NOT EXISTS (SELECT FROM matches_quarantine WHERE match_id = %(match)s::uuid)
),
no_clock AS (
    DELETE FROM matches_deadline
     WHERE match_id = %(match)s::uuid AND version <= %(version)s::integer AND %(due_at)s::timestamptz IS NULL
),
no_turn AS (
    DELETE FROM matches_botturn
     WHERE match_id = %(match)s::uuid AND version <= %(version)s::integer AND %(turn_at)s::timestamptz IS NULL
),
clock AS (
    INSERT INTO matches_deadline AS row (match_id, version, due_at)
    SELECT match_id, version, due_at FROM one WHERE due_at IS NOT NULL
    ON CONFLICT (match_id) DO UPDATE SET version = EXCLUDED.version, due_at = EXCLUDED.due_at, claimed_until = NULL
     WHERE row.version <= EXCLUDED.version
)
INSERT INTO matches_botturn AS row (match_id, version, due_at, attended)
SELECT match_id, version, turn_at, attended FROM one WHERE turn_at IS NOT NULL
ON CONFLICT (match_id) DO UPDATE
   SET version = EXCLUDED.version, due_at = EXCLUDED.due_at, attended = EXCLUDED.attended, claimed_until = NULL
 WHERE row.version <= EXCLUDED.version
"""


# The worker that plays what is due writes the rows itself, so most news of deadlines is old when it comes. What another
# worker is deleting is left to it: two that wait for each other's rows would end in a deadlock.
FORGET_OLD_NEWS = """
WITH old AS MATERIALIZED (
    SELECT delivery.match_id, delivery.version FROM delivery
      LEFT JOIN matches_deadline AS clock USING (match_id) LEFT JOIN matches_botturn AS turn USING (match_id)
     WHERE delivery.consumer = %(consumer)s AND delivery.version <= greatest(clock.version, turn.version)
       FOR UPDATE OF delivery SKIP LOCKED
)
DELETE FROM delivery USING old
 WHERE delivery.consumer = %(consumer)s AND delivery.match_id = old.match_id AND delivery.version = old.version
"""


def forget_old_news() -> None:
    """Drop what was delivered of appends that a row knows already."""
    with connection.cursor() as cursor:
        cursor.execute(FORGET_OLD_NEWS, {"consumer": DEADLINES})
