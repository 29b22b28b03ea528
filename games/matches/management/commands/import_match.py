from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.audit.imports import CannotImport, import_file
from games.verify.match_file import Unreadable, content


class Command(BaseCommand):
    help = "Import the finished match of a match file, to be viewed and never to be played on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--name", default="", help="what the lists call it")
        parser.add_argument("--unlisted", action="store_true", help="found by its id only")

    def handle(self, *args: Any, **options: Any) -> None:
        visibility = "unlisted" if options["unlisted"] else "public"
        try:
            data, now = content(options["file"]), datetime.now(UTC)
            imported = import_file(data, now=now, name=options["name"], visibility=visibility)
        except (CannotImport, Unreadable) as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"imported {imported.match}")
        if imported.unjudged:
            told = f"valid in part: {imported.unjudged} moves are only found legal, because their bots are gone"
            self.stderr.write(self.style.WARNING(told))
