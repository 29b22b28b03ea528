"""Loads a match from its stream and its commands, and folds only the new events."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from events import store
from events.store import EMPTY, Head, Recorded, StoredEvent, Stream
from games import registry
from games.core.definition import GameDefinition
from games.core.records import replace
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.stream import quarantine, snapshots
from games.matches.stream.cache import Recent
from games.matches.stream.state import Match, advance, closed, fold, follows, from_kept, kept_fields
from games.table.clocks import MOMENT
from games.table.state import Table


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """A match with its stream, the holders of its seats (seat to player id), and the database's time when it was read.

    `read` are those of its events that were read with it, without a gap; `is_set_aside` says whether it is quarantined.
    """

    match: Match
    holders: Mapping[int, str]
    now: datetime
    is_set_aside: bool
    read: tuple[StoredEvent, ...] = field(default=(), repr=False)

    @cached_property
    def events(self) -> tuple[StoredEvent, ...]:
        """All events of the match, from version 1 to its head."""
        return self.events_after(0)

    def events_after(self, version: int) -> tuple[StoredEvent, ...]:
        """The events of the match later than `version`, to its head."""
        return self.events_between(version, self.match.head.version)

    def events_between(self, after: int, until: int) -> tuple[StoredEvent, ...]:
        """The events of the match later than version `after`, to version `until`."""
        if after >= until:
            return ()
        if self.read and self.read[0].version <= after + 1 and until <= self.read[-1].version:
            before = self.read[0].version - 1
            return self.read[after - before : until - before]
        return store.load(self.match.id, after=after, until=until).events

    @property
    def is_imported(self) -> bool:
        """Whether the match was imported from a file, so that nobody can play it: its seats are taken, but no player
        holds them.
        """
        # A lobby that all its players have left has bots in it still.
        return bool(self.match.table.seated.keys() - self.match.table.bots) and not self.holders

    def seat_of(self, player: str | None) -> int | None:
        """The seat that a player holds, if any."""
        return next((seat for seat, holder in self.holders.items() if holder == player), None)

    @property
    def next_at(self) -> datetime:
        """The time of an append now: the database's time, and later than all earlier appends."""
        return max(self.now, self.match.at + MOMENT)

    def after(self, events: tuple[StoredEvent, ...], folded: Match | None = None) -> "Loaded":
        """The match after an append that changes no holder; `folded` is that match without its new head and clocks."""
        match = advance(self.match, events) if folded is None else closed(folded, events[-1])
        # The next request goes on from here: no event is folded twice on its way.
        recent.put(match.id, Folded(match=match, holders=_held(self.match, self.holders, match), last=events))
        return replace(self, match=match, read=events)


@dataclass(frozen=True, kw_only=True)
class Folded:
    """A cached match, the holders of its seats, and the last append of this process."""

    match: Match
    holders: Mapping[int, str] | None
    last: tuple[StoredEvent, ...] = field(default=(), repr=False)


def places(folded: Folded) -> int:
    """An ended match gets no more events, and is requested seldom: it takes the place of ten running ones."""
    return 10 if folded.match.is_over else 1


