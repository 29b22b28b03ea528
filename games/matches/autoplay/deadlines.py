"""When something next happens in a match by itself: the rows that the sweeps read.

Clocks and the turns of bots have tables of their own, so that what bots have to do lies before no person's clock.
"""

from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime

from django.db import connection

from events.statements import write
from games.matches.autoplay.timeouts import clock_at, turn_at
from games.matches.errors import MatchQuarantined
from games.matches.stream.loading import Loaded, keep_snapshot, load_each

DEADLINES = "deadlines"


def project_deadlines(match_ids: Collection[str]) -> None:
    """Bring the matches' rows for the sweeps up to their streams: none where nothing happens by itself."""
    put_deadlines(load_each(match_ids).values())


def started(loaded: Loaded) -> None:
    """`put_deadlines` for a match that has just started, by the process that has it at hand.

    A fork begins with thousands of events, and the worker of the clocks would fold them while others wait: of a fork a
    snapshot is kept too.
    """
    with suppress(MatchQuarantined):
        put_deadlines([loaded])
        if loaded.match.table.forked_from is not None:
            keep_snapshot(loaded.match)


def put_deadlines(matches: Iterable[Loaded]) -> None:
    """The rows for the sweeps of matches that are at hand; they are free for any worker's next sweep."""
    write(PUT, [row for loaded in matches if (row := _row(loaded)) is not None])


def _row(loaded: Loaded) -> tuple[str, int, datetime | None, datetime | None, bool] | None:
    match = loaded.match
    # Its rules engine may fail just now, at the question what is asked.
    with suppress(MatchQuarantined):
        return match.id, match.head.version, clock_at(loaded), turn_at(loaded), bool(match.attended)
    return None


# A row never goes back to an older version, and a match that was set aside has none: one statement, because it comes
# with every timeout and every turn of a bot.
PUT = """
WITH given AS (
    SELECT * FROM unnest(%s::uuid[], %s::integer[], %s::timestamptz[], %s::timestamptz[], %s::boolean[])
        AS row (match_id, version, due_at, turn_at, attended)
),
one AS (
    SELECT * FROM given
     WHERE NOT EXISTS (SELECT FROM matches_quarantine WHERE matches_quarantine.match_id = given.match_id)
     ORDER BY match_id
),
no_clock AS (
    DELETE FROM matches_deadline AS row USING given
     WHERE row.match_id = given.match_id AND row.version <= given.version AND given.due_at IS NULL
),
no_turn AS (
    DELETE FROM matches_botturn AS row USING given
     WHERE row.match_id = given.match_id AND row.version <= given.version AND given.turn_at IS NULL
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
# worker is deleting is left to it: two that wait for each other's rows would end in a deadlock. The rows are looked up
# one by one, because a join may be made by reading all of them.
FORGET_OLD_NEWS = """
WITH old AS MATERIALIZED (
    SELECT match_id, version FROM delivery
     WHERE consumer = %(consumer)s AND version <= greatest(
        (SELECT version FROM matches_deadline AS clock WHERE clock.match_id = delivery.match_id),
        (SELECT version FROM matches_botturn AS turn WHERE turn.match_id = delivery.match_id))
       FOR UPDATE SKIP LOCKED
)
DELETE FROM delivery USING old
 WHERE delivery.consumer = %(consumer)s AND delivery.match_id = old.match_id AND delivery.version = old.version
"""


def forget_old_news() -> None:
    """Drop what was delivered of appends that a row knows already."""
    with connection.cursor() as cursor:
        cursor.execute(FORGET_OLD_NEWS, {"consumer": DEADLINES})
