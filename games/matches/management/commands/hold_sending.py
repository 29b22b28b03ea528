from typing import Any

from django.core.management.base import BaseCommand

from events import outbox
from games.matches.background import consumers
from games.matches.notices import holds, inbox
from games.matches.notices.writer import NOTICES


class Command(BaseCommand):
    help = (
        "Send no mail and call no webhook until resume_sending: for a restored copy, before anything of it is started. "
        "What its matches have still to tell is written down first, so that it can be forgotten with the rest."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        holds.hold()
        inbox.skip_positions()
        while outbox.relay(list(consumers.CONSUMERS)) or consumers.catch_up(NOTICES):
            pass
        # What has been written down meanwhile is of before, too.
        holds.hold()
        self.stdout.write("nothing is sent until resume_sending")
