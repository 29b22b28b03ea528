"""A match as it stands: both folds over one stream, and what the table must remember beside them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import Any

from events import store
from events.format.canon import canon
from events.format.chain import event_hash
from events.store import EMPTY, Head, Recorded, StoredEvent, Stream
from games import clocks, registry, table
from games.clocks import Due, SeatClock
from games.core.chance import Chance, derive_key
from games.core.codec import Fact, decode
from games.core.definition import GameDefinition, State
from games.core.events import Draws
from games.core.json import JSONObject
from games.core.prompts import Prompt
from games.matches import quarantine, snapshots
from games.matches.errors import MatchNotFound
from games.matches.recent import Recent
from games.table import SEAT_RESIGNED, Table

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
        return self.table.status in (table.FINISHED, table.CANCELLED)

    @cached_property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open questions by seat; none before the start and after the end."""
        if self.table.status != table.ACTIVE:
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
        return table.attended(self.table, self.resigned)

    def chance(self) -> Chance:
        """The match's chance, standing after the draws made so far."""
        entropies = [self.table.entropies.get(seat) for seat in range(self.table.seats)]
        return Chance(derive_key(self.seed, self.id, entropies), self.draws, origins=self.origins)


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A match with its stream, who holds its seats (seat to player id), and the database's clock at the reading.

    `read` are its events where they had to be read to fold it.
    """

    match: Match
    holders: Mapping[int, str]
    now: datetime
    read: tuple[StoredEvent, ...] | None = field(default=None, repr=False)

    @cached_property
    def events(self) -> tuple[StoredEvent, ...]:
        """All events of the match, from version 1 to its head."""
        return self.read if self.read is not None else self.events_after(0)

    def events_after(self, version: int) -> tuple[StoredEvent, ...]:
        """The events of the match later than `version`, to its head."""
        return self.events_between(version, self.match.head.version)

    def events_between(self, after: int, until: int) -> tuple[StoredEvent, ...]:
        """The events of the match later than version `after`, to version `until`."""
        if self.read is not None:
            return self.read[after:until]
        return store.load(self.match.id, after=after, until=until).events

    @property
    def is_imported(self) -> bool:
        """Whether the match came from a file, so that nobody can play it: its seats are taken and held by no player."""
        return bool(self.match.table.seated) and not self.holders

    def seat_of(self, player: str | None) -> int | None:
        """The seat that a player holds, if any."""
        return next((seat for seat, holder in self.holders.items() if holder == player), None)

    def after(self, events: tuple[StoredEvent, ...]) -> "Loaded":
        """The same after some more events that seat nobody."""
        read = None if self.read is None else (*self.read, *events)
        return replace(self, match=advance(self.match, events), read=read)


@dataclass(frozen=True, kw_only=True)
class Folded:
    """A match that was folded before, and who held its seats."""

    match: Match
    holders: Mapping[int, str] | None


# A folded match takes tens of kilobytes at most.
recent: Recent[Folded] = Recent(most=500)


def load(match_id: str) -> Loaded:
    """The match as its stream stands; what was folded before is not folded again.

    `MatchNotFound` when it has no stream, `MatchQuarantined` when it cannot be folded.
    """
    known = recent.get(match_id) or _kept(match_id)
    stream = store.load(match_id, after=known.match.head.version if known else 0)
    if known is not None and not _goes_on(known.match, stream):
        known, stream = None, store.load(match_id)
    if stream.head == EMPTY:
        raise MatchNotFound
    with quarantine.guard(match_id, stream.head.version):
        match = fold(match_id, stream.events) if known is None else advance(known.match, stream.events)
    holders = _held(known, match) if known is not None else None
    if holders is None:
        holders = _holders(match)
    recent.put(match_id, Folded(match=match, holders=holders))
    return Loaded(match=match, holders=holders, now=stream.now, read=None if known else stream.events)


def keep_snapshot(match: Match) -> bool:
    """Keep a folded match for processes that have not folded it, if it has grown enough; whether it was kept."""
    return snapshots.keep(match.id, match.head, kept_fields(match))


def kept_fields(match: Match) -> dict[str, Any]:
    """What of a folded match is kept: all but its rules, which are code."""
    return {item.name: getattr(match, item.name) for item in fields(match) if item.name != "game"}


def _kept(match_id: str) -> Folded | None:
    found = snapshots.find(match_id)
    game = _registered(found["table"]) if found is not None else None
    return Folded(match=Match(game=game, **found), holders=None) if found is not None and game is not None else None


def _held(known: Folded, match: Match) -> Mapping[int, str] | None:
    """Who holds the seats, where nobody has sat down or left since that was read."""
    then, now = known.match.table, match.table
    return known.holders if (then.seated, then.bots) == (now.seated, now.bots) else None


def _goes_on(match: Match, stream: Stream) -> bool:
    """Whether the stream goes on where the match was folded up to, and by the rules that are registered now."""
    if _registered(match.table) is not match.game:
        return False
    if not stream.events:
        return stream.head == match.head
    return follows(match, stream.events[0])


def follows(match: Match, event: StoredEvent) -> bool:
    """Whether an event is the one after the match's head."""
    return event.hash == event_hash(match.head.hash, canon(event.envelope))


def _registered(lobby: Table) -> GameDefinition | None:
    return registry.GAMES.get(lobby.game, {}).get(lobby.rules)


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
    return clocks.followed(
        match.table, match.clocks, at=match.at, attended=match.attended, prompts=lambda: match.prompts
    )


def _holders(match: Match) -> dict[int, str]:
    """Who took each seat: the player of the command that the seat's event belongs to."""
    taken = match.table.seated
    if not taken:
        return {}
    recorded = store.commands(match.id, up_to=max(taken.values()))
    if not recorded:
        # Every append of ours leaves a command; a stream without any came from a file, and nobody sits there.
        return {}
    return {seat: _actor(recorded, version) for seat, version in taken.items() if seat not in match.table.bots}


def _actor(recorded: Iterable[Recorded], version: int) -> str:
    return next(command.actor for command in recorded if command.first_version <= version <= command.last_version)
