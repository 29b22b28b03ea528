"""Lists a player's notices, newest first, and marks them as read."""

import math
import time
from collections.abc import Sequence

from django.db import connection
from django.db.models.functions import Now

from events.store import FIRST
from games.matches.models.notices import Notice
from games.matches.notices.kinds import OF_OPEN_PROMPTS, WITHHELD


def listed(player_id: str, *, unread: bool, before: str | None, limit: int) -> list[Notice]:
    """Up to `limit` notices of a player, newest first; `before` is the last id of the page before."""
    rows = Notice.objects.filter(player_id=player_id).exclude(kind=WITHHELD).order_by("-id")
    if unread:
        rows = rows.filter(read_at=None)
    return list((rows if before is None else rows.filter(id__lt=before))[:limit])


SINCE = """
SELECT id, position FROM matches_notice WHERE player_id = %s AND position > %s AND kind <> 'withheld'
ORDER BY position LIMIT %s
"""


# More than are written between two backups.
SKIPPED = 1_000_000
SKIP = """
SELECT count(nextval(pg_get_serial_sequence('matches_notice', 'position'))) FROM generate_series(1, %s::integer)
"""


def skip_positions() -> None:
    """Count on from further ahead: readers of what a restored copy has lost would miss what gets their numbers."""
    with connection.cursor() as cursor:
        cursor.execute(SKIP, [SKIPPED])


def since(player_id: str, position: int, *, limit: int) -> list[tuple[int, Notice]]:
    """The first notices of a player after a position, each with its own; of a position none comes later than it did."""
    with connection.cursor() as cursor:
        cursor.execute(SINCE, [player_id, position, limit])
        places = dict(cursor.fetchall())
    found = Notice.objects.in_bulk(places) if places else {}
    return sorted(((places[one], notice) for one, notice in found.items()), key=lambda pair: pair[0])


def last_position(player_id: str) -> int:
    """The position of a player's last notice; 0 where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(position), 0) FROM matches_notice WHERE player_id = %s", [player_id])
        ((position,),) = cursor.fetchall()
    return int(position)


def read(player_id: str, *, notices: Sequence[str] = (), up_to: str | None = None) -> None:
    """Mark notices as read: those named, and with `up_to` that one and all before it. Others' are left alone."""
    unread = Notice.objects.filter(player_id=player_id, read_at=None)
    if notices:
        unread.filter(id__in=notices).update(read_at=Now())
    if up_to is not None:
        unread.filter(id__lte=up_to).update(read_at=Now())


def count_unread(player_id: str) -> int:
    return Notice.objects.filter(player_id=player_id, read_at=None).count()


# So many notices are looked at and deleted in one transaction.
AT_ONCE = 1_000

# From one piece of the key to the next: no index is kept for it, and as ids rise with time the oldest come first.
FORGET = """
WITH piece AS MATERIALIZED (
    SELECT id, at, kind, read_at FROM matches_notice WHERE id > %(after)s::uuid ORDER BY id LIMIT %(limit)s
),
old AS (
    SELECT id FROM piece
    WHERE at < statement_timestamp() - %(days)s * interval '1 day' AND NOT (kind = ANY(%(asked)s) AND read_at IS NULL)
        AND NOT EXISTS (SELECT FROM matches_dispatch WHERE notice_id = piece.id AND state = 'pending')
),
sent AS (DELETE FROM matches_dispatch USING old WHERE notice_id = old.id),
gone AS (DELETE FROM matches_notice USING old WHERE matches_notice.id = old.id RETURNING old.id)
SELECT (SELECT id::text FROM piece ORDER BY piece.id DESC LIMIT 1), (SELECT count(*) FROM gone)
"""


def forget(*, days: int, seconds: float = math.inf) -> int:
    """Delete notices older than so many days, with their dispatches; how many notices.

    In small pieces, oldest first, of which none begins after so many seconds. Nothing is told again: how far a match
    has told its events is kept, and notices of open prompts stay. So does what is still to be sent: it may be on hold.
    """
    until, count = time.monotonic() + seconds, 0
    after: str | None = FIRST
    asked = list(OF_OPEN_PROMPTS)
    with connection.cursor() as cursor:
        while after is not None:
            cursor.execute(FORGET, {"after": after, "limit": AT_ONCE, "days": days, "asked": asked})
            ((after, gone),) = cursor.fetchall()
            count += int(gone)
            if time.monotonic() >= until:
                break
    return count
