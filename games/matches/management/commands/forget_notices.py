from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.matches.notices import channels, inbox


class Command(BaseCommand):
    help = "Delete notices, and what became of sending them, that are older than some days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=90)

    def handle(self, *args: Any, **options: Any) -> None:
        channels.forget(days=min(options["days"], channels.KEPT_DAYS))
        self.stdout.write(f"{inbox.forget(days=options['days'])} notices forgotten")
