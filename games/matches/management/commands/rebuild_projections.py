from typing import Any

from django.core.management.base import BaseCommand

from games.matches import projections


class Command(BaseCommand):
    help = "Compute the lists and the deadlines of all matches anew from their events."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{projections.rebuild()} matches projected anew")
