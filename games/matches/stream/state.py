"""A match of the service: a standing folded from stored events, with the service's secrets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from events.format.canon import canon
from events.format.chain import event_hash
from events.store import Head, StoredEvent
from games.core.chance import Chance, Key, key_of
from games.core.codec import Fact, decode
from games.core.definition import GameDefinition, State
from games.core.events import Draws
from games.core.json import JSONObject
from games.core.prompts import Prompt
from games.core.records import replace
from games.matches.stream import quarantine, rules
from games.matches.stream.cache import Recent
from games.table import take_backs
from games.table.events import MOVE, ORIGINS, SEED, TABLE_PARTS
from games.table.folding import book, moved, ruled, settled, told
from games.table.registry import EVENT_TYPES, read
from games.table.standing import Standing, time_of

# The status of a match that came from a file: it has ended, and nobody here ever sat there.
IMPORTED = "imported"


@dataclass(frozen=True, kw_only=True)
class Match(Standing):
    """One match of the service at one version; `seed`, and the kernel's `state`, are never shown.

    `origins` are a fork's older keys of chance.
    """

    id: str
    head: Head
    seed: bytes = field(repr=False)
    origins: tuple[tuple[int, Key], ...] = field(default=(), repr=False)

    @cached_property
    def prompts(self) -> Mapping[int, Prompt]:
        """The open questions by seat; if the kernel fails at them, the match is quarantined (`MatchQuarantined`)."""
        return quarantine.judged(self.id, self.head.version, "prompts", lambda: super(Match, self).prompts)

    def view(self, seat: int | None) -> JSONObject | None:
        """The game's view for a seat, or for a spectator; None before the start. It is shared, so callers must not
        change it.
        """
        if self.state is None:
            return None
        key = f"{self.id} {self.head.hash.hex()} {seat}"
        shown = views.get(key)
        # The very state: one that is being decided on still has the head that it follows.
        if shown is None or shown.state is not self.state:
            view = quarantine.judged(self.id, self.head.version, "view", lambda: self.game.view(self.state, seat))
            shown = Shown(self.state, view)
            views.put(key, shown)
        return shown.view

    def retractable(self, seat: int | None) -> int | None:
        """The number of the move that the seat may take back now, if its time is not up; None if there is none."""
        return quarantine.judged(self.id, self.head.version, "prompts", lambda: take_backs.retractable(self, seat))

    def chance(self) -> Chance:
        """The match's chance, after the draws so far."""
        table = self.table
        entropies = [table.entropies.get(seat) for seat in range(table.seats)]
        is_open = table.open_draws is not None
        key = key_of(self.seed, self.id, entropies, table.beacon_signature, open_draws=is_open)
        return Chance(key, self.draws, origins=self.origins)


class Shown(NamedTuple):
    """A view that a game's rules made of a state for a seat."""

    state: State
    view: JSONObject


# By match, head and seat. The largest takes a few tens of kilobytes.
views: Recent[Shown] = Recent(most=500)


@dataclass(frozen=True)
class Differing:
    """A dataclass or a tuple, stored as the fields or places that differ from another one of its kind."""

    values: Mapping[Any, Any]


@dataclass(frozen=True)
class Beginning:
    """A tuple whose first places are equal to those of another tuple, followed by `rest`."""

    count: int
    rest: tuple[Any, ...]


def kept_fields(match: Match) -> dict[str, Any]:
    """The fields of a match that a snapshot stores: all but its rules, which are code.

    Of each earlier state only the difference from the next one is stored, because they are mostly equal.
    """
    kept = {item.name: getattr(match, item.name) for item in fields(match) if item.name != "game"}
    later = [*(one.state for one in match.earlier), match.state][1:]
    earlier = [
        replace(one, state=_differences(one.state, then)) for one, then in zip(match.earlier, later, strict=True)
    ]
    return {**kept, "earlier": tuple(earlier)}


def from_kept(game: GameDefinition, kept: Mapping[str, Any]) -> Match:
    """The match from its stored fields."""
    state, earlier = kept["state"], []
    for one in reversed(kept["earlier"]):
        state = _restored(one.state, state)
        earlier.append(replace(one, state=state))
    return Match(game=game, **{**kept, "earlier": tuple(reversed(earlier))})


