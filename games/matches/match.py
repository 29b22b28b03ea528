"""A match as it stands: both folds over one stream, and what the table must remember beside them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from events import store
from events.store import Head, Recorded, StoredEvent
from games import registry, stops, table
from games.core.chance import Chance, derive_key
from games.core.codec import Fact, decode
from games.core.definition import GameDefinition, State
from games.core.events import Draws
from games.core.prompts import Prompt
from games.matches import clocks, quarantine
from games.matches.clocks import Due, SeatClock
from games.matches.errors import MatchNotFound, VersionNotFound
from games.table import Table

# By convention of every game: the event that its move `resign` makes.
SEAT_RESIGNED = "seat_resigned"
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
        return self.table.status in (table.FINISHED, table.CANCELLED)

    @property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open questions by seat; none before the start and after the end."""
        return self.game.prompts(self.state) if self.table.status == table.ACTIVE else {}

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
        away = self.resigned | self.table.autopilot | self.table.bots.keys()
        return tuple(seat for seat in self.table.seated if seat not in away)

    def chance(self) -> Chance:
        """The match's chance, standing after the draws made so far."""
        entropies = [self.table.entropies.get(seat) for seat in range(self.table.seats)]
        return Chance(derive_key(self.seed, self.id, entropies), self.draws, origins=self.origins)


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A match with its stream, who holds its seats (seat to player id), and the database's clock at the reading."""

    match: Match
    events: tuple[StoredEvent, ...]
    holders: Mapping[int, str]
    now: datetime

    def seat_of(self, player: str | None) -> int | None:
        """The seat that a player holds, if any."""
        return next((seat for seat, holder in self.holders.items() if holder == player), None)

    def after(self, events: tuple[StoredEvent, ...]) -> "Loaded":
        """The same after some more events that seat nobody."""
        return replace(self, match=advance(self.match, events), events=(*self.events, *events))


def load(match_id: str) -> Loaded:
    """Fold a match from its stream; `MatchNotFound` when it has none, `MatchQuarantined` when it cannot be folded."""
    stream = store.load(match_id)
    if not stream.events:
        raise MatchNotFound
    with quarantine.guard(match_id, stream.head.version):
        match = fold(match_id, stream.events)
    return Loaded(match=match, events=stream.events, holders=_holders(match), now=stream.now)


def fold(match_id: str, events: Sequence[StoredEvent]) -> Match:
    """The match after `events`, the first of which is version 1."""
    first, *rest = events
    lobby = table.book(None, first.envelope)
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


def at_version(loaded: Loaded, version: int) -> Match:
    """The match as it stood at an earlier version; `VersionNotFound` when it has not come that far."""
    if not 1 <= version <= loaded.match.head.version:
        raise VersionNotFound(version=version)
    return fold(loaded.match.id, loaded.events[:version])


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
        if envelope["type"] in table.EVENT_TYPES:
            lobby = table.book(lobby, envelope)
        else:
            state = match.game.evolve(state, decode(match.game.event_classes, fact(event)))
        if envelope["by"] == "player" and (mover := _mover(event)) is not None:
            lobby = table.moved(lobby, mover)
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
    lobby = match.table
    if lobby.clock["mode"] == clocks.NO_CLOCK or lobby.status == table.OPEN:
        return match.clocks
    asked = {seat: prompt.id for seat, prompt in match.prompts.items() if not prompt.optional}
    attended = match.attended if lobby.paused_at is None else ()
    return {
        seat: clocks.follow(
            lobby.clock,
            match.clocks.get(seat) or clocks.fresh(lobby.clock),
            at=match.at,
            prompt=asked.get(seat),
            ticks=seat in attended,
            stops=lobby.stops.get(seat, stops.NONE),
        )
        for seat in sorted({*match.clocks, *asked})
    }


def _holders(match: Match) -> dict[int, str]:
    """Who took each seat: the player of the command that the seat's event belongs to."""
    taken = match.table.seated
    if not taken:
        return {}
    recorded = store.commands(match.id, up_to=max(taken.values()))
    return {seat: _actor(recorded, version) for seat, version in taken.items() if seat not in match.table.bots}


def _actor(recorded: Iterable[Recorded], version: int) -> str:
    return next(command.actor for command in recorded if command.first_version <= version <= command.last_version)
