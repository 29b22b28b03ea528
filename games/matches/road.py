"""The one way into a match's stream: key, load, judge, append; again after a lost race."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from events import store
from events.errors import Conflict
from events.store import Draft, StoredEvent
from games.clocks import MOMENT
from games.core.errors import RuleBroken
from games.matches import recording
from games.matches.errors import KeyReused, Refused, TooBusy
from games.matches.match import Loaded, load

# A race is lost only to somebody else's success, so a loser comes through after as many rounds as there are others.
RACES = 200


@dataclass(frozen=True, kw_only=True)
class Actor:
    """Who acts: `by` as the envelope says it, `name` as the command row says it (a player's id, or `clock`)."""

    by: str
    name: str


CLOCK = Actor(by="clock", name="clock")


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is asked of a match, by whom. `key` makes it idempotent; `hash` tells it from others under that key."""

    match: str
    actor: Actor
    key: str | None
    hash: bytes


@dataclass(frozen=True, kw_only=True)
class Taken:
    """Where in the stream a request stands. `before` and `events` are at hand unless it was `replayed`."""

    first: int
    last: int
    replayed: bool
    before: Loaded | None = None
    events: tuple[StoredEvent, ...] = ()


Judge = Callable[[Loaded], Sequence[Draft]]


def take(request: Request, judge: Judge) -> Taken:
    """Append what `judge` makes of the match as it stands, exactly once for each key.

    `judge` may refuse, and may raise `Conflict` when it has itself moved the match on. On any refusal and after every
    lost race the key is looked up once more: the first sending of the same request may have come through meanwhile.
    """
    for _ in range(RACES):
        loaded = load(request.match)
        if done := answered(request):
            return done
        try:
            drafts = judge(loaded)
            return append(request, loaded, drafts)
        except Conflict:
            continue
        except (Refused, RuleBroken):
            if done := answered(request):
                return done
            raise
    raise TooBusy


def answered(request: Request) -> Taken | None:
    """Where this very request was taken before; `KeyReused` when its key was spent on another one."""
    if request.key is None:
        return None
    found = store.find_command(request.match, request.actor.name, request.key)
    if found is None:
        return None
    if recording.request_of(found) != request.hash:
        raise KeyReused
    return Taken(first=found.first_version, last=found.last_version, replayed=True)


def append(request: Request, loaded: Loaded, drafts: Sequence[Draft]) -> Taken:
    """Append to the match as it was loaded, later than all before; `Conflict` when it has moved on."""
    # Every request leaves a command row, for it is also what says who took a seat. A client's key holds no space.
    key = request.key if request.key is not None else f"auto {store.new_id()}"
    events = store.append(
        request.match,
        expected=loaded.match.head,
        at=max(loaded.now, loaded.match.at + MOMENT),
        drafts=drafts,
        command=recording.command(request.match, actor=request.actor.name, key=key, request=request.hash),
    )
    return Taken(first=events[0].version, last=events[-1].version, replayed=False, before=loaded, events=events)
