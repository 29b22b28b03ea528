"""`manage.py move_cold`: matches that ended long ago go from the database into files, and can be read as before."""

import calendar
import time
from argparse import ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from events import sharding
from events.cold import files, moving, register
from events.cold.moving import CannotMove
from events.roles import OWNER
from events.store import FIRST
from games.matches.background import cold_moves

# How often it is told how far it is.
TOLD_SECONDS = 5.0


class Command(BaseCommand):
    """Moves matches into `COLD_STORAGE`; it needs `DATABASE_OWNER_URL`, and may run beside the service and itself."""

    help = "Move matches that ended long ago into files, from which they are read as before; or check these files"

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--months", type=_months, help="those that ended at least so many months ago")
        what.add_argument("--check", action="store_true", help="read every file, and say which are missing or damaged")
        parser.add_argument("--dry-run", action="store_true", help="only say how many would move")
        parser.add_argument("--vacuum", action="store_true", help="then let new rows have the room of those that went")
        parser.add_argument("--limit", type=int, help="at most so many")

    def handle(self, *args: Any, **options: Any) -> None:
        if sharding.is_distributed():
            raise CommandError("the store lies on Citus, where no match becomes cold")
        if options["check"]:
            self._check()
            return
        if not files.is_configured():
            raise CommandError("set COLD_STORAGE, for every process of the service: file:///folder")
        before = months_before(datetime.now(UTC), options["months"])
        if options["dry_run"]:
            self.stdout.write(f"{sum(1 for _ in cold_moves.due(before))} matches would move")
            return
        if OWNER not in connections:
            raise CommandError("the rows are their owner's to delete: set DATABASE_OWNER_URL")
        self._move(before, options["limit"], vacuum=options["vacuum"])

    def _move(self, before: datetime, limit: int | None, *, vacuum: bool) -> None:
        matches = events = size = left = 0
        told = time.monotonic()
        for match_id in cold_moves.due(before):
            if limit is not None and matches >= limit:
                break
            try:
                moved = cold_moves.move(match_id)
            except CannotMove as refused:
                left += 1
                self.stdout.write(f"{match_id} stays: {refused}")
                continue
            if moved is not None:
                matches, events, size = matches + 1, events + moved.events, size + moved.size
            if time.monotonic() - told >= TOLD_SECONDS:
                told = time.monotonic()
                self.stderr.write(f"{matches:,} matches moved")
        if vacuum and matches:
            moving.vacuum()
        self.stdout.write(f"{matches:,} matches moved, {events:,} events in {size / 1e6:,.1f} MB")
        if left:
            raise CommandError(f"{left} matches stay in the database")

    def _check(self) -> None:
        if not files.is_configured():
            if register.after(FIRST, limit=1):
                raise CommandError("there are cold matches, and COLD_STORAGE does not say where their files are")
            return
        damaged = 0
        for line in cold_moves.damaged():
            damaged += 1
            self.stdout.write(line)
        if damaged:
            raise CommandError(f"{damaged} files of cold matches are missing or damaged")


def months_before(at: datetime, months: int) -> datetime:
    """The time so many calendar months earlier: on the month's last day where it has no such day."""
    year, month = divmod(at.year * 12 + at.month - 1 - months, 12)
    return at.replace(year=year, month=month + 1, day=min(at.day, calendar.monthrange(year, month + 1)[1]))


def _months(text: str) -> int:
    months = int(text)
    if not 1 <= months <= 1200:
        raise ArgumentTypeError("a number of months from 1 to 1200")
    return months
