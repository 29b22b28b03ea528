"""What the commands that go through all matches have in common."""

import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand

from games.matches.concurrency.walk import Walk

# How often it is told how far the walk is.
TOLD_SECONDS = 5.0


class WalkCommand(BaseCommand):
    """A command that walks through all matches, in several processes if it is told to, and says how far it is."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--processes", type=int, default=1, help="how many work at once (default 1)")
        parser.add_argument("--anew", action="store_true", help="from the beginning, even if it was interrupted")

    def tell(self, found: Sequence[tuple[str, str]], *, passed_over: str) -> None:
        """What became of each match, but where it is what is `passed_over`."""
        for match_id, verdict in found:
            if verdict != passed_over:
                self.stdout.write(f"{match_id} {verdict}")

    def walked(self, options: Mapping[str, Any], begin: Callable[..., Walk], *, passed_over: str) -> Counter[str]:
        """Walk to the end; each match is told but those of which `passed_over` is said. How many there were of each."""
        walk = begin(processes=options["processes"], anew=options["anew"])
        if walk.resumes and options["verbosity"]:
            self.stderr.write(f"it goes on after {walk.found.total():,} matches; --anew begins from the first")
        told = time.monotonic()
        for step in walk.steps():
            self.tell(step.found, passed_over=passed_over)
            if options["verbosity"] and time.monotonic() - told >= TOLD_SECONDS:
                told = time.monotonic()
                self.stderr.write(f"{step.progress}")
        return walk.found
