"""Folds a stream into standings: the table's events, the kernel's events, and the clocks at the end of an append.

Pure. The service folds what is stored with it, the verifier what it has just judged.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from games.core.definition import Decision
from games.core.events import Event
from games.core.records import replace
from games.table import clocks, course, state
from games.table.events import PLAYER, SEAT_ELIMINATED, SEAT_RESIGNED, MatchCreated, TableEvent
from games.table.registry import FOLDS, UNDOING
from games.table.standing import LastMove, Standing, time_of
from games.table.state import Table

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
    after = replace(before, table=table, at=at, moves=event.move or before.moves, last_move=None)
    if type(event) in UNDOING and then is not None:
        # The seat's clock goes on from when it was asked, as if it had not answered: nobody gains time by this.
        return replace(after, state=then.state, clocks=then.clocks)
    return after


def ruled(before: S, event: Event, *, move: int | None, at: datetime) -> S:
    """The match after an event of the kernel's, caused by the move of this number."""
    state = before.game.evolve(before.state, event)
    return decided(before, Decision(events=(event,), state=state), move=move, at=at)


def decided(before: S, decision: Decision, *, move: int | None, at: datetime) -> S:
    """The match after events of the kernel that the kernel has folded itself while it decided."""
    draws = max((one.draws.first + one.draws.count for one in decision.events if one.draws is not None), default=None)
    return replace(
        before,
        state=decision.state,
        at=at,
        moves=move or before.moves,
        draws=before.draws if draws is None else draws,
        resigned=before.resigned | _seats(decision.events, SEAT_RESIGNED),
        eliminated=before.eliminated | _seats(decision.events, SEAT_ELIMINATED),
        last_move=_last_move(before, decision.events, move),
    )


def _last_move(before: Standing, events: Iterable[Event], move: int | None) -> LastMove | None:
    """The last move as far as it can be taken back, given these events; the move may have made others before."""
    if move is None or not all(one.type in before.game.retractable and one.draws is None for one in events):
        return None
    if move == before.moves:
        # Nothing where the table has begun the move: by a timeout, or the end of autopilot.
        return before.last_move
    # Who made a move was asked for it, and listing all legal moves once more takes time.
    return LastMove(number=move, state=before.state, clocks=before.clocks, asked=vars(before).get("prompts"))


def _seats(events: Iterable[Event], type: str) -> set[int]:
    return {one.seat for one in events if one.type == type and one.seat is not None}


def sealed(before: S, envelope: Mapping[str, Any]) -> S:
    """The match after a stored event of the kernel whose state cannot be folded, because too much is sealed."""
    type, seat = envelope["type"], {envelope["seat"]}
    draws = envelope["draws"]
    return replace(
        before,
        at=time_of(envelope),
        moves=envelope["move"] or before.moves,
        draws=before.draws if draws is None else draws["first"] + draws["count"],
        resigned=before.resigned | (seat if type == SEAT_RESIGNED else set()),
        eliminated=before.eliminated | (seat if type == SEAT_ELIMINATED else set()),
        last_move=None,
    )


def moved(before: S, seat: int, *, by: str) -> S:
    """The match after a move of a seat: when its own player made it, its timeouts before are forgiven.

    Nobody else's move can be taken back.
    """
    if by != PLAYER:
        return replace(before, last_move=None) if before.last_move is not None else before
    last = before.last_move
    return replace(
        before, table=state.moved(before.table, seat), last_move=None if last is None else replace(last, seat=seat)
    )


def settled(before: S) -> S:
    """The match at the end of an append: the clocks follow what the seats are asked now."""
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
