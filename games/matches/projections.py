"""Disposable rows computed from streams: the lists, and when the next clock runs out."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import connection

from events import outbox, snapshots, store
from games.matches import quarantine, seeing, timeouts
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.match import Loaded, keep_snapshot, load, recent
from games.matches.models import Listing, Lobby

LISTINGS, DEADLINES = "listings", "deadlines"


def project_listing(match_id: str, _version: int) -> None:
    """Bring the match's row of the lists up to its stream."""
    loaded = _load(match_id)
    lobby = Lobby.objects.filter(match_id=match_id).first()
    if loaded is None or lobby is None:
        return
    # Here because the match is at hand, and nobody waits.
    keep_snapshot(loaded.match)
    document = _document(loaded)
    row = {
        "version": loaded.match.head.version,
        "game": loaded.match.game.slug,
        "status": document["status"],
        "visibility": lobby.visibility,
        "player_ids": list(loaded.holders.values()),
        "waiting_player_ids": [loaded.holders[seat] for seat in document["waiting_for"] if seat in loaded.holders],
        "holders": {str(seat): holder for seat, holder in loaded.holders.items()},
        "document": document,
    }
    _put(match_id, row)


def project_deadline(match_id: str, _version: int) -> None:
    """Bring the match's row for the sweep up to its stream: none when nothing happens in it by itself."""
    loaded = _load(match_id)
    if loaded is None:
        return
    # Its rules engine may fail just now, at the question what is asked.
    with suppress(MatchQuarantined):
        put_deadline(loaded)


def put_deadline(loaded: Loaded) -> None:
    """The row for the sweep of a match that is at hand; it is free for any worker's next sweep."""
    match, wakes_at = loaded.match, timeouts.wakes_at(loaded)
    row: dict[str, str | int | datetime | None] = {"match": match.id, "version": match.head.version, "due_at": wakes_at}
    with connection.cursor() as cursor:
        cursor.execute(NO_DEADLINE if wakes_at is None else DEADLINE, row)


# A row never goes back to an older version, and a match that was set aside has none: one statement, for it comes with
# every timeout.
DEADLINE = """
INSERT INTO matches_deadline AS row (match_id, version, due_at)
SELECT %(match)s::uuid, %(version)s::integer, %(due_at)s::timestamptz
 WHERE NOT EXISTS (SELECT FROM matches_quarantine WHERE match_id = %(match)s::uuid)
ON CONFLICT (match_id) DO UPDATE SET version = EXCLUDED.version, due_at = EXCLUDED.due_at, claimed_until = NULL
 WHERE row.version <= EXCLUDED.version
"""
NO_DEADLINE = "DELETE FROM matches_deadline WHERE match_id = %(match)s::uuid AND version <= %(version)s::integer"


# Whoever plays what is due writes the row himself, so most news of deadlines is old when it comes. What another worker
# is deleting is left to it: two who wait for each other's rows would end in a deadlock.
FORGET_OLD_NEWS = """
WITH old AS MATERIALIZED (
    SELECT delivery.match_id, delivery.version FROM delivery JOIN matches_deadline AS row USING (match_id)
     WHERE delivery.consumer = %(consumer)s AND delivery.version <= row.version
       FOR UPDATE OF delivery SKIP LOCKED
)
DELETE FROM delivery USING old
 WHERE delivery.consumer = %(consumer)s AND delivery.match_id = old.match_id AND delivery.version = old.version
"""

CONSUMERS: Mapping[str, Callable[[str, int], None]] = {LISTINGS: project_listing, DEADLINES: project_deadline}


def catch_up(consumer: str) -> int:
    """Work off what has been delivered to a projection; how many matches that were."""
    if consumer == DEADLINES:
        with connection.cursor() as cursor:
            cursor.execute(FORGET_OLD_NEWS, {"consumer": DEADLINES})
    return outbox.deliver(consumer, CONSUMERS[consumer])


def rebuild() -> int:
    """Compute every row of every projection anew from the streams; how many matches there are."""
    # From the events themselves, not from what was folded of them before.
    snapshots.drop_all()
    recent.clear()
    count = 0
    for match_id in store.matches():
        for project in CONSUMERS.values():
            project(match_id, 0)
        count += 1
    return count


def _document(loaded: Loaded) -> dict[str, Any]:
    match, imported = loaded.match, loaded.is_imported
    try:
        return seeing.resource(match, quarantined=quarantine.is_quarantined(match.id), imported=imported)
    except MatchQuarantined:
        # Its rules engine has failed just now, at the question whom the match waits for.
        return seeing.resource(match, quarantined=True, imported=imported)


def _load(match_id: str) -> Loaded | None:
    try:
        return load(match_id)
    except (MatchNotFound, MatchQuarantined):
        return None


def _put(match_id: str, row: Mapping[str, Any]) -> None:
    # Deliveries of one match may cross: a row never goes back to an older version.
    older = Listing.objects.filter(match_id=match_id, version__lte=row["version"])
    if older.update(**row):
        return
    _, created = Listing.objects.get_or_create(match_id=match_id, defaults=dict(row))
    if not created:
        older.update(**row)
