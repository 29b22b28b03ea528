from typing import Any

from django.core.management.base import CommandError

from games.matches.background import consumers
from games.matches.management.walks import WalkCommand


class Command(WalkCommand):
    help = (
        "Compute the lists and the deadlines of all matches anew from their events, while the service goes on."
        " Interrupted, it goes on from there when it is called again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = self.walked(options, consumers.rebuilding, passed_over=consumers.REBUILT)
        self.stdout.write(f"{found[consumers.REBUILT]} matches projected anew")
        if failed := found[consumers.FAILED]:
            raise CommandError(f"{failed} matches cannot be read or folded, and stay as they are listed")
