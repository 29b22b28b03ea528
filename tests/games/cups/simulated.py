"""Plays whole cups with results by chance, as the service does: event by event, each hashed."""

import random
from collections.abc import Sequence
from typing import Any

from events.format.chain import GENESIS, event_hash
from games.core.chance import commitment
from games.cups import cup_events, running
from games.cups.check import body
from games.cups.cup_events import CupCreated
from games.cups.running import Cup

CUP = "01950000-0000-7000-8000-0000000000c0"


class Played:
    """A cup that is played: `told` are its events as the API answers them."""

    def __init__(self, created: CupCreated, seed: bytes) -> None:
        self.seed, self.head = seed, GENESIS
        self.told: list[dict[str, Any]] = []
        self.cup: Cup | None = None
        self.add(cup_events.CREATED, {**created, "commitment": commitment(seed)})

    def add(self, type: str, data: dict[str, Any]) -> None:
        version = len(self.told) + 1
        at = f"2026-11-27T12:00:00.{version:06d}Z"
        self.head = event_hash(self.head, body(CUP, version, at, type, data))
        self.told.append({"version": version, "at": at, "type": type, "data": data, "hash": self.head.hex()})
        self.cup = running.after(self.cup, CUP, type, data)

    @property
    def now(self) -> Cup:
        assert self.cup is not None
        return self.cup


def created(
    system: str, places: int, *, least: int = 3, most: int = 5, rounds: int | None = None, **more: Any
) -> CupCreated:
    made: Any = {
        "game": "rock-paper-wizard",
        "system": system,
        "places": places,
        "seats": {"min": least, "max": most},
        "rounds": rounds,
        "set": "live",
        "round_seconds": 3600,
        "rated": False,
        "bot": None,
        "host": "p0",
        **more,
    }
    return made  # type: ignore[no-any-return]


def play(
    made: CupCreated,
    chance: random.Random,
    *,
    people: int | None = None,
    withdraws: Sequence[int] = (),
    until: int = 99,
) -> Played:
    """The cup played to its end, or so many rounds; `withdraws` has the numbers of those who go after round 1."""
    played = Played(made, chance.randbytes(32))
    for number in range(made["places"] if people is None else people):
        played.add(cup_events.ENTERED, {"player": f"p{number}"})
    played.add(cup_events.STARTED, {"entrants": list(running.drawn(played.now, played.seed))})
    while not running.is_last(played.now) and len(played.now.rounds) < until:
        _round(played, chance)
        for one in withdraws if len(played.now.rounds) == 1 else ():
            played.add(cup_events.WITHDRAWN, {"player": played.now.entrants[one]["player"]})
    if until == 99:
        places = [{"entrant": one.entrant, "place": one.place} for one in running.standings(played.now)]
        played.add(cup_events.ENDED, {"places": places, "seed": played.seed.hex()})
    return played


def _round(played: Played, chance: random.Random) -> None:
    cup, number = played.now, len(played.now.rounds) + 1
    due = running.next_round(cup, played.seed)
    people = [any(cup.entrants[one]["player"] for one in table) for table in due.tables]
    tables = [
        {"entrants": list(table), "match": f"m{number}.{at}" if people[at] else None}
        for at, table in enumerate(due.tables)
    ]
    played.add(cup_events.PAIRED, {"round": number, "tables": tables, "skipped": list(due.skipped)})
    for at, table in enumerate(due.tables):
        ranking: Any = [[one] for one in chance.sample(table, len(table))]
        if chance.random() < 0.2:
            ranking = [ranking[0] + ranking[1], *ranking[2:]]
        if not people[at]:
            ranking = [list(level) for level in running.lot(cup, played.seed, number, at, table)]
        by = cup_events.BY_MATCH if people[at] else cup_events.BY_LOT
        played.add(cup_events.SCORED, {"round": number, "table": at, "ranking": ranking, "by": by})
