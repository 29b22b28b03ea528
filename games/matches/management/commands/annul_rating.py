import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.matches.errors import Refused
from games.matches.ratings import judging


class Command(BaseCommand):
    help = "Take a rated match out of the ratings, with a reason that everybody can read; or take it back in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match", type=uuid.UUID, help="the match's id")
        parser.add_argument("--reason", default="", help="why it counts no more, in a sentence")
        parser.add_argument("--restore", action="store_true", help="count it again")

    def handle(self, *args: Any, **options: Any) -> None:
        match, reason = options["match"], options["reason"].strip()
        if bool(reason) is options["restore"] or len(reason) > MOST:
            raise CommandError(f"give a --reason of {MOST} characters at most, or --restore")
        try:
            if reason:
                judging.annul(match, reason=reason, by="by the command annul_rating")
            else:
                judging.restore(match)
        except Refused as refused:
            raise CommandError(f"{match} stays as it is: {refused.code}") from None
        self.stdout.write(f"{match} " + ("counts for no rating" if reason else "counts again"))


MOST = 200
