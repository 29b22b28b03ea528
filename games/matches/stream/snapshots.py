"""Folded matches kept in the database, so that a long one need not be folded from its first event again.

A cache, written outside of requests; anybody may empty it. A state is used only by exactly the code that folded it, and
only if its head is in the stream.
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

# Folding fewer events is faster than looking up and reading a state.
EVERY = 100


def _fingerprint() -> str:
    """A hash of the code that folds: any change of the code may change a state, or its fields."""
    sources = sorted(Path(games.__path__[0]).rglob("*.py"))
    return hashlib.sha256(b"".join(hashlib.sha256(source.read_bytes()).digest() for source in sources)).hexdigest()


# Read at the import, like the code itself: a later change of a file does not change this process.
CODE = _fingerprint()


def find(match_id: str, *, before: int = NO_END) -> dict[str, Any] | None:
    """The fields, by name, of the latest stored state of the match that is earlier than version `before`.

    None if there is no state by this code.
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
    """Those of these matches, at these versions, that have enough events since their last stored state."""
    long = {match_id: version for match_id, version in versions.items() if version >= EVERY}
    kept = snapshots.newest_versions(list(long), code=CODE) if long else {}
    return {match_id for match_id, version in long.items() if match_id not in kept or version - kept[match_id] >= EVERY}


def version(match_id: str, *, before: int) -> int:
    """The version of the state that `find` would return; 0 if there is none."""
    return snapshots.newest_version(match_id, code=CODE, before=before) or 0


def keep(match_id: str, head: Head, fields: Mapping[str, Any]) -> bool:
    """Store the fields of a folded match; returns whether they could be stored."""
    state = _state(match_id, head, fields)
    if state is not None:
        snapshots.keep(match_id, code=CODE, kept=state)
    return state is not None


def keep_past(match_id: str, states: Sequence[tuple[Head, Mapping[str, Any]]]) -> None:
    """Store past states of a match by head: the fields of the folded match."""
    kept = [_state(match_id, head, fields) for head, fields in states]
    snapshots.keep_past(match_id, code=CODE, kept=[one for one in kept if one is not None])


def _state(match_id: str, head: Head, fields: Mapping[str, Any]) -> Kept | None:
    try:
        return Kept(head=head, state=freeze(dict(fields)))
    except NotFrozen as error:
        log.warning("match %s is folded anew each time: %s", match_id, error)
        return None
