from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError

from events import store
from games.matches.audit import rejudgement
from games.matches.management.walks import WalkCommand


class Command(WalkCommand):
    help = (
        "Judge stored matches once more with the code as it is now; fails and lists what comes out otherwise."
        " Interrupted, it goes on from there when it is called again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--sample", type=int, help="so many matches, picked at random, instead of all")

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._of_all(options) if options["sample"] is None else self._of_some(options["sample"])
        self.stdout.write(", ".join(f"{count} {verdict}" for verdict, count in sorted(found.items())) or "no matches")
        if found.keys() - {rejudgement.SAME}:
            raise CommandError("some matches are judged differently now")

    def _of_all(self, options: Any) -> Counter[str]:
        return self.walked(options, rejudgement.rejudging, passed_over=rejudgement.SAME)

    def _of_some(self, count: int) -> Counter[str]:
        found = rejudgement.rejudge_each(store.matches(sample=count))
        self.tell(found, passed_over=rejudgement.SAME)
        return Counter(verdict.split()[0] for _, verdict in found)
