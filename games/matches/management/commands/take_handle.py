import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.errors import Refused
from games.matches.talk import moderation


class Command(BaseCommand):
    help = "Take away the handle of a player, who is called by a number then, and is told the reason."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", type=uuid.UUID, help="the player's id")
        parser.add_argument("--reason", required=True, help="why, in a sentence that the player reads")

    def handle(self, *args: Any, **options: Any) -> None:
        player, reason = options["player"], options["reason"].strip()
        if not 0 < len(reason) <= MOST:
            raise CommandError(f"give a --reason of {MOST} characters at most")
        try:
            named = moderation.take_handle_away(str(player), by="by the command take_handle", reason=reason)
        except Refused as refused:
            raise CommandError(f"nothing was changed: {refused.code}") from None
        self.stdout.write(f"{player} is called {named.handle} now")


MOST = 500
