"""A tree as tiles (C2SP tlog-tiles): 256 hashes of complete subtrees each, from which every root and proof follows.

Level 0 has the leaves' hashes; a hash of a level above is the root of a full tile of the level below.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.headlog.hash_tree import HASH_BYTES, Subtree, complete_root

TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
FULL_BYTES = TILE_WIDTH * HASH_BYTES
MOST_LEVEL = 63
# An index in groups of three digits, all but the last with an x; a tile that is not full names its width. No log has as
# many entries as five groups have room for.
INDEX_PATH = re.compile(r"((?:x[0-9]{3}/){0,4}[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?")


class TileId(NamedTuple):
    """Where a tile is: its level, and which it is there."""

    level: int
    number: int


Tiles = Mapping[TileId, bytes]


def index_path(index: int) -> str:
    """The index of a tile as its address has it: 1234067 is `x001/x234/067`."""
    groups = [f"{index % 1000:03d}"]
    while index := index // 1000:
        groups.append(f"x{index % 1000:03d}")
    return "/".join(reversed(groups))


def tile_path(tile: TileId, width: int) -> str:
    """The address of a tile below the log's, with its width where it is not full."""
    return f"tile/{tile.level}/{_with_width(tile.number, width)}"


def entries_path(index: int, width: int) -> str:
    """The address of the entries of a tile of level 0."""
    return f"tile/entries/{_with_width(index, width)}"


def read_index_path(text: str) -> tuple[int, int] | None:
    """Index and width of an address; None for what names no tile."""
    found = INDEX_PATH.fullmatch(text)
    if found is None:
        return None
    index, width = int(re.sub(r"[x/]", "", found[1])), int(found[2] or TILE_WIDTH)
    return None if index_path(index) != found[1] or (found[2] and width >= TILE_WIDTH) else (index, width)


def widths(size: int) -> Iterator[tuple[TileId, int]]:
    """Every tile of a tree of this size, with its width."""
    level, hashes = 0, size
    while hashes:
        for index in range(-(-hashes // TILE_WIDTH)):
            yield TileId(level, index), min(TILE_WIDTH, hashes - index * TILE_WIDTH)
        level, hashes = level + 1, hashes // TILE_WIDTH


def right_edge(size: int) -> list[TileId]:
    """The tile of each level that the next leaf may change, where the tree has such a level."""
    found, level = [], 0
    while level == 0 or size >> TILE_HEIGHT * level:
        found.append(TileId(level, size >> TILE_HEIGHT * (level + 1)))
        level += 1
    return found


def grown(edge: Tiles, size: int, leaves: Sequence[bytes]) -> dict[TileId, bytes]:
    """The tiles that leaves change or add, by the tiles of `right_edge` as they are before them."""
    changed: dict[TileId, bytes] = {}
    level, first, hashes = 0, size, list(leaves)
    while hashes:
        above: list[bytes] = []
        while hashes:
            tile = TileId(level, first // TILE_WIDTH)
            room = TILE_WIDTH - first % TILE_WIDTH
            changed[tile] = edge.get(tile, b"")[: first % TILE_WIDTH * HASH_BYTES] + b"".join(hashes[:room])
            if len(changed[tile]) == FULL_BYTES:
                above.append(complete_root(split_hashes(changed[tile])))
            first, hashes = first + min(room, len(hashes)), hashes[room:]
        level, first, hashes = level + 1, size >> TILE_HEIGHT * (level + 1), above
    return changed


def split_hashes(tile: bytes) -> list[bytes]:
    """The hashes of a tile."""
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]


def subtree_of(tiles: Tiles) -> Subtree:
    """Hashes of complete subtrees out of these tiles; KeyError where one is not there, or too short."""

    def subtree(level: int, index: int) -> bytes:
        tile, first, count = _place(level, index)
        part = tiles[tile][first * HASH_BYTES : (first + count) * HASH_BYTES]
        if len(part) != count * HASH_BYTES:
            raise KeyError(tile)
        return complete_root(split_hashes(part))

    return subtree


def tiles_for(compute: Callable[[Subtree], object]) -> set[TileId]:
    """The tiles that a computation needs, found by doing it once without them."""
    needed: set[TileId] = set()

    def subtree(level: int, index: int) -> bytes:
        needed.add(_place(level, index)[0])
        return b""

    compute(subtree)
    return needed


def bundle(entries: Iterable[bytes]) -> bytes:
    """Entries as they are served: each after its length in two bytes."""
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)


def unbundled(text: bytes) -> list[bytes]:
    """The entries of a bundle; ValueError for what is none."""
    found, at = [], 0
    while at < len(text):
        end = at + 2 + int.from_bytes(text[at : at + 2])
        if end > len(text) or at + 2 > len(text):
            raise ValueError("a bundle of entries ends within an entry")
        found.append(text[at + 2 : end])
        at = end
    return found


def _place(level: int, index: int) -> tuple[TileId, int, int]:
    """Where a subtree's hash comes from: the tile, and of its hashes the first and how many."""
    height = level % TILE_HEIGHT
    first = index << height
    return TileId(level // TILE_HEIGHT, first // TILE_WIDTH), first % TILE_WIDTH, 1 << height


def _with_width(index: int, width: int) -> str:
    return index_path(index) + ("" if width == TILE_WIDTH else f".p/{width}")
