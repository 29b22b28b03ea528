import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.background import operations
from games.matches.errors import Refused


class Command(BaseCommand):
    help = "Release a match from quarantine: it goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=uuid.UUID, help="the match's id")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            operations.release(str(options["match"]))
        except Refused as refused:
            raise CommandError(f"{options['match']} is not released: {refused.code}") from None
        self.stdout.write(f"{options['match']} goes on")
