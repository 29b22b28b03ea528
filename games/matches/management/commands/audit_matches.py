from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.audit import audits
from games.matches.errors import MatchNotFound


class Command(BaseCommand):
    help = "Audit stored matches: those named, or those that were looked at longest ago. Fails when one fails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", metavar="MATCH", type=UUID)
        parser.add_argument("--limit", type=int, default=1000, help="how many when none is named (default 1000)")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = [str(match_id) for match_id in options["match"]] or self._due(options["limit"])
        failed = [match_id for match_id in wanted if self._fails(match_id)]
        if failed:
            raise CommandError(f"{len(failed)} of {len(wanted)} matches fail")
        self.stdout.write(f"{len(wanted)} matches audited, none fails")

    def _due(self, limit: int) -> list[str]:
        return [*audits.headless(limit), *audits.longest_unseen(limit)][:limit]

    def _fails(self, match_id: str) -> bool:
        try:
            found = audits.examine(match_id)
        except MatchNotFound:
            raise CommandError(f"there is no match {match_id}") from None
        for check, outcome in found.checks.items():
            if isinstance(outcome, int):
                self.stdout.write(f"{match_id} fails {check} at version {outcome}")
        return found.failed
