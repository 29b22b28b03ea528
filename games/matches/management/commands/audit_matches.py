from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events.cold import cold_events
from events.errors import ColdFileUnreadable
from events.randomness import new_key
from games.matches.audit import audits, daily_heads, heads_file
from games.matches.audit.heads_file import Published
from games.matches.errors import MatchNotFound, RulesUnknown

HOLDS, FAILS, LEFT, GONE, UNREAD = "holds", "fails", "left", "gone", "unread"
# What makes the command fail, each with the words for so many matches.
FAILURES = {
    FAILS: "fail",
    GONE: "are not there",
    LEFT: "are left to a node that knows their rules",
    UNREAD: "are in files that cannot be read now",
}


class Command(BaseCommand):
    help = (
        "Audit stored matches: those named, those of a sample, or those that were looked at longest ago. With --heads,"
        " holds what is"
        " stored against files of published heads instead, or what is stored of the matches named. All that is named"
        " is looked at; fails when one fails, is not there, or could not be looked at."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", nargs="*", metavar="MATCH", type=UUID)
        parser.add_argument("--limit", type=int, default=1000, help="how many when none is named (default 1000)")
        parser.add_argument("--sample", type=int, metavar="N", help="so many: half of them the newest, half drawn")
        parser.add_argument("--seed", default="", help="draws the same sample again; without it a new one is drawn")
        parser.add_argument("--heads", nargs="+", metavar="FILE", type=Path, help="what publish_heads has written")

    def handle(self, *args: Any, **options: Any) -> None:
        named = list(dict.fromkeys(str(match_id) for match_id in options["match"]))
        if options["heads"]:
            self._compare(options["heads"], named)
            return
        seed = options["seed"] or new_key(4).hex()
        is_sample = options["sample"] is not None and not named
        wanted = named or (audits.sample(options["sample"], seed) if is_sample else self._due(options["limit"]))
        drawn = f" (half of them the newest, half drawn by --seed {seed})" if is_sample else ""
        found = Counter(map(self._audited, wanted))
        failures = [
            f"{found[kind]} of {len(wanted)} matches {words}" for kind, words in FAILURES.items() if found[kind]
        ]
        if failures:
            raise CommandError(f"{', '.join(failures)}{drawn}")
        self.stdout.write(f"{len(wanted)} matches audited, none fails{drawn}")

    def _due(self, limit: int) -> list[str]:
        return [*audits.gone(limit), *audits.headless(limit), *audits.longest_unseen(limit)][:limit]

    def _compare(self, files: Sequence[Path], named: Sequence[str]) -> None:
        """Hold the heads in files, or those of the matches named, against what is stored."""
        by_digest = {heads_file.digest(match_id): match_id for match_id in named}
        found = [(file, heads) for file in files if (heads := self._read(file)) is not None]
        if named:
            found = [(file, [line for line in heads if line.match in by_digest]) for file, heads in found]
        count = sum(len(heads) for _, heads in found)
        lost = sum(self._missed(file, heads) for file, heads in found)
        told = {line.match for _, heads in found for line in heads}
        untold = [match_id for digest, match_id in by_digest.items() if digest not in told]
        for match_id in untold:
            self.stdout.write(f"no file has a head of {match_id}")
        failures = {
            f"{lost} of {count} published heads are not in the histories that are stored": lost,
            f"{len(untold)} of {len(named)} matches have no published head here": untold,
            f"{len(files) - len(found)} of {len(files)} files could not be read": len(found) < len(files),
        }
        if said := [failure for failure, holds in failures.items() if holds]:
            raise CommandError(", ".join(said))
        self.stdout.write(f"{count} published heads, all of them in the histories that are stored")

    def _missed(self, file: Path, heads: Sequence[Published]) -> int:
        """Say which heads of a file are in no history; how many they are."""
        missed = daily_heads.missed(heads)
        for line in missed:
            self.stdout.write(f"{file.name}: {line}")
        return len(missed)

    def _read(self, file: Path) -> list[Published] | None:
        """The heads of a file; None where it is none, which is said."""
        try:
            return heads_file.read(file)
        except (OSError, ValueError) as error:
            self.stdout.write(f"{file} is no file of heads: {error}")
            return None

    def _audited(self, match_id: str) -> str:
        try:
            found = audits.examine(match_id)
        except MatchNotFound:
            self.stdout.write(f"there is no match {match_id}")
            return GONE
        except RulesUnknown:
            self.stdout.write(f"{match_id} is not audited, its rules are unknown here")
            return LEFT
        except ColdFileUnreadable as unreadable:
            self.stdout.write(str(unreadable))
            return UNREAD
        if found.failed and (damage := cold_events.damage_of(match_id)):
            self.stdout.write(damage)
        for check, outcome in found.checks.items():
            if isinstance(outcome, int):
                self.stdout.write(f"{match_id} fails {check} at version {outcome}")
        return FAILS if found.failed else HOLDS
