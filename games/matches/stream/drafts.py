"""Turns the events of kernel and table into what the store appends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from events.store import NewEvent, Part
from games.core.chance import Chance, key_of
from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.events import Event
from games.core.json import JSONObject
from games.matches.stream.state import Match
from games.table.events import BOTS, MOVE, SIGNED, SYSTEM, MatchStarted, TableEvent
from games.table.seat_signatures import SignedPart


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a request appends: its `drafts`, in their order.

    `after` is the match after them, if deciding has folded it already; its head and its clocks are still the old ones.
    """

    drafts: Sequence[NewEvent]
    after: Match | None = field(default=None, repr=False)


def plan(*events: TableEvent) -> Plan:
    """A plan of table events alone."""
    return Plan(drafts=list(map(of_table, events)))


def of_table(event: TableEvent) -> NewEvent:
    """An event of the table's own as a draft."""
    return NewEvent(
        type=event.type,
        data=event.data,
        seat=event.seat,
        by=event.by,
        move=event.move,
        parts=tuple(Part(audience=audience, part=part) for audience, part in event.parts),
    )


def of_kernel(events: Iterable[Event], *, by: str, move: int | None) -> list[NewEvent]:
    """A kernel's events as drafts; `move` is the number of the move that caused them, None at the start."""
    return [_of_kernel(event, by=by, move=move) for event in events]


def with_move(
    drafts: Sequence[NewEvent],
    *,
    seat: int,
    move: JSONObject,
    bots: str | None = None,
    signed: SignedPart | None = None,
) -> list[NewEvent]:
    """The drafts with the move that caused them sealed for its seat in the first (`docs/api/secrets.md`).

    `bots` is the version of the bots if one of them picked the move; `signed` is its player's signature. The signature
    is sealed too: the key is public, so anybody with the signature could find the move by trying all moves.
    """
    first, *rest = drafts
    part: dict[str, Any] = {MOVE: move}
    if bots is not None:
        part[BOTS] = bots
    if signed is not None:
        part[SIGNED] = signed
    return [replace(first, parts=(Part(audience=(seat,), part=part), *first.parts)), *rest]


def start(
    match_id: str,
    *,
    game: GameDefinition,
    options: JSONObject,
    seed: bytes,
    entropies: Sequence[str | None],
    beacon: str | None = None,
    open_draws: bool = False,
) -> list[NewEvent]:
    """`MatchStarted` and the kernel's set-up.

    `entropies` in seat order, and the signature of the `beacon`'s round, fix the match's chance from here on.
    """
    chance = Chance(key_of(seed, match_id, entropies, beacon, open_draws=open_draws))
    events = game.start(options, len(entropies), chance)
    return [of_table(MatchStarted(entropies=entropies, beacon=beacon)), *of_kernel(events, by=SYSTEM, move=None)]


def _of_kernel(event: Event, *, by: str, move: int | None) -> NewEvent:
    fact = encode(event)
    return NewEvent(
        type=fact.type,
        schema=fact.schema,
        seat=fact.seat,
        by=by,
        move=move,
        draws=None if fact.draws is None else {"first": fact.draws.first, "count": fact.draws.count},
        data=fact.data,
        parts=tuple(Part(audience=audience, part=part) for audience, part in fact.parts),
    )
