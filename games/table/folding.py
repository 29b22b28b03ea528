"""Folds a stream into standings: the table's events, the kernel's events, and the clocks at the end of an append.

Pure. The service folds stored events with it, the verifier events that it has just judged.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from games.core.definition import Decision
from games.core.events import Event
from games.core.records import replace
from games.table import clocks, course, state
from games.table.events import PLAYER, SEAT_ELIMINATED, SEAT_RESIGNED, MatchCreated, TableEvent
from games.table.registry import FOLDS, REWINDING, UNDOING
from games.table.standing import MOST_TAKEN_BACK, Earlier, LastMove, Standing, time_of
from games.table.state import Table
from games.table.stoppages import ZERO

S = TypeVar("S", bound=Standing)


def book(table: Table | None, event: TableEvent, *, version: int, at: datetime) -> Table:
    """The table after one of its own events, stored at `version` and `at`. The first is `MatchCreated`."""
    if table is None:
        assert isinstance(event, MatchCreated)
        return course.created(event, at)
    return FOLDS[type(event)](table, event, version, at)


def told(before: S, event: TableEvent, *, version: int, at: datetime) -> S:
    """The match after an event of the table's own."""
    table, then = book(before.table, event, version=version, at=at), before.last_move
    is_new = event.move is not None and event.move > before.moves
    earlier = _with_move(before, before.moves + 1) if is_new else before.earlier
    if table.seated is not before.table.seated:
        earlier = ()
    if is_new:
        table = _unwished(table)
    after = replace(before, table=table, at=at, moves=event.move or before.moves, last_move=None, earlier=earlier)
    if type(event) in UNDOING and then is not None:
        # The seat's clock continues from when it was asked, as if it had not answered: nobody gains time by a
        # take-back.
        kept = tuple(one for one in earlier if one.number < then.number)
        return replace(after, state=then.state, clocks=then.clocks, earlier=kept)
    return _rewound(after, event) if type(event) in REWINDING else after


def _rewound(after: S, event: Any) -> S:
    """The match as it stood before move number `first`; its prompts are asked anew, with their full time."""
    then = next((one for one in after.earlier if one.number == event.first), None)
    if then is None:
        # A rule has refused it, or too much is sealed for the reader.
        return after
    table = replace(after.table, expired=then.expired, strikes={})
    waiting = {seat: replace(one, prompt=None, since=None, used=ZERO) for seat, one in after.clocks.items()}
    kept = tuple(one for one in after.earlier if one.number < event.first)
    # What was drawn comes again; but the secret of an open draw may be known, so its number is never used again.
    draws = then.draws if table.open_draws is None else after.draws
    return replace(after, table=table, state=then.state, draws=draws, clocks=waiting, earlier=kept)


def _unwished(table: Table) -> Table:
    """The table after a move, which ends an open request for a take-back."""
    return table if table.take_back_wish is None else replace(table, take_back_wish=None)


def _with_move(before: Standing, number: int, *, discloses: bool = False) -> tuple[Earlier, ...]:
    """The latest moves, with the one that is made now."""
    made = Earlier(
        number=number,
        state=before.state,
        draws=before.draws,
        expired=before.table.expired,
        discloses=discloses,
    )
    return (*before.earlier[1 - MOST_TAKEN_BACK :], made)


def _earlier(before: Standing, move: int | None, *, discloses: bool, is_out: bool) -> tuple[Earlier, ...]:
    """The latest moves after events of a move; those before a seat was out are dropped, because nobody can go back to
    them.
    """
    if move is None or is_out:
        return ()
    if move > before.moves:
        return _with_move(before, move, discloses=discloses)
    if not discloses or not before.earlier or before.earlier[-1].number != move:
        return before.earlier
    return (*before.earlier[:-1], replace(before.earlier[-1], discloses=True))


