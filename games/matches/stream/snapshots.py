"""Folded matches kept in the database, so that a long one need not be folded from its first event again.

A cache, written off the hot path and emptied at will. A state is used only by the very code that folded it, and only
where its head stands in the stream.
"""

import hashlib
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import games
from events import snapshots
from events.snapshots import Kept
from events.store import NO_END, Head
from games.matches.stream.serialization import NotFrozen, freeze, thaw

log = logging.getLogger(__name__)

# So many events are folded faster than a state is looked up and read.
EVERY = 100


def _fingerprint() -> str:
    """A name for the code that folds: any change in it may change a state, or what it is made of."""
    sources = sorted(Path(games.__path__[0]).rglob("*.py"))
    return hashlib.sha256(b"".join(hashlib.sha256(source.read_bytes()).digest() for source in sources)).hexdigest()


# Read as the code itself is: a file that changes later is no code of this process.
CODE = _fingerprint()


def find(match_id: str, *, before: int = NO_END) -> dict[str, Any] | None:
    """The fields of the latest folded match that was kept, by name, earlier than version `before`.

    None when there is none of this code's.
    """
    kept = snapshots.newest(match_id, code=CODE, before=before)
    if kept is None:
        return None
    try:
        found: dict[str, Any] = thaw(kept.state)
        return found if found["head"] == kept.head else None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        log.warning("the state kept of match %s cannot be read: %s", match_id, type(error).__name__)
        return None


def grown(versions: Mapping[str, int]) -> set[str]:
    """Which of these matches, at these versions, have enough events since the last state that was kept of them."""
    long = {match_id: version for match_id, version in versions.items() if version >= EVERY}
    kept = snapshots.newest_versions(list(long), code=CODE) if long else {}
    return {match_id for match_id, version in long.items() if match_id not in kept or version - kept[match_id] >= EVERY}


def version(match_id: str, *, before: int) -> int:
    """The version of what `find` would find; 0 where that is nothing."""
    return snapshots.newest_version(match_id, code=CODE, before=before) or 0


def keep(match_id: str, head: Head, fields: Mapping[str, Any]) -> bool:
    """Keep the fields of a folded match; whether they could be kept."""
    state = _state(match_id, head, fields)
    if state is not None:
        snapshots.keep(match_id, code=CODE, kept=state)
    return state is not None


def keep_past(match_id: str, states: Sequence[tuple[Head, Mapping[str, Any]]]) -> None:
    """Keep how a match stood in the past, by head: the fields of the folded match."""
    kept = [_state(match_id, head, fields) for head, fields in states]
    snapshots.keep_past(match_id, code=CODE, kept=[one for one in kept if one is not None])


def _state(match_id: str, head: Head, fields: Mapping[str, Any]) -> Kept | None:
    try:
        return Kept(head=head, state=freeze(dict(fields)))
    except NotFrozen as error:
        log.warning("match %s is folded anew each time: %s", match_id, error)
        return None
