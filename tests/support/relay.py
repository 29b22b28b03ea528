"""The relay and the workers behind it, in this process."""

from collections.abc import Callable, Collection

from events import outbox
from events.outbox import News
from games.matches.background import consumers
from games.matches.background.consumers import PROJECTIONS


def catch_up(names: Collection[str] = PROJECTIONS.keys()) -> None:
    while outbox.relay(list(names)):
        pass
    for consumer in names:
        while consumers.catch_up(consumer):
            pass


def deliver(consumer: str, handle: Callable[[str, int], None], *, limit: int = 200) -> int:
    """`outbox.deliver_together`, but for a handler of one match, called with its id and version."""

    def handle_one(news: News) -> None:
        for match, version in news.items():
            handle(match, version)

    return outbox.deliver_together(consumer, handle_one, limit=limit, at_once=1)
