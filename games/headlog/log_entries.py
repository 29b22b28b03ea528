"""What the log's entries say, and the file that shows them to be in the log: what `GET /matches/{match}/log` answers.

An entry is the line of a published file of heads: a match by the SHA-256 of its id, a version, and the head there.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from events.format.canon import canon
from games.headlog.checkpoints import NotProved, SignedCheckpoint, opened, read_hashes
from games.headlog.hash_tree import leaf_hash, root_of_inclusion
from games.headlog.signed_notes import PublicKey
from games.headlog.timestamps import require_stamped

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

DIGEST = re.compile(r"[0-9a-f]{64}")
LARGEST_SAVED = 1024 * 1024
MOST_INDEX = 2**53


class LogEntry(NamedTuple):
    """A match by the digest of its id (hex), one of its versions, and the hash after it (hex)."""

    match: str
    version: int
    head: str

    @property
    def line(self) -> bytes:
        """The entry as the log has it."""
        return canon({"match": self.match, "version": self.version, "head": self.head})


@dataclass(frozen=True)
class ShownEntry:
    """An entry, where it is in the log, and the hashes that show it."""

    index: int
    entry: LogEntry
    path: Sequence[bytes]


class SavedLog(NamedTuple):
    """What was saved of the log for one match: a signed checkpoint, not yet checked, and the match's entries."""

    checkpoint: str
    entries: Sequence[ShownEntry]
    # Of the newest entry, and not yet checked; None where there is none.
    timestamp: Any = None


def match_digest(match: str) -> str:
    """How the log and files of heads name a match, by its id in lower case."""
    return hashlib.sha256(match.encode()).hexdigest()


def read_entry(line: bytes) -> LogEntry:
    """The entry that a line of the log is; ValueError for what the service does not write."""
    found = _entry(orjson.loads(line))
    if found is None or found.line != line:
        raise ValueError("this is no entry of a log of heads")
    return found


def read_saved(text: bytes, match: str) -> SavedLog:
    """What was saved for the match with this id; raises `NotProved`."""
    try:
        value: Any = orjson.loads(text) if len(text) <= LARGEST_SAVED else None
        told, checkpoint = value["entries"], value["checkpoint"]
        entries = [_shown(one, match) for one in told]
    except (KeyError, TypeError, ValueError):
        told, entries, checkpoint = None, [None], None
    if not isinstance(told, list) or None in entries or not isinstance(checkpoint, str):
        raise NotProved("this is not what GET /matches/{match}/log answers")
    return SavedLog(checkpoint, [one for one in entries if one is not None], value.get("timestamp"))


def require_included(saved: SavedLog, keys: Sequence[PublicKey]) -> SignedCheckpoint:
    """The checkpoint of what was saved, if it is the log's and has all the entries; raises `NotProved`."""
    signed = opened(saved.checkpoint, keys)
    for shown in saved.entries:
        require_in(signed, shown)
    return signed


def require_in(signed: SignedCheckpoint, shown: ShownEntry) -> None:
    """Refuse with `NotProved` an entry that is not in the tree of a checkpoint."""
    checkpoint, leaf = signed.checkpoint, leaf_hash(shown.entry.line)
    if root_of_inclusion(leaf, shown.index, checkpoint.size, shown.path) != checkpoint.root:
        raise NotProved(
            f"version {shown.entry.version}, head {shown.entry.head}, is not shown to be entry {shown.index} of"
            f" {checkpoint.origin} at size {checkpoint.size}"
        )


def require_entry_stamped(
    saved: SavedLog, shown: ShownEntry, keys: Sequence[PublicKey], roots: "Sequence[Certificate]"
) -> datetime:
    """When an authority has stamped a checkpoint that has an entry; raises `NotProved`."""
    stamped = require_stamped(saved.timestamp, keys, roots)
    path = read_hashes(saved.timestamp.get("path") or [])
    if path is None:
        raise NotProved("there is no proof beside the timestamp")
    require_in(stamped.signed, replace(shown, path=path))
    return stamped.at


def _shown(told: Any, match: str) -> ShownEntry | None:
    index, path = told["index"], read_hashes(told["path"])
    entry = _entry({"match": match_digest(match), "version": told["version"], "head": told["head"]})
    is_index = type(index) is int and 0 <= index < MOST_INDEX
    return ShownEntry(index, entry, path) if is_index and entry is not None and path is not None else None


def _entry(value: Any) -> LogEntry | None:
    match value:
        case {"match": str(match), "version": int(version), "head": str(head), **more} if not more:
            is_version = type(version) is int and 0 < version < MOST_INDEX
            if is_version and DIGEST.fullmatch(match) and DIGEST.fullmatch(head):
                return LogEntry(match, version, head)
    return None
