from typing import Any

from django.core.management.base import BaseCommand

from games.matches.status import figures


class Command(BaseCommand):
    help = "Note that a backup was made and verified just now; /metrics tells how old it is, and so does an alert."

    def handle(self, *args: Any, **options: Any) -> None:
        figures.beat(figures.BACKUP)
        self.stdout.write("noted: a backup of now")
