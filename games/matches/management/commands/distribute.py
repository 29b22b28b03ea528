"""`manage.py distribute`: the event store over the nodes of Citus, once, before the service starts on it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from events import sharding


class Command(BaseCommand):
    """Distributes the store by match over the nodes of Citus; it needs `DATABASE_OWNER_URL`, and nobody who plays."""

    help = "Distribute the event store over the nodes of Citus"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shards", type=int, default=sharding.SHARDS, help="in how many pieces (32)")

    def handle(self, **options: Any) -> None:
        done = sharding.distribute(shards=options["shards"])
        self.stdout.write("the store is distributed: start every process anew" if done else "it was distributed before")
