"""A copy of the whole log, read: whether its entries are those of the checkpoint, and whether they agree."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from games.headlog.checkpoints import Checkpoint, NotProved
from games.headlog.hash_tree import leaf_hash, root
from games.headlog.log_entries import LogEntry, read_entry
from games.headlog.tiles import TILE_WIDTH, TileId, entries_path, grown, subtree_of, unbundled


class Contradiction(NamedTuple):
    """Two entries that tell different histories of one match."""

    first: int
    second: int
    entry: LogEntry

    def __str__(self) -> str:
        return (
            f"entries {self.first} and {self.second}: match {self.entry.match} has two heads at version"
            f" {self.entry.version}"
        )


def entry_files(size: int) -> Iterator[str]:
    """The addresses, below the log's, of all entries of a log of this size."""
    for index in range(-(-size // TILE_WIDTH)):
        yield entries_path(index, min(TILE_WIDTH, size - index * TILE_WIDTH))


def entries(folder: Path, checkpoint: Checkpoint) -> list[LogEntry]:
    """The entries in a copy of the log, which are those of the checkpoint; raises `NotProved`."""
    found: list[LogEntry] = []
    tiles: dict[TileId, bytes] = {}
    for name in entry_files(checkpoint.size):
        lines = _lines(folder, name)
        tiles |= grown(tiles, len(found), [leaf_hash(line) for line in lines])
        found += [_read(line, len(found) + at) for at, line in enumerate(lines)]
    if len(found) != checkpoint.size or root(len(found), subtree_of(tiles)) != checkpoint.root:
        raise NotProved(f"{checkpoint.origin}: the entries are not those of the checkpoint of size {checkpoint.size}")
    return found


def contradictions(told: list[LogEntry]) -> Iterator[Contradiction]:
    """Where a log has entries that cannot both be true."""
    known: dict[tuple[str, int], tuple[int, str]] = {}
    for index, entry in enumerate(told):
        first, head = known.setdefault((entry.match, entry.version), (index, entry.head))
        if head != entry.head:
            yield Contradiction(first, index, entry)


def disagreeing(told: list[LogEntry], match: str, heads: Mapping[int, str]) -> Iterator[tuple[int, LogEntry]]:
    """The entries of a match, by its digest, that do not fit its history: the hash after each version."""
    for index, entry in enumerate(told):
        if entry.match == match and heads.get(entry.version) != entry.head:
            yield index, entry


def _lines(folder: Path, name: str) -> list[bytes]:
    try:
        return unbundled((folder / name).read_bytes())
    except OSError as error:
        raise NotProved(f"{folder / name}: {error.strerror}") from None
    except ValueError as refused:
        raise NotProved(f"{folder / name}: {refused}") from None


def _read(line: bytes, index: int) -> LogEntry:
    try:
        return read_entry(line)
    except ValueError as refused:
        raise NotProved(f"entry {index}: {refused}") from None
