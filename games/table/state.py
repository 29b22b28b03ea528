"""The table's own fold over a stream: lobby, start, clock and end, the same for every game."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from games.core.definition import Outcome
from games.core.json import JSONObject
from games.table import stoppages
from games.table.stoppages import Stops

T = TypeVar("T")
OPEN, ACTIVE, FINISHED, CANCELLED = "open", "active", "finished", "cancelled"
# The type of the last event of a match that was played.
ENDED = "match_ended"
# By convention of every game: the event that its move `resign` makes.
SEAT_RESIGNED = "seat_resigned"
# Why a match ends that nobody is left to play.
ABANDONED = "abandoned"


@dataclass(frozen=True, kw_only=True)
class Table:
    """What the table's events have said so far.

    `seated` maps each taken seat to the version that took it, longest sitting first; `entropies` are what the seats
    gave for the match's chance; `bots` maps the seats of bots to their names. `forked_from` names the match, version
    and head that a fork goes on from.

    `strikes` counts each seat's timeouts in a row and `expired` holds the prompts that the clock has answered. The
    seats in `autopilot` are played for. `agreed` are those that want the match paused, or once it is, resumed.
    `stops` is when the seats' clocks stand still.
    """

    game: str
    rules: str
    options: JSONObject
    clock: JSONObject
    seats: int
    commitment: str
    created_at: datetime
    status: str = OPEN
    seated: Mapping[int, int]
    entropies: Mapping[int, str | None]
    forked_from: Mapping[str, Any] | None = None
    bots: Mapping[int, str] = field(default_factory=dict)
    strikes: Mapping[int, int] = field(default_factory=dict)
    expired: frozenset[str] = frozenset()
    autopilot: frozenset[int] = frozenset()
    agreed: frozenset[int] = frozenset()
    paused_at: datetime | None = None
    stops: Mapping[int, Stops] = field(default_factory=dict)
    started_at: datetime | None = None
    finished_at: datetime | None = None
    outcome: Mapping[str, Any] | None = None

    @property
    def host(self) -> int:
        """The seat that may start and cancel: of the players seated the one that sat down first."""
        return next(seat for seat in self.seated if seat not in self.bots)

    @property
    def free(self) -> tuple[int, ...]:
        """Seats that somebody can take, in rising order."""
        return tuple(seat for seat in range(self.seats) if seat not in self.seated and seat not in self.out)

    @property
    def out(self) -> tuple[int, ...]:
        """Seats that had resigned where a fork begins: nobody sits there."""
        return () if self.forked_from is None else tuple(self.forked_from["resigned"])


def book(table: Table | None, envelope: Mapping[str, Any]) -> Table:
    """The table after one of its own events; `envelope` as stored (`format.md`). The first is `match_created`."""
    if table is None:
        return _created(envelope)
    return BOOKS[envelope["type"]](table, envelope)


def moved(table: Table, seat: int) -> Table:
    """The table after a move of a seat's own player: its timeouts before that are forgiven."""
    return replace(table, strikes=_without(table.strikes, seat)) if seat in table.strikes else table


def attended(table: Table, resigned: Collection[int]) -> tuple[int, ...]:
    """Seats in play with a player who is there, as far as is known; the seats in `resigned` have left for good."""
    return tuple(seat for seat in _in_play(table, resigned) if seat not in table.autopilot | table.bots.keys())


def abandoned(table: Table, resigned: Collection[int]) -> Outcome | None:
    """How a match ends where nobody is left to play it, if that is so; the end that its game finds goes before.

    Bots that were seated in the lobby play on.
    """
    if attended(table, resigned) or any(seat in table.bots for seat in _in_play(table, resigned)):
        return None
    return Outcome(reason=ABANDONED, ranking=(tuple(range(table.seats)),), winners=())


def _in_play(table: Table, resigned: Collection[int]) -> Iterator[int]:
    return (seat for seat in table.seated if seat not in resigned)


def time_of(envelope: Mapping[str, Any]) -> datetime:
    """When an event was stored, by the database's clock."""
    return datetime.fromisoformat(envelope["at"])


def _without(seats: Mapping[int, T], seat: int) -> dict[int, T]:
    return {other: value for other, value in seats.items() if other != seat}


def _created(envelope: Mapping[str, Any]) -> Table:
    kept = {name: envelope["data"][name] for name in ("game", "rules", "options", "clock", "seats", "commitment")}
    forked_from = envelope["data"].get("forked_from")
    return Table(**kept, forked_from=forked_from, created_at=time_of(envelope), seated={}, entropies={})


def _seat_taken(table: Table, envelope: Mapping[str, Any]) -> Table:
    seat, data = envelope["seat"], envelope["data"]
    table = replace(table, seated={**_without(table.seated, seat), seat: envelope["version"]})
    if table.status == ACTIVE:
        # A replacement: what the chance was made of stands since the start. The newcomer has agreed to nothing yet.
        return replace(table, agreed=table.agreed - {seat})
    if "bot" in data:
        table = replace(table, bots={**table.bots, seat: data["bot"]})
    return replace(table, entropies={**table.entropies, seat: data["entropy"]})


def _seat_left(table: Table, envelope: Mapping[str, Any]) -> Table:
    seat = envelope["seat"]
    return replace(
        table,
        seated=_without(table.seated, seat),
        entropies=_without(table.entropies, seat),
        bots=_without(table.bots, seat),
    )


def _started(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=ACTIVE, started_at=time_of(envelope))


def _timed_out(table: Table, envelope: Mapping[str, Any]) -> Table:
    seat = envelope["seat"]
    strikes = {**table.strikes, seat: table.strikes.get(seat, 0) + 1}
    return replace(table, strikes=strikes, expired=table.expired | {envelope["data"]["prompt"]})


def _autopilot_on(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, autopilot=table.autopilot | {envelope["seat"]})


def _autopilot_off(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(moved(table, envelope["seat"]), autopilot=table.autopilot - {envelope["seat"]})


def _clock_changed(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, stops={**table.stops, envelope["seat"]: stoppages.from_json(envelope["data"])})


def _agreed(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, agreed=table.agreed | {envelope["seat"]})


def _paused(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, paused_at=time_of(envelope), agreed=frozenset())


def _resumed(table: Table, _: Mapping[str, Any]) -> Table:
    return replace(table, paused_at=None, agreed=frozenset())


def _cancelled(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=CANCELLED, finished_at=time_of(envelope))


def _ended(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=FINISHED, finished_at=time_of(envelope), outcome=envelope["data"])


BOOKS: Mapping[str, Callable[[Table, Mapping[str, Any]], Table]] = {
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "match_started": _started,
    "clock_changed": _clock_changed,
    "timed_out": _timed_out,
    "autopilot_on": _autopilot_on,
    "autopilot_off": _autopilot_off,
    "pause_agreed": _agreed,
    "paused": _paused,
    "resume_agreed": _agreed,
    "resumed": _resumed,
    "match_cancelled": _cancelled,
    ENDED: _ended,
}

# The published list: a kernel's fold skips exactly these, and the table's fold skips all others.
EVENT_TYPES = frozenset({"match_created", *BOOKS})
