from typing import Any

from django.core.management.base import BaseCommand

from games.matches.counts import counting


class Command(BaseCommand):
    help = "Count draws, wins and lengths of all public matches that have ended anew, while the service goes on."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{counting.rebuild()} matches counted anew")
