import sys
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.errors import MatchNotFound, MatchQuarantined, RulesUnknown
from games.matches.presentation import export
from games.matches.stream.loading import load


class Command(BaseCommand):
    help = "Write a match file to standard output: a spectator's, a seat's, or with everything that is still sealed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", metavar="MATCH", type=UUID)
        whose = parser.add_mutually_exclusive_group()
        whose.add_argument("--seat", type=int, help="what this seat may see")
        whose.add_argument("--whole", action="store_true", help="everything: of a running match a secret of the server")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = load(str(options["match"]))
        except (MatchNotFound, MatchQuarantined, RulesUnknown) as refused:
            raise CommandError(f"{refused.code}: {options['match']}") from None
        seat = options["seat"]
        if seat is not None and not 0 <= seat < loaded.match.table.seats:
            raise CommandError(f"the match has the seats 0 to {loaded.match.table.seats - 1}")
        for line in export.lines(loaded.match, loaded.events, seat, whole=options["whole"]):
            # As bytes, so that nothing translates the ends of lines.
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
