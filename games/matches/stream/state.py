"""A match as it stands: both folds over one stream, and what the table must remember beside them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from events.chain import event_hash
from events.envelope import canon
from events.store import Head, StoredEvent
from games import registry
from games.core.chance import Chance, derive_key
from games.core.codec import Fact, decode
from games.core.definition import GameDefinition, State
from games.core.events import Draws
from games.core.json import JSONObject
from games.core.prompts import Prompt
from games.matches.stream import quarantine
from games.table import clocks
from games.table.clocks import Due, SeatClock
from games.table.state import ACTIVE, CANCELLED, EVENT_TYPES, FINISHED, SEAT_RESIGNED, Table, attended, book, moved

# The status of a match that came from a file: it has ended, and nobody here ever sat there.
IMPORTED = "imported"


# The sealed parts that are the table's own; what else is sealed belongs to the kernel.
MOVE = "move"


TABLE_PARTS = frozenset({MOVE, "seed", "origins"})


@dataclass(frozen=True, kw_only=True)
class Match:
    """One match at one version. `state` is the kernel's, None before the start; it and `seed` are never shown.

    `clocks` has the clock of each seat that was ever asked (none without a clock); `moves` and `draws` count what was
    made so far; `at` is the time of the last event. `origins` are a fork's older keys of chance.
    """

    id: str
    head: Head
    table: Table
    game: GameDefinition
    at: datetime
    seed: bytes = field(repr=False)
    origins: tuple[tuple[int, bytes], ...] = field(default=(), repr=False)
    state: State | None = field(default=None, repr=False)
    clocks: Mapping[int, SeatClock] = field(default_factory=dict)
    resigned: frozenset[int] = frozenset()
    moves: int = 0
    draws: int = 0

    @property
    def is_over(self) -> bool:
        """Whether no event can follow."""
        return self.table.status in (FINISHED, CANCELLED)

    @cached_property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open questions by seat; none before the start and after the end."""
        if self.table.status != ACTIVE:
            return {}
        with quarantine.guard(self.id, self.head.version):
            return self.game.prompts(self.state)

    def view(self, seat: int | None) -> JSONObject | None:
        """What the game shows a seat, or a spectator; None before the start."""
        if self.state is None:
            return None
        with quarantine.guard(self.id, self.head.version):
            return self.game.view(self.state, seat)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Seats with a prompt that is not optional, in rising order."""
        return tuple(seat for seat, prompt in sorted(self.prompts.items()) if not prompt.optional)

    @property
    def deadlines(self) -> tuple[Due, ...]:
        """When the clock answers each open prompt; it never answers while it stands still."""
        return clocks.deadlines(self.table.clock, self.clocks)

    @property
    def attended(self) -> tuple[int, ...]:
        """Seats in play with a player who is there, as far as is known."""
        return attended(self.table, self.resigned)

    def chance(self) -> Chance:
        """The match's chance, standing after the draws made so far."""
        entropies = [self.table.entropies.get(seat) for seat in range(self.table.seats)]
        return Chance(derive_key(self.seed, self.id, entropies), self.draws, origins=self.origins)


def kept_fields(match: Match) -> dict[str, Any]:
    """What of a folded match is kept: all but its rules, which are code."""
    return {item.name: getattr(match, item.name) for item in fields(match) if item.name != "game"}


def follows(match: Match, event: StoredEvent) -> bool:
    """Whether an event is the one after the match's head."""
    return event.hash == event_hash(match.head.hash, canon(event.envelope))


def fold(match_id: str, events: Sequence[StoredEvent]) -> Match:
    """The match after `events`, the first of which is version 1."""
    first, *rest = events
    lobby = book(None, first.envelope)
    created = Match(
        id=match_id,
        head=Head(first.version, first.hash),
        table=lobby,
        game=registry.find(lobby.game, lobby.rules),
        at=lobby.created_at,
        seed=bytes.fromhex(first.openings[0].part["seed"]),
        origins=_origins(first),
    )
    return advance(created, rest)


def _origins(first: StoredEvent) -> tuple[tuple[int, bytes], ...]:
    """Until which draw which key was used in the matches that a fork goes on from, oldest first."""
    sealed = [origin for opening in first.openings for origin in opening.part.get("origins", ())]
    return tuple(
        (origin["draws"], derive_key(bytes.fromhex(origin["seed"]), origin["match"], origin["entropies"]))
        for origin in sealed
    )


def advance(match: Match, events: Iterable[StoredEvent]) -> Match:
    """The match after some more of its events; an event of neither fold is a KeyError."""
    # Events of one append share their time, no two appends do, and prompts stand still within one.
    for at, together in groupby(events, key=lambda event: event.envelope["at"]):
        match = replace(match, at=datetime.fromisoformat(at), **_booked(match, together))
        match = replace(match, clocks=_followed(match))
    return match


def _booked(match: Match, events: Iterable[StoredEvent]) -> dict[str, Any]:
    """What the events of one time change, both folds side by side."""
    lobby, state, resigned, moves, draws = match.table, match.state, match.resigned, match.moves, match.draws
    for event in events:
        envelope = event.envelope
        moves = envelope["move"] or moves
        if envelope["draws"]:
            draws = envelope["draws"]["first"] + envelope["draws"]["count"]
        if envelope["type"] in EVENT_TYPES:
            lobby = book(lobby, envelope)
        else:
            state = match.game.evolve(state, decode(match.game.event_classes, fact(event)))
        if envelope["by"] == "player" and (mover := _mover(event)) is not None:
            lobby = moved(lobby, mover)
        if envelope["type"] == SEAT_RESIGNED:
            resigned = resigned | {envelope["seat"]}
    head = Head(event.version, event.hash)
    return {"head": head, "table": lobby, "state": state, "resigned": resigned, "moves": moves, "draws": draws}


def fact(event: StoredEvent) -> Fact:
    """A stored rules event as its kernel wrote it."""
    envelope = event.envelope
    return Fact(
        type=envelope["type"],
        schema=envelope["schema"],
        seat=envelope["seat"],
        draws=Draws(**envelope["draws"]) if envelope["draws"] else None,
        data=envelope["data"],
        parts=tuple((o.audience, o.part) for o in event.openings if not o.part.keys() <= TABLE_PARTS),
    )


def _mover(event: StoredEvent) -> int | None:
    """The seat whose move stands sealed in an event, as it does in the first that came of it."""
    return next((opening.audience[0] for opening in event.openings if MOVE in opening.part), None)


def _followed(match: Match) -> Mapping[int, SeatClock]:
    return clocks.followed(
        match.table, match.clocks, at=match.at, attended=match.attended, prompts=lambda: match.prompts
    )
