from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.matches.notices import holds


class Command(BaseCommand):
    help = "Send mail and call webhooks again after hold_sending."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--forget", action="store_true", help="send nothing of what was due before the hold")

    def handle(self, *args: Any, **options: Any) -> None:
        forgotten = holds.resume(forget=options["forget"])
        self.stdout.write(f"mail and webhooks go out; {forgotten} of before are forgotten")
