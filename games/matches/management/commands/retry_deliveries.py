from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from events import outbox
from games.matches.background.consumers import CONSUMERS


class Command(BaseCommand):
    help = "Try parked news again: of one consumer, of one match, or all of it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--consumer", choices=sorted(CONSUMERS))
        parser.add_argument("--match", help="a match's id")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{outbox.retry(options['consumer'], options['match'])} rows are tried again")
