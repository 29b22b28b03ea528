import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.headlog import hash_tree
from games.headlog.hash_tree import (
    EMPTY_ROOT,
    Subtree,
    consistency_path,
    inclusion_path,
    is_continued,
    leaf_hash,
    root,
    root_of_inclusion,
)

# The leaves, the roots after each, and a proof of Certificate Transparency's own tests (google/certificate-transparency).
LEAVES = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes(range(0x60, 0x70)))
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES = st.integers(1, 70)


def plain(hashes: Sequence[bytes]) -> bytes:
    """MTH as the RFC writes it down."""
    if not hashes:
        return hashlib.sha256().digest()
    if len(hashes) == 1:
        return hashes[0]
    k = 1
    while k * 2 < len(hashes):
        k *= 2
    return hashlib.sha256(b"\x01" + plain(hashes[:k]) + plain(hashes[k:])).digest()


def subtrees(hashes: Sequence[bytes]) -> Subtree:
    def subtree(level: int, index: int) -> bytes:
        part = hashes[index << level : (index + 1) << level]
        assert len(part) == 1 << level, "only complete subtrees have a hash"
        return plain(part)

    return subtree


def leaves(size: int) -> list[bytes]:
    return [leaf_hash(b"%d" % number) for number in range(size)]


def test_the_roots_are_those_of_certificate_transparency() -> None:
    hashes = list(map(leaf_hash, LEAVES))
    assert [root(size, subtrees(hashes)).hex() for size in range(1, 9)] == ROOTS
    assert (
        root(0, subtrees([]))
        == EMPTY_ROOT
        == bytes.fromhex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    )


def test_the_proofs_are_those_of_certificate_transparency() -> None:
    subtree = subtrees(list(map(leaf_hash, LEAVES)))
    assert [one.hex() for one in inclusion_path(5, 8, subtree)] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    assert [one.hex() for one in consistency_path(6, 8, subtree)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@given(SIZES)
def test_roots_are_those_of_the_rfc_s_definition(size: int) -> None:
    hashes = leaves(size)
    assert root(size, subtrees(hashes)) == plain(hashes)


@given(st.data(), SIZES)
def test_every_leaf_is_shown_to_be_in_its_tree(data: st.DataObject, size: int) -> None:
    hashes, index = leaves(size), data.draw(st.integers(0, size - 1))
    path = inclusion_path(index, size, subtrees(hashes))
    assert root_of_inclusion(hashes[index], index, size, path) == plain(hashes)


@given(st.data(), SIZES)
def test_every_tree_is_shown_to_continue_every_smaller_one(data: st.DataObject, size: int) -> None:
    hashes, old = leaves(size), data.draw(st.integers(0, size))
    path = consistency_path(old, size, subtrees(hashes))
    assert is_continued(old, plain(hashes[:old]), size, plain(hashes), path)


def changed(data: st.DataObject, path: list[bytes]) -> list[bytes]:
    """A proof with one hash changed, dropped, doubled or added, or two exchanged."""
    at = data.draw(st.integers(0, len(path)))
    ways = [[*path[:at], bytes(32), *path[at:]]]
    if at < len(path):
        one = bytearray(path[at])
        one[data.draw(st.integers(0, 31))] ^= 1 << data.draw(st.integers(0, 7))
        ways += [
            [*path[:at], bytes(one), *path[at + 1 :]],
            [*path[:at], *path[at + 1 :]],
            [*path[: at + 1], *path[at:]],
        ]
        if at:
            ways.append([*path[: at - 1], path[at], path[at - 1], *path[at + 1 :]])
    return data.draw(st.sampled_from(ways))


@given(st.data(), SIZES)
def test_no_changed_proof_shows_a_leaf_to_be_in_a_tree(data: st.DataObject, size: int) -> None:
    hashes, index = leaves(size), data.draw(st.integers(0, size - 1))
    path = inclusion_path(index, size, subtrees(hashes))
    assert root_of_inclusion(hashes[index], index, size, changed(data, path)) != plain(hashes)
    assert root_of_inclusion(leaf_hash(b"another"), index, size, path) != plain(hashes)
    for other in {index - 1, index + 1, size, -1} - {index}:
        assert root_of_inclusion(hashes[index], other, size, path) != plain(hashes)


@given(st.data(), st.integers(2, 70))
def test_no_changed_proof_shows_a_tree_to_continue_another(data: st.DataObject, size: int) -> None:
    hashes, old = leaves(size), data.draw(st.integers(1, size - 1))
    path = consistency_path(old, size, subtrees(hashes))
    before, after = plain(hashes[:old]), plain(hashes)
    assert not is_continued(old, before, size, after, changed(data, path))
    assert not is_continued(old, bytes(32), size, after, path)
    assert not is_continued(old, before, size, bytes(32), path)
    assert not is_continued(size, after, old, before, path)


@given(st.data(), st.integers(2, 70))
def test_no_proof_shows_a_tree_with_a_changed_leaf_to_continue_the_one_before(data: st.DataObject, size: int) -> None:
    hashes, old = leaves(size), data.draw(st.integers(1, size - 1))
    forged = list(hashes)
    forged[data.draw(st.integers(0, old - 1))] = leaf_hash(b"rewritten")
    path = consistency_path(old, size, subtrees(forged))
    assert not is_continued(old, plain(hashes[:old]), size, plain(forged), path)


@pytest.mark.parametrize("old", [0, 5])
def test_of_nothing_and_of_itself_a_tree_needs_no_proof(old: int) -> None:
    hashes = leaves(5)
    before, after = plain(hashes[:old]), plain(hashes)
    assert is_continued(old, before, 5, after, [])
    assert not is_continued(old, before, 5, after, [bytes(32)])
    assert not is_continued(old, bytes(32), 5, after, [])


def test_a_proof_longer_than_any_tree_is_high_is_refused() -> None:
    long = [bytes(32)] * (hash_tree.MOST_HASHES + 1)
    assert root_of_inclusion(bytes(32), 0, 2**63, long) is None
    assert not is_continued(1, bytes(32), 2**63, bytes(32), long)
