import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.core.languages import LANGUAGES
from games.matches.errors import Refused
from games.matches.presentation import transcript
from games.matches.stream.loading import load


class Command(BaseCommand):
    help = "Print a match as text, an event a line: what a spectator may know, and everything once it has ended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=uuid.UUID, help="the match's id")
        parser.add_argument("--language", choices=LANGUAGES, default="en")
        knowing = parser.add_mutually_exclusive_group()
        knowing.add_argument("--seat", type=int, help="what this seat may know")
        knowing.add_argument("--whole", action="store_true", help="everything, hands and hidden cards too")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = load(str(options["match"]))
        except Refused as refused:
            raise CommandError(f"{options['match']}: {refused.code}") from None
        seat = options["seat"]
        if seat is not None and not 0 <= seat < loaded.match.table.seats:
            raise CommandError(f"there is no seat {seat} at this table")
        for line in transcript.history(loaded, seat=seat, whole=options["whole"], language=options["language"]):
            self.stdout.write(line)
