from typing import Any

from django.core.management.base import BaseCommand

from games.matches.ratings import judging


class Command(BaseCommand):
    help = "Compute all ratings anew from the rated matches that have ended, while the service goes on."

    def handle(self, *args: Any, **options: Any) -> None:
        found = judging.rebuild()
        self.stdout.write(f"{found.matches} matches judged anew; {found.differ} ratings are not what they were")
