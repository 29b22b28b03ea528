"""The only way to append to a match's stream: look up the key, load, judge, append; begin again after a lost race."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import orjson

from events import store
from events.errors import Conflict
from events.store import Command, Recorded, StoredEvent
from games.core.errors import RuleBroken
from games.matches.errors import KeyReused, Refused, TooBusy
from games.matches.quotas import tally
from games.matches.stream.drafts import Plan
from games.matches.stream.loading import Loaded, Reading, load
from games.matches.stream.state import Match
from games.table.events import SYSTEM

FINGERPRINT_BYTES = 32
# A race is lost only to another caller's success, so a loser comes through after as many rounds as there are others.
RACES = 200


@dataclass(frozen=True, kw_only=True)
class Request:
    """A request about a match, and its actor: a player's id, `clock` or `bot:<seat>`.

    `key` makes it idempotent; `hash` distinguishes it from other requests under that key.

    `reading` is what the request has already read: the match, and the command under the key.
    """

    match: str
    actor: str
    key: str | None
    hash: bytes
    reading: Reading | None = None


def request(match_id: str, actor: str, *what: object, key: str | None, reading: Reading | None = None) -> Request:
    """The request of a player, the clock or a bot; `what` distinguishes it from other requests under the same key."""
    return Request(match=match_id, actor=actor, key=key, hash=fingerprint(*what), reading=reading)


@dataclass(frozen=True, kw_only=True)
class Appended:
    """The versions that a request appended. `before`, `after` and `events` are there unless it was `replayed`."""

    first: int
    last: int
    replayed: bool
    before: Loaded | None = None
    events: tuple[StoredEvent, ...] = ()
    folded: Match | None = field(default=None, repr=False)

    @cached_property
    def after(self) -> Loaded:
        """The match after this append."""
        assert self.before is not None
        return self.before.after(self.events, self.folded)


Judge = Callable[[Loaded], Plan]


def execute(request: Request, judge: Judge) -> Appended:
    """Append the events that `judge` returns for the present match, exactly once for each key.

    `judge` may refuse, and may raise `Conflict` when it has itself appended to the match. After any refusal and every
    lost race the key is looked up once more, because an earlier attempt of the same request may have succeeded
    meanwhile.
    """
    reading = request.reading
    for _ in range(RACES):
        # Before the match is loaded: who repeats a call may not know of it any more, nor of what has befallen it since.
        if done := _answered(request, reading):
            return done
        loaded = load(request.match) if reading is None else reading.loaded
        # After a lost race all is read anew.
        reading = None
        try:
            return append(request, loaded, judge(loaded))
        except Conflict:
            continue
        except (Refused, RuleBroken):
            if done := answered(request):
                return done
            raise
    raise TooBusy


def answered(request: Request) -> Appended | None:
    """The versions that this request appended before, if it did; `KeyReused` when its key is another request's."""
    if request.key is None:
        return None
    return _taken(request, store.find_command(request.match, request.actor, request.key))


def _answered(request: Request, reading: Reading | None) -> Appended | None:
    """`answered`, from what was already read where there is any."""
    return answered(request) if reading is None else _taken(request, reading.called)


def _taken(request: Request, found: Recorded | None) -> Appended | None:
    if found is None:
        return None
    if request_of(found) != request.hash:
        raise KeyReused
    return Appended(first=found.first_version, last=found.last_version, replayed=True)


def append(request: Request, loaded: Loaded, plan: Plan) -> Appended:
    """Append to the match as it was loaded, later than all earlier appends; `Conflict` when it has moved on."""
    # Every request leaves a command row, which also says who took a seat. A client's key holds no space.
    key = request.key if request.key is not None else f"auto {store.new_id()}"
    events = store.append(
        request.match,
        expected=loaded.match.head,
        at=loaded.next_at,
        drafts=plan.drafts,
        command=command(request.match, actor=request.actor, key=key, request=request.hash),
    )
    tally.caused(request.match, request.actor, sum(event.envelope["by"] != SYSTEM for event in events))
    first, last = events[0].version, events[-1].version
    return Appended(first=first, last=last, replayed=False, before=loaded, events=events, folded=plan.after)


def fingerprint(*request: object) -> bytes:
    """The hash that distinguishes a repeated request from another one under the same key."""
    # Not `canon`: a request may hold what history may not, and is judged later.
    return hashlib.sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).digest()


def command(match_id: str, *, actor: str, key: str, request: bytes) -> Command:
    """The command row of a request: its fingerprint, and a digest that ties it to match, actor and key.

    No event names a player or a key, so without the digest no audit could find that one of them was changed.
    """
    return Command(actor=actor, key=key, request_hash=request + _tie(match_id, actor, key, request))


def request_of(recorded: Recorded) -> bytes:
    """The fingerprint of the request in a command row."""
    return recorded.request_hash[:FINGERPRINT_BYTES]


def is_tied(match_id: str, recorded: Recorded) -> bool:
    """Whether a command row is as `command` made it."""
    request = request_of(recorded)
    tie = recorded.request_hash[FINGERPRINT_BYTES:]
    return tie == _tie(match_id, recorded.actor, recorded.key, request)


def _tie(match_id: str, actor: str, key: str, request: bytes) -> bytes:
    return fingerprint("command", match_id, actor, key, request.hex())
