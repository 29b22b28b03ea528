"""The rounds of a cup: pairs them, makes the matches of their tables, takes the results, and ends the cup.

Each step may be repeated, so a crash loses nothing. A cup waits for no other: one that fails is tried again later.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from events import outages
from events.store import new_id
from games.cups import cup_events, running
from games.cups.cup_events import PairedTable
from games.cups.running import Cup
from games.matches.cups import book, late, results, table_making
from games.matches.cups.book import OpenCup
from games.matches.models.cups import CupEntry, CupRow, CupTable

log = logging.getLogger(__name__)

# How soon a cup is looked at again in which something could not be done.
AGAIN = timedelta(seconds=30)

# Cups in which something is due; each is looked at again later, should this worker die over it.
CLAIM = """
UPDATE matches_cup SET look_at = statement_timestamp() + %(again)s * interval '1 second' WHERE id = ANY(ARRAY(
    SELECT id FROM matches_cup WHERE look_at <= %(at)s ORDER BY look_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
RETURNING id
"""
# The cups of matches that are over are looked at now.
NOTE = """
UPDATE matches_cup SET look_at = statement_timestamp() WHERE id IN (
    SELECT cup_id FROM matches_cuptable WHERE match_id = ANY(%s::uuid[])) AND look_at IS NOT NULL
"""


def note(match_ids: Sequence[str]) -> None:
    """Take note of matches that are over: the cups that they belong to are looked at."""
    if match_ids:
        with connection.cursor() as cursor:
            cursor.execute(NOTE, [list(match_ids)])


def run(*, at: datetime | None = None, limit: int = 1) -> int:
    """Do what is due at that time, by default now, in so many cups at most; in how many."""
    at = book.now() if at is None else at
    with connection.cursor() as cursor:
        cursor.execute(CLAIM, {"again": AGAIN.total_seconds(), "at": at, "limit": limit})
        due = [cup_id for (cup_id,) in cursor.fetchall()]
    for cup_id in due:
        _tried(cup_id, at)
    return len(due)


def _tried(cup_id: UUID, at: datetime) -> None:
    try:
        advance(cup_id, at)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        log.error("the cup %s could not be gone on with: %s", cup_id, type(error).__name__)


def advance(cup_id: UUID, at: datetime) -> None:
    """Make the matches that are missing, take the results that are there, and pair the next round, or end the cup."""
    row = CupRow.objects.get(id=cup_id)
    cup = book.read(row)
    if cup.status != running.RUNNING:
        CupRow.objects.filter(id=cup_id).update(look_at=None)
        return
    for table in CupTable.objects.filter(cup=cup_id, is_made=False).order_by("number"):
        table_making.make(row, cup, table)
    # Bots may have to play on for long: nobody waits for the cup's row meanwhile.
    found = _results(cup, is_late=row.round_ends_at is not None and row.round_ends_at <= at)
    with transaction.atomic():
        opened = book.locked(cup_id, at, skip=True)
        if opened is not None and opened.row.version == row.version:
            _take(opened, found)
            _go_on(opened)


def pair(opened: OpenCup) -> None:
    """Pair the next round of a cup that has one, and note what is to be done: its matches, and its end in time."""
    cup, now = opened.cup, opened.now
    due = running.next_round(cup, opened.seed)
    made = [CupTable(match_id=UUID(new_id()), cup=opened.row, number=number) for number in range(len(due.tables))]
    told: list[PairedTable] = []
    for table, entrants in zip(made, due.tables, strict=True):
        has_people = any(cup.entrants[one]["player"] is not None for one in entrants)
        told.append({"entrants": list(entrants), "match": str(table.match_id) if has_people else None})
        table.absent = [seat for seat, one in enumerate(entrants) if one in cup.withdrawn]
    opened.row.round_ends_at = now + timedelta(seconds=cup.created["round_seconds"])
    opened.row.look_at = now
    opened.add(cup_events.PAIRED, {"round": len(cup.rounds) + 1, "tables": told, "skipped": list(due.skipped)})
    CupTable.objects.bulk_create([table for table, one in zip(made, told, strict=True) if one["match"] is not None])


def _results(cup: Cup, *, is_late: bool) -> dict[int, results.FoundResult]:
    """The results by table that the round has now, of those that were not known."""
    found = {}
    for number, table in enumerate(cup.rounds[-1].tables):
        if table.result is None and table.match is not None:
            ended = results.of_match(table)
            if ended is None and is_late:
                ended = late.result(table)
            if ended is not None:
                found[number] = ended
    return found


def _take(opened: OpenCup, found: dict[int, results.FoundResult]) -> None:
    number = len(opened.cup.rounds)
    for at, table in enumerate(opened.cup.rounds[-1].tables):
        if table.result is not None:
            continue
        ended = found.get(at)
        if table.match is None:
            ranking = running.lot(opened.cup, opened.seed, number, at, table.entrants)
            ended = results.FoundResult(ranking=[list(level) for level in ranking], by=cup_events.BY_LOT)
        if ended is not None:
            opened.add(cup_events.SCORED, {"round": number, "table": at, "ranking": ended.ranking, "by": ended.by})
            CupTable.objects.filter(cup=opened.row, number=at).delete()


def _go_on(opened: OpenCup) -> None:
    """The next round, or the end, once all tables have their results; else the cup is looked at when the time is up."""
    row = opened.row
    if not opened.cup.rounds[-1].is_over:
        is_made = not CupTable.objects.filter(cup=row, is_made=False).exists()
        row.look_at = row.round_ends_at if is_made else opened.now + AGAIN
        row.save(update_fields=["look_at"])
    elif running.is_last(opened.cup):
        _end(opened)
    else:
        pair(opened)


def _end(opened: OpenCup) -> None:
    places = [{"entrant": one.entrant, "place": one.place} for one in running.standings(opened.cup)]
    opened.row.look_at = opened.row.round_ends_at = None
    opened.add(cup_events.ENDED, {"places": places, "seed": opened.seed.hex()})
    CupEntry.objects.filter(cup=opened.row).delete()
