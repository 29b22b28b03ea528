from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches import heads


class Command(BaseCommand):
    help = "Write the heads of all matches that moved on a day (UTC) into a file to be kept elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--date", type=date.fromisoformat, help="default: yesterday")
        parser.add_argument("--out", metavar="DIR", type=Path, default=Path(), help="default: the working directory")

    def handle(self, *args: Any, **options: Any) -> None:
        now = datetime.now(UTC)
        day = options["date"] or now.date() - timedelta(days=1)
        try:
            path = heads.publish(day, options["out"], now=now)
        except OSError as error:
            raise CommandError(f"{options['out']}: {error.strerror}") from None
        except heads.CannotPublish as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{path}")
