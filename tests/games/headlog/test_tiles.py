import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.headlog.hash_tree import consistency_path, inclusion_path, leaf_hash, root
from games.headlog.tiles import (
    TILE_WIDTH,
    TileId,
    bundle,
    entries_path,
    grown,
    index_path,
    read_index_path,
    right_edge,
    split_hashes,
    subtree_of,
    tile_path,
    tiles_for,
    unbundled,
    widths,
)
from tests.games.headlog.test_hash_tree import plain

HASHES = [leaf_hash(b"%d" % number) for number in range(1_500)]


def test_addresses_are_those_of_the_specification() -> None:
    assert index_path(1234067) == "x001/x234/067"
    assert (index_path(0), index_path(999), index_path(1000)) == ("000", "999", "x001/000")
    assert tile_path(TileId(1, 5), TILE_WIDTH) == "tile/1/005"
    assert tile_path(TileId(0, 273), 112) == "tile/0/273.p/112"
    assert entries_path(2, 7) == "tile/entries/002.p/7"


@given(st.integers(0, 10**15 - 1), st.integers(1, 256))
def test_every_address_is_read_back(index: int, width: int) -> None:
    assert read_index_path(entries_path(index, width).removeprefix("tile/entries/")) == (index, width)


@pytest.mark.parametrize(
    "text",
    ["", "1", "0000", "x001", "x000/001", "001/002", "001.p/0", "001.p/256", "001.p/01", "001.p/", "x1/000", "٠٠٠"],
)
def test_what_names_no_tile_is_refused(text: str) -> None:
    assert read_index_path(text) is None


def test_a_tree_has_the_tiles_of_the_specification_s_example() -> None:
    found = list(widths(70_000))
    assert [sum(tile.level == level and width == TILE_WIDTH for tile, width in found) for level in range(3)] == [
        273,
        1,
        0,
    ]
    assert [one for one in found if one[1] < TILE_WIDTH] == [((0, 273), 112), ((1, 1), 17), ((2, 0), 1)]
    assert list(widths(256)) == [((0, 0), 256), ((1, 0), 1)]
    assert list(widths(0)) == []


@given(st.lists(st.integers(0, 600), max_size=4))
def test_tiles_are_the_same_however_the_leaves_came(batches: list[int]) -> None:
    size = 0
    tiles: dict[TileId, bytes] = {}
    for batch in batches:
        batch = min(batch, len(HASHES) - size)
        edge = {tile: tiles[tile] for tile in right_edge(size) if tile in tiles}
        tiles |= grown(edge, size, HASHES[size : size + batch])
        size += batch
    assert tiles == grown({}, 0, HASHES[:size])
    assert {tile: len(text) // 32 for tile, text in tiles.items()} == dict(widths(size))
    assert root(size, subtree_of(tiles)) == plain(HASHES[:size])


@given(st.data(), st.integers(1, 1_500))
def test_a_proof_needs_few_tiles_and_those_are_found_beforehand(data: st.DataObject, size: int) -> None:
    tiles = grown({}, 0, HASHES[:size])
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    needed = tiles_for(lambda subtree: inclusion_path(index, size, subtree))
    needed |= tiles_for(lambda subtree: consistency_path(old, size, subtree))
    assert len(needed) <= 3 * 2
    few = subtree_of({tile: tiles[tile] for tile in needed})
    whole = subtree_of(tiles)
    assert inclusion_path(index, size, few) == inclusion_path(index, size, whole)
    assert consistency_path(old, size, few) == consistency_path(old, size, whole)


def test_a_tile_that_is_too_short_gives_no_hash() -> None:
    tiles = grown({}, 0, HASHES[:5])
    with pytest.raises(KeyError):
        subtree_of(tiles)(0, 5)
    with pytest.raises(KeyError):
        subtree_of(tiles)(3, 0)


def test_a_tile_holds_hashes_one_after_the_other() -> None:
    assert split_hashes(grown({}, 0, HASHES[:3])[TileId(0, 0)]) == HASHES[:3]


@given(st.lists(st.binary(max_size=300), max_size=5))
def test_a_bundle_gives_back_its_entries(entries: list[bytes]) -> None:
    assert unbundled(bundle(entries)) == entries


@pytest.mark.parametrize("text", [b"\x00", b"\x00\x05abcd", b"\x00\x01a\x00"])
def test_a_bundle_that_ends_within_an_entry_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError):
        unbundled(text)
