"""The table's own fold over a stream: lobby, start, clock and end, the same for every game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.core.json import JSONObject

OPEN, ACTIVE, FINISHED, CANCELLED = "open", "active", "finished", "cancelled"
# The type of the last event of a match that was played.
ENDED = "match_ended"


@dataclass(frozen=True, kw_only=True)
class Table:
    """What the table's events have said so far.

    `seated` maps each taken seat to the version that took it, longest sitting first; `entropies` are what the seats
    gave for the match's chance. `forked_from` names the match, version and head that a fork goes on from.
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
    started_at: datetime | None = None
    finished_at: datetime | None = None
    outcome: Mapping[str, Any] | None = None

    @property
    def host(self) -> int:
        """The seat that may start and cancel: of those seated the one that sat down first."""
        return next(iter(self.seated))

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


def time_of(envelope: Mapping[str, Any]) -> datetime:
    """When an event was stored, by the database's clock."""
    return datetime.fromisoformat(envelope["at"])


def _created(envelope: Mapping[str, Any]) -> Table:
    kept = {name: envelope["data"][name] for name in ("game", "rules", "options", "clock", "seats", "commitment")}
    forked_from = envelope["data"].get("forked_from")
    return Table(**kept, forked_from=forked_from, created_at=time_of(envelope), seated={}, entropies={})


def _seat_taken(table: Table, envelope: Mapping[str, Any]) -> Table:
    seat = envelope["seat"]
    return replace(
        table,
        seated={**table.seated, seat: envelope["version"]},
        entropies={**table.entropies, seat: envelope["data"]["entropy"]},
    )


def _seat_left(table: Table, envelope: Mapping[str, Any]) -> Table:
    seat = envelope["seat"]
    return replace(
        table,
        seated={taken: version for taken, version in table.seated.items() if taken != seat},
        entropies={taken: entropy for taken, entropy in table.entropies.items() if taken != seat},
    )


def _started(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=ACTIVE, started_at=time_of(envelope))


def _timed_out(table: Table, _: Mapping[str, Any]) -> Table:
    return table


def _cancelled(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=CANCELLED, finished_at=time_of(envelope))


def _ended(table: Table, envelope: Mapping[str, Any]) -> Table:
    return replace(table, status=FINISHED, finished_at=time_of(envelope), outcome=envelope["data"])


BOOKS: Mapping[str, Callable[[Table, Mapping[str, Any]], Table]] = {
    "seat_taken": _seat_taken,
    "seat_left": _seat_left,
    "match_started": _started,
    "timed_out": _timed_out,
    "match_cancelled": _cancelled,
    ENDED: _ended,
}

# The published list: a kernel's fold skips exactly these, and the table's fold skips all others.
EVENT_TYPES = frozenset({"match_created", *BOOKS})
