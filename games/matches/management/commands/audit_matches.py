from collections import Counter
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.audit import audits, daily_heads
from games.matches.errors import MatchNotFound, RulesUnknown

HOLDS, FAILS, LEFT = "holds", "fails", "left"


class Command(BaseCommand):
    help = (
        "Audit stored matches: those named, or those that were looked at longest ago. With --heads, holds what is"
        " stored against files of published heads instead. Fails when one fails."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", metavar="MATCH", type=UUID)
        parser.add_argument("--limit", type=int, default=1000, help="how many when none is named (default 1000)")
        parser.add_argument("--heads", nargs="+", metavar="FILE", type=Path, help="what publish_heads has written")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["heads"]:
            self._compare(options["heads"])
            return
        wanted = [str(match_id) for match_id in options["match"]] or self._due(options["limit"])
        found = Counter(map(self._audited, wanted))
        if found[FAILS]:
            raise CommandError(f"{found[FAILS]} of {len(wanted)} matches fail")
        if found[LEFT]:
            raise CommandError(f"{found[LEFT]} of {len(wanted)} matches are left to a node that knows their rules")
        self.stdout.write(f"{len(wanted)} matches audited, none fails")

    def _due(self, limit: int) -> list[str]:
        return [*audits.gone(limit), *audits.headless(limit), *audits.longest_unseen(limit)][:limit]

    def _compare(self, files: list[Path]) -> None:
        count = lost = 0
        for file in files:
            try:
                heads = daily_heads.read(file)
            except (OSError, ValueError) as error:
                raise CommandError(f"{file} is no file of heads: {error}") from None
            count += len(heads)
            for missed in daily_heads.missed(heads):
                lost += 1
                self.stdout.write(f"{file.name}: {missed}")
        if lost:
            raise CommandError(f"{lost} of {count} published heads are not in the histories that are stored")
        self.stdout.write(f"{count} published heads, all of them in the histories that are stored")

    def _audited(self, match_id: str) -> str:
        try:
            found = audits.examine(match_id)
        except MatchNotFound:
            raise CommandError(f"there is no match {match_id}") from None
        except RulesUnknown:
            self.stdout.write(f"{match_id} is not audited, its rules are unknown here")
            return LEFT
        for check, outcome in found.checks.items():
            if isinstance(outcome, int):
                self.stdout.write(f"{match_id} fails {check} at version {outcome}")
        return FAILS if found.failed else HOLDS
