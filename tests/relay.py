"""The relay and the workers behind it, in this process."""

from events import outbox
from games.matches.autoplay import deadlines
from games.matches.consumers import PROJECTIONS
from games.matches.lists import listings


def catch_up() -> None:
    while outbox.relay(list(PROJECTIONS)):
        pass
    while listings.catch_up() or deadlines.catch_up():
        pass
