"""Folds the table events of every match: creation, seats, start, timeouts, end."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from games.core.records import replace
from games.table.events import (
    MatchCancelled,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    SeatLeft,
    SeatTaken,
    TableEvent,
    TimedOut,
    seat_of,
)
from games.table.features.replacement import fold as replacement
from games.table.state import ACTIVE, CANCELLED, FINISHED, Table, without


def created(event: MatchCreated, at: datetime) -> Table:
    """The table that event 1 sets up."""
    return Table(
        game=event.game,
        rules=event.rules,
        options=event.options,
        clock=event.clock,
        seats=event.seats,
        commitment=event.commitment,
        fill=event.fill,
        pace=event.pace,
        forked_from=event.forked_from,
        beacon=event.beacon,
        open_draws=event.open_draws,
        created_at=at,
        seated={},
        entropies={},
    )


def _seat_taken(table: Table, event: SeatTaken, version: int, at: datetime) -> Table:
    if table.status == ACTIVE:
        return replacement.taken_over(table, event, version, at)
    seat = seat_of(event)
    table = replace(table, seated={**without(table.seated, seat), seat: version})
    if event.bot is not None:
        table = replace(table, bots={**table.bots, seat: event.bot})
    return replace(table, entropies={**table.entropies, seat: event.entropy})


def _seat_left(table: Table, event: SeatLeft, *_: object) -> Table:
    seat = seat_of(event)
    return replace(
        table,
        seated=without(table.seated, seat),
        entropies=without(table.entropies, seat),
        keys=without(table.keys, seat),
        bots=without(table.bots, seat),
    )


def _started(table: Table, event: MatchStarted, _: int, at: datetime) -> Table:
    return replace(table, status=ACTIVE, started_at=at, beacon_signature=event.beacon)


def _timed_out(table: Table, event: TimedOut, *_: object) -> Table:
    seat = seat_of(event)
    strikes = {**table.strikes, seat: table.strikes.get(seat, 0) + 1}
    return replace(table, strikes=strikes, expired=table.expired | {event.prompt})


def _cancelled(table: Table, _: MatchCancelled, __: int, at: datetime) -> Table:
    return replace(table, status=CANCELLED, finished_at=at)


def _ended(table: Table, event: MatchEnded, _: int, at: datetime) -> Table:
    return replace(table, status=FINISHED, finished_at=at, outcome=event.data)


FOLDS: Mapping[type[TableEvent], Callable[[Table, Any, int, datetime], Table]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    MatchStarted: _started,
    TimedOut: _timed_out,
    MatchCancelled: _cancelled,
    MatchEnded: _ended,
}