def _differences(value: Any, later: Any) -> Any:
    if type(value) is not type(later):
        return value
    if type(value) is tuple and value:
        return _of_tuple(value, later)
    if not is_dataclass(value):
        return value
    names = [item.name for item in fields(value) if getattr(value, item.name) != getattr(later, item.name)]
    return Differing({name: _differences(getattr(value, name), getattr(later, name)) for name in names})


def _of_tuple(value: tuple[Any, ...], later: tuple[Any, ...]) -> Differing | Beginning:
    if len(value) == len(later):
        pairs = enumerate(zip(value, later, strict=True))
        return Differing({place: _differences(one, then) for place, (one, then) in pairs if one != then})
    count = next(
        (place for place, (one, then) in enumerate(zip(value, later, strict=False)) if one != then),
        min(len(value), len(later)),
    )
    return Beginning(count, value[count:])


def _restored(kept: Any, later: Any) -> Any:
    if isinstance(kept, Beginning):
        return (*later[: kept.count], *kept.rest)
    if not isinstance(kept, Differing):
        return kept
    if type(later) is tuple:
        return tuple(_restored(kept.values[at], one) if at in kept.values else one for at, one in enumerate(later))
    return replace(later, **{name: _restored(one, getattr(later, name)) for name, one in kept.values.items()})


def follows(match: Match, event: StoredEvent) -> bool:
    """Whether an event is the one after the match's head."""
    return event.hash == event_hash(match.head.hash, canon(event.envelope))


def fold(match_id: str, events: Sequence[StoredEvent]) -> Match:
    """The match after `events`, the first of which is version 1."""
    return advance(begun(match_id, events[0]), events[1:])


def begun(match_id: str, first: StoredEvent) -> Match:
    """The match after its first event, before the end of its append."""
    at = time_of(first.envelope)
    table = book(None, read(first.envelope), version=first.version, at=at)
    return Match(
        id=match_id,
        head=_head(first),
        table=table,
        game=rules.find(table.game, table.rules),
        at=at,
        seed=bytes.fromhex(first.openings[0].part[SEED]),
        origins=_origins(first),
    )


def _origins(first: StoredEvent) -> tuple[tuple[int, Key], ...]:
    """For a fork, the keys of its parents and the draws up to which each was used, oldest first."""
    sealed = [origin for opening in first.openings for origin in opening.part.get(ORIGINS, ())]
    return tuple((origin["draws"], _key_of(origin)) for origin in sealed)


def _key_of(origin: Mapping[str, Any]) -> Key:
    seed, is_open = bytes.fromhex(origin["seed"]), origin.get("open_draws", False)
    return key_of(seed, origin["match"], origin["entropies"], origin.get("beacon"), open_draws=is_open)


def advance(match: Match, events: Iterable[StoredEvent]) -> Match:
    """The match after further events; `RulesUnknown` for an event that neither fold knows."""
    # Events of one append share their time, no two appends do, and prompts stand still within one.
    for _, together in groupby(events, key=lambda event: event.envelope["at"]):
        for event in together:
            match = _folded(match, event)
        match = closed(match, event)
    return match


def steps(match: Match, events: Sequence[StoredEvent]) -> Iterator[Match]:
    """The match after each of its next events except the last; `advance` can continue from each.

    Within an append the clocks are as before it; they are set at its end.
    """
    for event, following in pairwise(events):
        match = replace(_folded(match, event), head=_head(event))
        if following.envelope["at"] != event.envelope["at"]:
            match = closed(match, event)
        yield match


def closed(match: Match, last: StoredEvent) -> Match:
    """The match at the end of an append: all of its events are folded, and this is the last one."""
    return settled(replace(match, head=_head(last)))


def _head(event: StoredEvent) -> Head:
    return Head(event.version, event.hash)


def _folded(match: Match, event: StoredEvent) -> Match:
    envelope = event.envelope
    at = time_of(envelope)
    if envelope["type"] in EVENT_TYPES:
        match = told(match, read(envelope), version=event.version, at=at)
    else:
        if envelope["type"] not in match.game.event_classes:
            raise rules.unknown_event(match.table.game, match.table.rules, envelope["type"])
        match = ruled(match, decode(match.game.event_classes, fact(event)), move=envelope["move"], at=at)
    mover = _mover(event)
    return match if mover is None else moved(match, mover, by=envelope["by"])


def fact(event: StoredEvent) -> Fact:
    """A stored event of the kernel, as the kernel wrote it."""
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
    """The seat whose move is sealed in this event; a move is sealed in the first event that it caused."""
    return next((opening.audience[0] for opening in event.openings if MOVE in opening.part), None)
