"""A match as it stood at an earlier version. Stepping through its history folds each event once.

The first request for an earlier version of a long history stores states on the way; from then on any version needs only
a few folds.
"""

from collections.abc import Sequence

from events import store
from events.snapshots import PAST
from events.store import StoredEvent
from games.matches.errors import VersionNotFound
from games.matches.stream import loading, quarantine, snapshots
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded, seated
from games.matches.stream.state import Match, advance, begun, fold, follows, kept_fields, steps

# Where this process last stood in a match's history: between two appends, since clocks cannot go on within one.
recent: Recent[Match] = Recent(most=50)


def is_far(loaded: Loaded, version: int, most: int) -> bool:
    """Whether that version needs more than `most` events folded; takes one short statement."""
    near = recent.get(loaded.match.id)
    if near is not None and 0 <= version - near.head.version <= most:
        return False
    is_there = most < version <= loaded.match.head.version
    return is_there and version - snapshots.version(loaded.match.id, before=version) > most


def at_version(loaded: Loaded, version: int) -> Match:
    """The match as it stood at an earlier version; `VersionNotFound` for a version later than its head."""
    if not 1 <= version <= loaded.match.head.version:
        raise VersionNotFound(version=version, head=loaded.match.head.version)
    known = _nearest(loaded.match.id, version)
    if known is None:
        return _folded(loaded.match.id, None, loaded.events_between(0, version))
    events = loaded.events_between(known.head.version, version)
    if not events:
        return known
    if not follows(known, events[0]):
        known, events = None, loaded.events_between(0, version)
    return _folded(loaded.match.id, known, events)


def load_at(match_id: str, version: int) -> Loaded:
    """The match at `version`, the end of an append; reads no later event."""
    known = loading.kept(match_id, before=version)
    stream = store.load(match_id, after=known.head.version if known else 0, until=version)
    if known is not None and not follows(known, stream.events[0]):
        known, stream = None, store.load(match_id, until=version)
    match = quarantine.judged(match_id, version, "fold", lambda: _folded(match_id, known, stream.events))
    return Loaded(match=match, holders=seated(match), now=stream.now, is_set_aside=False, read=stream.events)


def _nearest(match_id: str, version: int) -> Match | None:
    """The latest cached state, at this version or before."""
    near = recent.get(match_id)
    if near is not None and 0 <= version - near.head.version <= PAST:
        return near
    kept = loading.kept(match_id, before=version)
    usable = [one for one in (near, kept) if one is not None and one.head.version <= version]
    return max(usable, key=lambda one: one.head.version, default=None)


def _folded(match_id: str, known: Match | None, events: Sequence[StoredEvent]) -> Match:
    if len(events) > 2 * PAST:
        known, events = _on_the_way(match_id, known, events)
    earlier = [event for event in events if event.envelope["at"] != events[-1].envelope["at"]]
    last = events[len(earlier) :]
    if earlier:
        known = fold(match_id, earlier) if known is None else advance(known, earlier)
        recent.put(match_id, known)
    return fold(match_id, last) if known is None else advance(known, last)


def _on_the_way(
    match_id: str, known: Match | None, events: Sequence[StoredEvent]
) -> tuple[Match, Sequence[StoredEvent]]:
    """Fold many events, and store states on the way. Returns the last stored state and the events after it."""
    if known is None:
        known, events = begun(match_id, events[0]), events[1:]
    passed = [match for match in steps(known, events) if match.head.version % PAST == 0]
    snapshots.keep_past(match_id, [(match.head, kept_fields(match)) for match in passed])
    return passed[-1], [event for event in events if event.version > passed[-1].head.version]
