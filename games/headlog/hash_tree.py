"""Merkle trees of RFC 6962, section 2.1: roots and proofs from hashes of complete subtrees, and how proofs are checked.

A complete subtree is named by its level and its index: it covers the leaves `index * 2**level` up to, but not
including, `(index + 1) * 2**level`.
"""

import hashlib
from collections.abc import Callable, Sequence

HASH_BYTES = 32
# No tree that anybody makes is higher, so a longer proof is none.
MOST_HASHES = 63
EMPTY_ROOT = hashlib.sha256().digest()

# The hash of the complete subtree at a level and an index.
Subtree = Callable[[int, int], bytes]


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees beside each other."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def complete_root(hashes: Sequence[bytes]) -> bytes:
    """The root over hashes whose number is a power of two."""
    while len(hashes) > 1:
        hashes = [node_hash(hashes[at], hashes[at + 1]) for at in range(0, len(hashes), 2)]
    return hashes[0]


def root(size: int, subtree: Subtree) -> bytes:
    """The root of the tree of the first `size` leaves."""
    return _of_range(0, size, subtree) if size else EMPTY_ROOT


def inclusion_path(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """The proof that the leaf `index` is in the tree of `size` leaves, from the leaf's sibling up (section 2.1.1)."""
    first, end, path = 0, size, []
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            path.append(_of_range(middle, end, subtree))
            end = middle
        else:
            path.append(_of_range(first, middle, subtree))
            first = middle
    return path[::-1]


def consistency_path(old: int, new: int, subtree: Subtree) -> list[bytes]:
    """The proof that the tree of `new` leaves continues the one of `old` leaves (section 2.1.2)."""
    if old in (0, new):
        return []
    first, end, path = 0, new, []
    while end != old:
        middle = first + _split(end - first)
        if old <= middle:
            path.append(_of_range(middle, end, subtree))
            end = middle
        else:
            path.append(_of_range(first, middle, subtree))
            first = middle
    # Whoever checks it knows the old root, which is this hash where the old tree is complete.
    return [*([_of_range(first, end, subtree)] if first else []), *path[::-1]]


def root_of_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a proof of inclusion leads to; None where it does not fit index and size (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or len(path) > MOST_HASHES:
        return None
    at, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    return found if last == 0 else None


def is_continued(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof of consistency shows that one tree continues the other (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= new or len(path) > MOST_HASHES:
        return False
    if old in (0, new):
        expected = EMPTY_ROOT if old == 0 else new_root
        return not path and old_root == expected and (new > 0 or new_root == EMPTY_ROOT)
    hashes = list(path) if old & (old - 1) else [old_root, *path]
    if not hashes:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    found_old = found_new = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            found_old, found_new = node_hash(sibling, found_old), node_hash(sibling, found_new)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found_new = node_hash(found_new, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and found_old == old_root and found_new == new_root


def _split(leaves: int) -> int:
    """The largest power of two that is less than this number."""
    return int(1 << (leaves - 1).bit_length() - 1)


def _of_range(first: int, end: int, subtree: Subtree) -> bytes:
    """The root over a range of leaves that is a node of some tree: its first leaf is a multiple of its width."""
    width = end - first
    if width & (width - 1) == 0:
        level = width.bit_length() - 1
        return subtree(level, first >> level)
    middle = first + _split(width)
    return node_hash(_of_range(first, middle, subtree), _of_range(middle, end, subtree))
