"""What a match's stream tells one class of readers: a seat, or all who have none; a class shares the bytes.

It is made by the functions that answer `GET …/events`, `…/prompts` and the match itself, so a stream shows no caller
what those would not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from api.live.formats import Message, encoded
from games.matches import access
from games.matches.errors import MatchNotFound
from games.matches.presentation import resources
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded
from games.table.standing import time_of
from games.table.state import FINISHED

# Events of one page: a reader who has missed more is told so many at a time.
MOST = 100

# Rendered events by match, version, seat and whether the match has ended, and the states beside them. A few kilobytes
# each at most.
rendered: Recent[Message] = Recent(most=5_000)
states: Recent[tuple[Message, ...]] = Recent(most=2_000)


@dataclass(frozen=True, kw_only=True)
class Page:
    """Events of a match after version `after` for a class of readers, and how the match stands then.

    `version` is where a reader of the page stands. `state` is empty where more events follow; `ends` says that nothing
    will ever follow.
    """

    match: str
    seat: int | None
    after: int
    version: int
    events: tuple[Message, ...]
    state: tuple[Message, ...]
    is_last: bool
    ends: bool

    def since(self, version: int, state: tuple[Message, ...]) -> list[Message]:
        """What a reader who stands at `version` and was told that state has not been told."""
        told = {(one.type, one.data) for one in state}
        news = [one for one in self.state if (one.type, one.data) not in told]
        return [*(one for one in self.events if one.version > version), *news]


def page(loaded: Loaded, player: str | None, *, after: int) -> Page:
    """The next events for a player, or for somebody without a token."""
    match, seat = loaded.match, loaded.seat_of(player)
    head = match.head.version
    until = min(after + MOST, head)
    is_last, ended = until >= head, match.table.status == FINISHED
    return Page(
        match=match.id,
        seat=seat,
        after=after,
        version=max(after, until),
        events=tuple(_events(loaded, seat, after, until, ended=ended)),
        state=_state(loaded, seat) if is_last else (),
        is_last=is_last,
        ends=is_last and match.is_over,
    )


def read(match_id: str, positions: Mapping[str | None, int]) -> dict[str | None, Page | None]:
    """For each of these players what they have not been told; None for one who may not know of the match any more.

    Players of one class who stand at one version share a page. Raises what loading the match does.
    """
    call = access.call(match_id, None, page=(min(positions.values()), _FAR))
    found: dict[str | None, Page | None] = {}
    shared: dict[tuple[int | None, int, int], Page] = {}
    for player, after in positions.items():
        try:
            loaded = access.known_by(call, player).load()
        except MatchNotFound:
            found[player] = None
            continue
        key = loaded.seat_of(player), after, loaded.match.head.version
        if key not in shared:
            shared[key] = page(loaded, player, after=after)
        found[player] = shared[key]
    return found


_FAR = 2**31 - 1


def _events(loaded: Loaded, seat: int | None, after: int, until: int, *, ended: bool) -> Iterator[Message]:
    if after >= until:
        return
    for stored in loaded.events_between(after, until):
        key = f"{stored.hash.hex()} {seat} {ended}"
        message = rendered.get(key)
        if message is None:
            shown = resources.event(stored, seat=seat, ended=ended)
            message = Message(stored.version, "event", encoded(shown), time_of(stored.envelope).timestamp())
            rendered.put(key, message)
        yield message


def _state(loaded: Loaded, seat: int | None) -> tuple[Message, ...]:
    match = loaded.match
    key = f"{match.head.hash.hex()} {seat} {loaded.is_set_aside}"
    state = states.get(key)
    if state is None:
        state = tuple(Message(match.head.version, name, encoded(data)) for name, data in _states(loaded, seat))
        states.put(key, state)
    return state


def _states(loaded: Loaded, seat: int | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """How the match stands, apart from its events: what is asked of the caller, what the clocks say, who is waited for.

    Whoever has no seat is asked nothing, and is not told so.
    """
    match = loaded.match
    shown = resources.resource(match, quarantined=loaded.is_set_aside, imported=loaded.is_imported)
    about = {"match": match.id}
    if seat is not None:
        asked = [] if loaded.is_set_aside else resources.prompts(match, seat)
        yield "prompts", {**about, "items": asked}
    yield "deadline", {**about, "deadlines": shown["deadlines"], "paused_at": shown["paused_at"]}
    told = ("status", "waiting_for", "seats", "agreed", "outcome", "finished_at")
    yield "status", {**about, **{name: shown[name] for name in told}}  # type: ignore[literal-required]
