from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from events import store
from games.matches.audit import rejudgement


class Command(BaseCommand):
    help = "Judge stored matches once more with the code as it is now; fails and lists what comes out otherwise."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--sample", type=int, help="so many matches, picked at random, instead of all")

    def handle(self, *args: Any, **options: Any) -> None:
        found: Counter[str] = Counter()
        for match_id in store.matches(sample=options["sample"]):
            finding = rejudgement.rejudge_stored(match_id)
            found[finding.verdict] += 1
            if finding.verdict != rejudgement.SAME:
                self.stdout.write(f"{match_id} {finding}")
        self.stdout.write(", ".join(f"{count} {verdict}" for verdict, count in sorted(found.items())) or "no matches")
        if found.keys() - {rejudgement.SAME}:
            raise CommandError("some matches are judged differently now")
