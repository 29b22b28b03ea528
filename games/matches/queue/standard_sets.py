"""The standard sets: a few ways to play a game that many choose, so that they find each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from games.core.json import JSONObject
from games.matches.errors import GameNotFound, SetNotFound
from games.matches.stream import rules
from games.table import clocks

# Against bots at once; with people who all play now; with people who move when they come by.
BOTS, LIVE, DAYS = SETS = ("bots", "live", "days")

_CLOCKS: Mapping[str, JSONObject] = {
    BOTS: clocks.NONE,
    LIVE: {
        "mode": "bank",
        "bank_seconds": 300,
        "increment_seconds": 30,
        "cap_seconds": 600,
        "on_timeout": "default_move",
        "strikes": 2,
        "autopilot": "easy",
    },
    DAYS: {
        "mode": "per_move",
        "seconds": 24 * 3600,
        "on_timeout": "default_move",
        "strikes": 2,
        "autopilot": "easy",
        "quiet_hours": True,
        "vacation": True,
    },
}
# How long a wish stands unless it is made again.
STANDS = {LIVE: timedelta(days=1), DAYS: timedelta(days=30)}
# How long those who are called to a match that begins now have to say that they are there.
MUSTER = timedelta(seconds=30)


@dataclass(frozen=True, kw_only=True)
class StandardSet:
    """One way to play a game. One waits in the queue for the sets that are `queued`; a match of the others is made."""

    game: str
    name: str
    least: int
    most: int
    clock: JSONObject

    @property
    def queued(self) -> bool:
        return self.name in STANDS

    @property
    def musters(self) -> bool:
        """Whether those who are called have to say that they are there."""
        return self.name == LIVE


def every() -> list[StandardSet]:
    """All sets of all games that are offered."""
    return [_of(game, name) for game in rules.offered() for name in SETS]


def queued(game: str, name: str) -> StandardSet:
    """The set that one may wait for; `GameNotFound`, `SetNotFound`."""
    if game not in rules.offered():
        raise GameNotFound(game=game)
    if name not in STANDS:
        raise SetNotFound(set=name)
    return _of(game, name)


def _of(game: str, name: str) -> StandardSet:
    definition = rules.offered()[game]
    return StandardSet(game=game, name=name, least=definition.min_seats, most=definition.max_seats, clock=_CLOCKS[name])
