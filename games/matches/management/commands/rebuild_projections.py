from typing import Any

from django.core.management.base import BaseCommand

from games.matches import consumers


class Command(BaseCommand):
    help = "Compute the lists and the deadlines of all matches anew from their events."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{consumers.rebuild()} matches projected anew")