def ruled(before: S, event: Event, *, move: int | None, at: datetime) -> S:
    """The match after one event of the kernel, caused by the move with this number."""
    state = before.game.evolve(before.state, event)
    return decided(before, Decision(events=(event,), state=state), move=move, at=at)


def decided(before: S, decision: Decision, *, move: int | None, at: datetime) -> S:
    """The match after events of the kernel that the kernel has folded itself while it decided."""
    draws = max((one.draws.first + one.draws.count for one in decision.events if one.draws is not None), default=None)
    resigned, eliminated = _seats(decision.events, SEAT_RESIGNED), _seats(decision.events, SEAT_ELIMINATED)
    earlier = _earlier(
        before, move, discloses=not _is_silent(before, decision.events), is_out=bool(resigned or eliminated)
    )
    return replace(
        before,
        table=_unwished(before.table),
        state=decision.state,
        at=at,
        moves=move or before.moves,
        draws=before.draws if draws is None else draws,
        resigned=before.resigned | resigned,
        eliminated=before.eliminated | eliminated,
        last_move=_last_move(before, decision.events, move),
        earlier=earlier,
    )


def _last_move(before: Standing, events: Iterable[Event], move: int | None) -> LastMove | None:
    """The last move, if it can still be taken back after these events; the move may have made others before them."""
    if move is None or not _is_silent(before, events):
        return None
    if move == before.moves:
        # None if an event of the table began the move: a timeout, or the end of autopilot.
        return before.last_move
    # The seat that made a move was asked for it; it is not looked up in the prompts, because listing all legal moves
    # takes time.
    return LastMove(number=move, state=before.state, clocks=before.clocks, asked=vars(before).get("prompts"))


def _is_silent(before: Standing, events: Iterable[Event]) -> bool:
    """Whether these events draw, open and show nothing."""
    return all(one.type in before.game.retractable and one.draws is None for one in events)


def _seats(events: Iterable[Event], type: str) -> set[int]:
    return {one.seat for one in events if one.type == type and one.seat is not None}


def sealed(before: S, envelope: Mapping[str, Any]) -> S:
    """The match after a stored event of the kernel, where the state cannot be folded because too much is sealed."""
    type, seat = envelope["type"], {envelope["seat"]}
    draws, is_out = envelope["draws"], envelope["type"] in (SEAT_RESIGNED, SEAT_ELIMINATED)
    return replace(
        before,
        table=_unwished(before.table) if envelope["move"] else before.table,
        earlier=_earlier(before, envelope["move"], discloses=True, is_out=is_out),
        at=time_of(envelope),
        moves=envelope["move"] or before.moves,
        draws=before.draws if draws is None else draws["first"] + draws["count"],
        resigned=before.resigned | (seat if type == SEAT_RESIGNED else set()),
        eliminated=before.eliminated | (seat if type == SEAT_ELIMINATED else set()),
        last_move=None,
    )


def moved(before: S, seat: int, *, by: str) -> S:
    """The match after a move of a seat; if its own player made it, the seat's earlier timeouts are forgiven.

    Only such a move can be taken back.
    """
    earlier = before.earlier
    if earlier and earlier[-1].number == before.moves and earlier[-1].seat is None:
        earlier = (*earlier[:-1], replace(earlier[-1], seat=seat))
    if by != PLAYER:
        return replace(before, last_move=None, earlier=earlier)
    last = before.last_move
    return replace(
        before,
        table=state.moved(before.table, seat),
        last_move=None if last is None else replace(last, seat=seat),
        earlier=earlier,
    )


def settled(before: S) -> S:
    """The match at the end of an append: the clocks change to what the seats are asked now."""
    if before.is_blind:
        return before
    seats = clocks.followed(
        before.table, before.clocks, at=before.at, attended=before.attended, prompts=lambda: before.prompts
    )
    after = replace(before, clocks=seats)
    if "prompts" in vars(before):
        # Listing all legal moves takes time, and no clock changes what is asked.
        vars(after)["prompts"] = before.prompts
    return after