# A folded match takes tens of kilobytes at most. There is room for 500 running matches, or fifty ended ones.
recent: Recent[Folded] = Recent(most=500, places=places)


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What one statement reads of a match: its events after those that this process has folded before (`known`).

    `called` is the command under the request's key, if there is one.
    """

    known: Folded | None
    stream: Stream
    called: Recorded | None = None

    @cached_property
    def loaded(self) -> Loaded:
        """The match when it was read. If events are missing, another statement reads it; then it is the match at that
        time.

        Raises what `load` does.
        """
        if self.known is None or self.known.match.head.version + len(self._new) != self.stream.head.version:
            return load(self.stream.match)
        return _loaded(self.known, self.stream, self._new)

    @cached_property
    def _new(self) -> tuple[StoredEvent, ...]:
        return _new(self.known, self.stream)


def holders(match_id: str) -> Collection[str]:
    """The players of a match when this process last read it."""
    known = recent.get(match_id)
    return () if known is None or known.holders is None else known.holders.values()


def read(
    match_id: str,
    *,
    beside: str = quarantine.IS_SET_ASIDE,
    given: Mapping[str, object] | None = None,
    page: tuple[int, int] | None = None,
) -> Reading:
    """Read the events of a match that this process has not folded, and the row of the extra query `beside`.

    The first column of `beside` says whether the match is quarantined. With a `page` the events later than its first
    version, up to its second, are read as well.
    """
    known = recent.get(match_id)
    after, until = _span(known, page)
    return Reading(known=known, stream=store.load(match_id, after=after, until=until, beside=beside, given=given))


def _span(known: Folded | None, page: tuple[int, int] | None) -> tuple[int, int]:
    """The versions between which events are read: no events if the whole match has to be folded first."""
    if known is None:
        return store.NO_END, store.NO_END
    folded = known.match.head.version
    after, until = page or (folded, store.NO_END)
    # A page of long ago is read alone, in the hope that the match stands where this process has it.
    return (after, until) if until < folded else (min(after, folded), store.NO_END)


def load(match_id: str) -> Loaded:
    """The present match; events that this process has folded before are not folded again.

    Raises `MatchNotFound` when it has no stream, `MatchQuarantined` when it cannot be folded, `RulesUnknown` when only
    a newer process can fold it.
    """
    known = _known(match_id)
    stream = _stream(match_id, after=_version(known))
    return _loaded(known, stream, _new(known, stream))


def load_each(match_ids: Iterable[str], *, since: Mapping[str, int] | None = None) -> dict[str, Loaded]:
    """`load` for many matches, read at once; leaves out those that do not exist or cannot be folded.

    The events of each match later than its version in `since` are read with it, even if they were folded before.
    """
    known = {match_id: _known(match_id) for match_id in match_ids}
    folded_up_to = {match_id: _version(folded) for match_id, folded in known.items()}
    after = {match_id: min(version, (since or {}).get(match_id, version)) for match_id, version in folded_up_to.items()}
    streams, found = store.load_each(after, beside=quarantine.EACH_SET_ASIDE), {}
    for match_id, folded in known.items():
        stream = streams[match_id]
        with suppress(MatchNotFound, MatchQuarantined):
            found[match_id] = _loaded(folded, stream, _new(folded, stream))
    return found


def _stream(match_id: str, *, after: int = 0) -> Stream:
    return store.load(match_id, after=after, beside=quarantine.IS_SET_ASIDE)


def _new(known: Folded | None, stream: Stream) -> tuple[StoredEvent, ...]:
    """The events that are not folded yet."""
    if known is None:
        return stream.events
    return tuple([event for event in stream.events if event.version > known.match.head.version])


def _loaded(known: Folded | None, stream: Stream, new: tuple[StoredEvent, ...]) -> Loaded:
    match_id = stream.match
    if known is not None and not _goes_on(known.match, stream.head, new):
        known, stream = None, _stream(match_id)
        new = stream.events
    if stream.head == EMPTY:
        raise MatchNotFound
    is_set_aside = bool(stream.beside[0])
    if known is not None and known.holders is not None and not new:
        return Loaded(
            match=known.match,
            holders=known.holders,
            now=stream.now,
            is_set_aside=is_set_aside,
            read=stream.events or known.last,
        )
    match = quarantine.judged(match_id, stream.head.version, "fold", lambda: _folded(match_id, known, new))
    holders = _held(known.match, known.holders, match) if known is not None else None
    if holders is None:
        holders = seated(match)
    recent.put(match_id, Folded(match=match, holders=holders))
    return Loaded(match=match, holders=holders, now=stream.now, is_set_aside=is_set_aside, read=stream.events)


def _folded(match_id: str, known: Folded | None, new: tuple[StoredEvent, ...]) -> Match:
    return fold(match_id, new) if known is None else advance(known.match, new)


def keep_snapshot(match: Match) -> bool:
    """Store a snapshot of a match for other processes, if it has grown enough. Returns whether it was stored."""
    return keep_snapshots([match]) == 1


def keep_snapshots(matches: Iterable[Match]) -> int:
    """`keep_snapshot` for many matches; how many were kept."""
    by_id = {match.id: match for match in matches}
    grown = snapshots.grown({match_id: match.head.version for match_id, match in by_id.items()})
    return sum(snapshots.keep(match_id, by_id[match_id].head, kept_fields(by_id[match_id])) for match_id in grown)


def kept(match_id: str, *, before: int = store.NO_END) -> Match | None:
    """The latest stored snapshot before version `before`. The caller compares its head with the stream."""
    found = snapshots.find(match_id, before=before)
    game = _registered(found["table"]) if found is not None else None
    return from_kept(game, found) if found is not None and game is not None else None


def _known(match_id: str) -> Folded | None:
    return recent.get(match_id) or _kept(match_id)


def _version(known: Folded | None) -> int:
    return known.match.head.version if known else 0


def _kept(match_id: str) -> Folded | None:
    found = kept(match_id)
    return None if found is None else Folded(match=found, holders=None)


def _held(then: Match, holders: Mapping[int, str] | None, now: Match) -> Mapping[int, str] | None:
    """The holders of the seats, if nobody has sat down or left since they were read."""
    return holders if (then.table.seated, then.table.bots) == (now.table.seated, now.table.bots) else None


def _goes_on(match: Match, head: Head, new: tuple[StoredEvent, ...]) -> bool:
    """Whether the stream continues from the cached match's head, under the rules that are registered now."""
    if _registered(match.table) is not match.game:
        return False
    if not new:
        return head == match.head
    return follows(match, new[0])


def _registered(table: Table) -> GameDefinition | None:
    return registry.GAMES.get(table.game, {}).get(table.rules)


def seated(match: Match) -> dict[int, str]:
    """The player who took each seat: the actor of the command that appended the seat's event."""
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
