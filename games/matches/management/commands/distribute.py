"""`manage.py distribute`: the event store over the nodes of Citus, once, before the service starts on it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from events import sharding
from events.roles import OWNER


class Command(BaseCommand):
    """Distributes the store by match over the nodes of Citus; it needs `DATABASE_OWNER_URL`, and nobody who plays."""

    help = "Distribute the event store over the nodes of Citus"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shards", type=int, default=sharding.SHARDS, help="in how many pieces (32)")

    def handle(self, **options: Any) -> None:
        if OWNER not in connections:
            raise CommandError("the tables are their owner's: set DATABASE_OWNER_URL")
        try:
            done = sharding.distribute(shards=options["shards"])
        except sharding.NoCitus:
            raise CommandError("this database has no Citus: CREATE EXTENSION citus, on every node") from None
        except sharding.ColdMatches:
            raise CommandError("there are cold matches, whose files are not read on Citus (decision 62)") from None
        self.stdout.write("the store is distributed: start every process anew" if done else "it was distributed before")
