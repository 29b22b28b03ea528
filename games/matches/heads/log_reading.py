"""Reads the log of all heads: what readers get of it, and proofs out of a few tiles."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.conf import settings

from events.statements import fetch
from games.headlog.hash_tree import HASH_BYTES, Subtree, consistency_path, inclusion_path
from games.headlog.log_entries import LogEntry, match_digest
from games.headlog.tiles import TILE_WIDTH, TileId, bundle, subtree_of, tiles_for

# The newest of a match: each head vouches for all that was before it.
MOST_ENTRIES = 32

# Where cosignatures are waited for, the newest checkpoint that has them.
LATEST = """
SELECT size, keys, note, cosignatures FROM matches_logcheckpoint WHERE cosigned >= %s ORDER BY size DESC LIMIT 1
"""
TILES = """
SELECT level, number, hashes FROM matches_logtile
WHERE (level, number) IN (SELECT * FROM unnest(%s::smallint[], %s::bigint[]))
"""
TILE = """
SELECT substring(hashes FROM 1 FOR %s::integer) FROM matches_logtile
WHERE level = %s::smallint AND number = %s::bigint AND length(hashes) >= %s::integer
"""
ENTRIES = """
SELECT encode(match, 'hex'), version, encode(head, 'hex') FROM matches_loggedhead
WHERE index >= %s::bigint AND index < %s::bigint ORDER BY index
"""
OF_MATCH = """
SELECT index, version, encode(head, 'hex'), kind, at FROM matches_loggedhead
WHERE match = decode(%s::text, 'hex') AND version <= %s::integer AND index < %s::bigint
ORDER BY version DESC LIMIT %s::integer
"""


# The stamped checkpoint with which this entry was stamped first; of those that readers may get.
FIRST_STAMPED = """
SELECT size, note || cosignatures, answer, stamped.at
FROM matches_logtimestamp AS stamped JOIN matches_logcheckpoint USING (size)
WHERE size > %s AND size <= %s ORDER BY size LIMIT 1
"""
LAST_STAMPED = """
SELECT size, note || cosignatures, answer, stamped.at
FROM matches_logtimestamp AS stamped JOIN matches_logcheckpoint USING (size)
WHERE size <= %s ORDER BY size DESC LIMIT 1
"""


class ReadableCheckpoint(NamedTuple):
    """A checkpoint as readers get it, and the keys it is signed by."""

    size: int
    keys: Sequence[str]
    note: str


class ReadableTimestamp(NamedTuple):
    """A stamped checkpoint as readers get it: the authority's answer (RFC 3161), and its time."""

    size: int
    note: str
    answer: bytes
    at: datetime


@dataclass(frozen=True)
class ProvedEntry:
    """An entry of a match, why and when it was written, and the hashes that show it to be in the log."""

    index: int
    version: int
    head: str
    kind: str
    at: datetime
    path: Sequence[bytes]


def latest() -> ReadableCheckpoint | None:
    """The checkpoint that readers get now; None while there is none."""
    for size, keys, note, cosignatures in fetch(LATEST, (settings.LOG_COSIGNATURES,)):
        return ReadableCheckpoint(size, keys.split("\n"), note + cosignatures)
    return None


def last_timestamp(size: int) -> ReadableTimestamp | None:
    """The newest timestamp of a checkpoint of at most this size; None while there is none."""
    return next((ReadableTimestamp(*row) for row in fetch(LAST_STAMPED, (size,))), None)


def timestamp_of(index: int, size: int) -> tuple[ReadableTimestamp, list[bytes]] | None:
    """The first timestamp over an entry, of a checkpoint up to this size, and the proof that the entry is there."""
    for row in fetch(FIRST_STAMPED, (index, size)):
        found = ReadableTimestamp(*row)
        return found, _computed([partial(inclusion_path, index, found.size)])[0]
    return None


def stored_tiles(tiles: Collection[TileId]) -> dict[TileId, bytes]:
    """Those of these tiles that there are, in one statement."""
    columns = [[tile.level for tile in tiles], [tile.number for tile in tiles]]
    return {TileId(level, number): bytes(hashes) for level, number, hashes in fetch(TILES, columns)}


def of_match(match_id: str, *, version: int, size: int) -> list[ProvedEntry]:
    """The newest entries of a match up to a version, with proofs against the checkpoint of this size, oldest first."""
    rows = fetch(OF_MATCH, (match_digest(match_id), version, size, MOST_ENTRIES))
    proofs = _computed([partial(inclusion_path, row[0], size) for row in rows])
    found = [
        ProvedEntry(index, at_version, head, kind, at, path)
        for (index, at_version, head, kind, at), path in zip(rows, proofs, strict=True)
    ]
    return found[::-1]


def consistency(old: int, new: int) -> list[bytes]:
    """The proof that the log of one size continues that of another."""
    return _computed([partial(consistency_path, old, new)])[0]


def tile(tile: TileId, width: int) -> bytes | None:
    """So many hashes of a tile; None where it has fewer."""
    size = width * HASH_BYTES
    return next((bytes(hashes) for (hashes,) in fetch(TILE, (size, *tile, size))), None)


def entries(number: int, width: int) -> bytes | None:
    """The first entries of a tile of level 0, as many as there are to be; None where it has fewer."""
    first = number * TILE_WIDTH
    found = [LogEntry(*row).line for row in fetch(ENTRIES, (first, first + width))]
    return bundle(found) if len(found) == width else None


def _computed(computations: Sequence[Callable[[Subtree], list[bytes]]]) -> list[list[bytes]]:
    """Proofs, from all the tiles that they need together."""
    needed = {tile for compute in computations for tile in tiles_for(compute)}
    subtree = subtree_of(stored_tiles(needed))
    return [compute(subtree) for compute in computations]
