from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.audit import daily_heads

# The exit status when the file was written and days before it were not; 1 when it was not written either.
INCOMPLETE = 3


class Command(BaseCommand):
    help = (
        "Write the heads of all matches that moved on a day (UTC) into a file to be kept elsewhere. "
        "Ends with 3 when the file is written and there is none for a day before it, with 1 when it is not written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--date", type=date.fromisoformat, help="default: yesterday")
        parser.add_argument("--all", action="store_true", help="of all matches as they stand now, for a backup")
        parser.add_argument("--out", metavar="DIR", type=Path, default=Path(), help="default: the working directory")

    def handle(self, *args: Any, **options: Any) -> None:
        now = datetime.now(UTC)
        day = options["date"] or now.date() - timedelta(days=1)
        if options["all"]:
            self.stdout.write(f"{daily_heads.publish_all(options['out'], now=now)}")
            return
        try:
            path = daily_heads.publish(day, options["out"], now=now)
        except OSError as error:
            raise CommandError(f"{options['out']}: {error.strerror or error}") from None
        except daily_heads.CannotPublish as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{path}")
        if gap := daily_heads.missing(day, options["out"]):
            told = f"there is no file of {gap[0]}" + (f" to {gap[-1]}" if len(gap) > 1 else "")
            raise CommandError(f"{path.name} is written, but {told}", returncode=INCOMPLETE)
