"""A match as it stood at an earlier version. Stepping through its history folds each event once."""

from collections.abc import Sequence

from events.store import StoredEvent
from games.matches.errors import VersionNotFound
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match, advance, fold, follows

# Where this process last stood in a match's history: between two appends, since clocks cannot go on within one.
recent: Recent[Match] = Recent(most=50)


def distance(loaded: Loaded, version: int) -> int:
    """How many events this process has to fold for that version."""
    known = recent.get(loaded.match.id)
    return version if known is None or known.head.version > version else version - known.head.version


def at_version(loaded: Loaded, version: int) -> Match:
    """The match as it stood at an earlier version; `VersionNotFound` when it has not come that far."""
    if not 1 <= version <= loaded.match.head.version:
        raise VersionNotFound(version=version)
    known = recent.get(loaded.match.id)
    if known is None or known.head.version > version:
        return _folded(loaded.match.id, None, loaded.events_between(0, version))
    events = loaded.events_between(known.head.version, version)
    if not events:
        return known
    if not follows(known, events[0]):
        known, events = None, loaded.events_between(0, version)
    return _folded(loaded.match.id, known, events)


def _folded(match_id: str, known: Match | None, events: Sequence[StoredEvent]) -> Match:
    earlier = [event for event in events if event.envelope["at"] != events[-1].envelope["at"]]
    last = events[len(earlier) :]
    if earlier:
        known = fold(match_id, earlier) if known is None else advance(known, earlier)
        recent.put(match_id, known)
    return fold(match_id, last) if known is None else advance(known, last)
