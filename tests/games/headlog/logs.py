"""A log in memory, as a service keeps one: entries, tiles, signed checkpoints, proofs, and all of it as files."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path

from games.headlog.checkpoints import Checkpoint
from games.headlog.hash_tree import consistency_path, inclusion_path, leaf_hash, root
from games.headlog.log_entries import LogEntry, match_digest
from games.headlog.monitor import entry_files
from games.headlog.signed_notes import OF_TEXT, OF_WITNESS, Note, PrivateKey
from games.headlog.tiles import TILE_WIDTH, TileId, bundle, grown, subtree_of

ORIGIN = "play.example.org/log"
KEY = PrivateKey(ORIGIN, OF_TEXT, bytes(range(32)))
WITNESSES = [PrivateKey(f"witness.example/w{number}", OF_WITNESS, bytes([number] * 32)) for number in range(1, 4)]
MATCHES = [f"019ac000-0000-7000-8000-{number:012x}" for number in range(40)]


def entry(number: int, *, head: str = "") -> LogEntry:
    """The entry of this number: each match in turn, at rising versions."""
    match, version = MATCHES[number % len(MATCHES)], 1 + number // len(MATCHES)
    return LogEntry(match_digest(match), version, head or f"{number:064x}")


def encoded(hashes: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(one).decode() for one in hashes]


class Log:
    """A log of these entries."""

    def __init__(self, entries: Sequence[LogEntry] | int, key: PrivateKey = KEY) -> None:
        self.entries = list(map(entry, range(entries))) if isinstance(entries, int) else list(entries)
        self.key = key
        self.tiles: dict[TileId, bytes] = grown({}, 0, [leaf_hash(one.line) for one in self.entries])
        self.subtree = subtree_of(self.tiles)

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        size = len(self.entries) if size is None else size
        return Checkpoint(self.key.name, size, root(size, self.subtree))

    def note(
        self, size: int | None = None, *, cosigned: Sequence[PrivateKey] = (), seconds: int = 1_700_000_000
    ) -> str:
        text = str(self.checkpoint(size))
        return str(Note(text, (self.key.sign(text), *(one.sign(text, seconds=seconds) for one in cosigned))))

    def consistency(self, old: int, new: int | None = None) -> list[bytes]:
        return consistency_path(old, len(self.entries) if new is None else new, self.subtree)

    def answer(self, old: int | None = None, *, cosigned: Sequence[PrivateKey] = ()) -> str:
        """What `GET /log?from=` answers."""
        path = None if old is None else encoded(self.consistency(old))
        return json.dumps({"checkpoint": self.note(cosigned=cosigned), "consistency": path})

    def of_match(self, match: str, *, cosigned: Sequence[PrivateKey] = ()) -> str:
        """What `GET /matches/{match}/log` answers."""
        size, named = len(self.entries), match_digest(match)
        shown = [
            {
                "index": index,
                "version": one.version,
                "head": one.head,
                "path": encoded(inclusion_path(index, size, self.subtree)),
            }
            for index, one in enumerate(self.entries)
            if one.match == named
        ]
        return json.dumps({"checkpoint": self.note(cosigned=cosigned), "entries": shown})

    def write(self, folder: Path) -> Path:
        """All that a reader fetches, below a folder."""
        folder.mkdir(exist_ok=True)
        (folder / "checkpoint").write_text(self.note())
        for number, name in enumerate(entry_files(len(self.entries))):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            part = self.entries[number * TILE_WIDTH : (number + 1) * TILE_WIDTH]
            (folder / name).write_bytes(bundle([one.line for one in part]))
        return folder
