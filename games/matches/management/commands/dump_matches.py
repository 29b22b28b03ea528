import re
from argparse import ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.background import dumps


def _month(text: str) -> str:
    if not re.fullmatch("[0-9]{4}-(0[1-9]|1[0-2])", text):
        raise ArgumentTypeError(f"{text} is no month: write it as 2026-11")
    return text


class Command(BaseCommand):
    help = (
        "Write all public matches that have ended into a folder, a file for each month (UTC), with an index and "
        "hashes, for research. Nothing of a player is in them but what they did at the table. Serve it as files."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", metavar="DIR", type=Path, required=True)
        parser.add_argument("--before", metavar="YYYY-MM", type=_month, help="default: the present month")
        parser.add_argument("--licence", default="CC0-1.0", help="the terms of their use, for the index")

    def handle(self, *args: Any, **options: Any) -> None:
        before = options["before"] or f"{datetime.now(UTC):%Y-%m}"
        try:
            months = dumps.write(options["out"], before=before, licence=options["licence"])
        except OSError as error:
            raise CommandError(f"{options['out']}: {error.strerror or error}") from None
        for one in months:
            self.stdout.write(f"{one['month']}: {one['matches']} matches, {one['bytes']} bytes, sha256 {one['sha256']}")
        self.stdout.write(f"{options['out'] / dumps.INDEX}: {len(months)} {'month' if len(months) == 1 else 'months'}")
