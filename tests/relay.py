"""The relay and the workers behind it, in this process."""

from events import outbox
from games.matches import consumers
from games.matches.consumers import PROJECTIONS


def catch_up() -> None:
    while outbox.relay(list(PROJECTIONS)):
        pass
    for consumer in PROJECTIONS:
        while consumers.catch_up(consumer):
            pass
