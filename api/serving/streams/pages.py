"""What a match's stream tells one class of readers: a seat, or all who have none; a class shares the bytes.

It is made by the functions that answer `GET …/events`, `…/prompts` and the match itself, so a stream shows no caller
what those would not.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from api.serving.streams import tables
from api.serving.streams.formats import Message, encoded
from api.serving.streams.tables import NOTHING, Digest, TableMessages
from games.matches import access
from games.matches.access import Known
from games.matches.errors import MatchNotFound
from games.matches.presentation import resources
from games.matches.presentation.words import Words
from games.matches.status.presence import Presence
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded
from games.matches.talk.chat import PLAYERS, SPECTATORS
from games.table.standing import time_of
from games.table.state import FINISHED

# Events of one page: a reader who has missed more is told so many at a time.
MOST = 100

# Rendered events by hash, seat, whether the match has ended, and language, and the states beside them. A few kilobytes
# each at most.
rendered: Recent[Message] = Recent(most=5_000)
states: Recent[tuple[Message, ...]] = Recent(most=2_000)


class ReaderPlace(NamedTuple):
    """Where a reader stands: at which version, and with which state or table they were told."""

    version: int
    state: tuple[Message, ...] = ()
    table: Digest = NOTHING


@dataclass(frozen=True, kw_only=True)
class Page:
    """Events of a match after version `after` for a class of readers, and how the match stands then.

    `version` is where a reader of the page stands, `holders` who sits where as they see it. `state` is empty where more
    events follow; `ends` says that nothing will ever follow. Who wants the `table` is told it in place of the state.
    """

    match: str
    seat: int | None
    after: int
    version: int
    events: tuple[Message, ...]
    state: tuple[Message, ...]
    table: TableMessages | None
    holders: Mapping[int, str]
    is_last: bool
    ends: bool

    def since(self, place: ReaderPlace) -> list[Message]:
        """What is new for a reader at a place."""
        told = {(one.type, one.data) for one in place.state}
        news = [one for one in self.state if (one.type, one.data) not in told]
        table = self.table.since(place.table) if self.table else []
        return [*(one for one in self.events if one.version > place.version), *news, *table]


class Listener(NamedTuple):
    """Whom a match is told to: a player, or somebody without a token (None); in which languages; by `table` or not."""

    player: str | None
    languages: tuple[str, ...]
    wants_table: bool = False


def page(known: Known, loaded: Loaded, listener: Listener, *, after: int, bases: Collection[Digest] = ()) -> Page:
    """The next events for a listener, of what they may know of a match; `bases` are tables that they may have."""
    match, seat, words = loaded.match, loaded.seat_of(listener.player), Words(listener.languages)
    head = match.head.version
    until = min(after + MOST, head)
    is_last, ended = until >= head, match.table.status == FINISHED
    return Page(
        match=match.id,
        seat=seat,
        after=after,
        version=max(after, until),
        events=tuple(_events(loaded, seat, words, (after, until), ended=ended)),
        state=_state(loaded, seat, words) if is_last and not listener.wants_table else (),
        table=tables.table(known, loaded, words, bases) if is_last and listener.wants_table else None,
        holders=loaded.holders,
        is_last=is_last,
        ends=is_last and match.is_over,
    )


def read(
    match_id: str, positions: Mapping[Listener, int], bases: Collection[Digest] = ()
) -> dict[Listener, Page | None]:
    """For each listener what they have not been told; None for one who may not know of the match any more.

    Those of one class who stand at one version share a page; `bases` are the tables that any of them have. Raises what
    loading the match does.
    """
    span = min(positions.values()), max(positions.values()) + MOST
    call = access.call(match_id, None, page=span, people=any(one.wants_table for one in positions))
    found: dict[Listener, Page | None] = {}
    # All who have no seat see the same; it is found out once.
    spectators: Loaded | None = None
    shared: dict[tuple[object, ...], Page] = {}
    for listener, after in positions.items():
        try:
            known = access.known_by(call, listener.player)
            is_seated = known.whole().seat_of(listener.player) is not None
            loaded = known.load() if is_seated or spectators is None else spectators
        except MatchNotFound:
            found[listener] = None
            continue
        spectators = spectators if is_seated else loaded
        key = loaded.seat_of(listener.player), *listener[1:], after, loaded.match.head.version
        if key not in shared:
            shared[key] = page(known, loaded, listener, after=after, bases=bases)
        found[listener] = shared[key]
    return found


def present(match_id: str, holders: Mapping[int, str], there: Presence) -> bytes:
    """Who is at a match: which seats, and how many watch without one, for readers who see these `holders`."""
    seats = sorted(seat for seat, holder in holders.items() if holder in there.players)
    return encoded({"match": match_id, "present": seats, "watchers": there.watchers})


def room(holders: Mapping[int, str], listener: Listener) -> str:
    """The room of the chat that a listener reads."""
    return PLAYERS if listener.player in holders.values() else SPECTATORS


def _events(loaded: Loaded, seat: int | None, words: Words, span: tuple[int, int], *, ended: bool) -> Iterator[Message]:
    if span[0] >= span[1]:
        return
    for stored in loaded.events_between(*span):
        key = f"{stored.hash.hex()} {seat} {ended} {words.languages}"
        message = rendered.get(key)
        if message is None:
            shown = resources.event(loaded.match.game, stored, seat=seat, ended=ended, words=words)
            message = Message(stored.version, "event", encoded(shown), time_of(stored.envelope).timestamp())
            rendered.put(key, message)
        yield message


def _state(loaded: Loaded, seat: int | None, words: Words) -> tuple[Message, ...]:
    match = loaded.match
    key = f"{match.head.hash.hex()} {seat} {loaded.is_set_aside} {words.languages}"
    state = states.get(key)
    if state is None:
        told = _states(loaded, seat, words)
        state = tuple(Message(match.head.version, name, encoded(data)) for name, data in told)
        states.put(key, state)
    return state


def _states(loaded: Loaded, seat: int | None, words: Words) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """How the match stands, apart from its events: what is asked of the caller, what the clocks say, who is waited for.

    Whoever has no seat is asked nothing, and is not told so.
    """
    match = loaded.match
    shown = resources.resource(match, quarantined=loaded.is_set_aside, imported=loaded.is_imported)
    about = {"match": match.id}
    if seat is not None:
        asked = [] if loaded.is_set_aside else resources.prompts(match, seat, words)
        back = None if loaded.is_set_aside else match.retractable(seat)
        yield "prompts", {**about, "items": asked, "take_back": back}
    yield "deadline", {**about, "deadlines": shown["deadlines"], "paused_at": shown["paused_at"]}
    told = ("status", "waiting_for", "seats", "agreed", "outcome", "finished_at")
    yield "status", {**about, **{name: shown[name] for name in told}}  # type: ignore[literal-required]
