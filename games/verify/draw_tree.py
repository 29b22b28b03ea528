"""The tree of a match's open draws (RFC 6962, section 2.1): its leaves are the secrets of the first draws.

Event 1 has its root, so a secret and its path prove a draw while all others stay unknown (decision 63).
"""

from collections.abc import Sequence

from games.core.chance import OPEN_DRAWS, draw_secret
from games.headlog.hash_tree import HASH_BYTES, leaf_hash, node_hash, root_of_inclusion

# How many hashes a path has.
HEIGHT = OPEN_DRAWS.bit_length() - 1


def levels(seed: bytes, match: str) -> list[bytes]:
    """The hashes of each level, one after the other: first those of all leaves, at last the root alone."""
    made = [b"".join(leaf_hash(draw_secret(seed, match, k)) for k in range(OPEN_DRAWS))]
    while len(made[-1]) > HASH_BYTES:
        below, pair = made[-1], 2 * HASH_BYTES
        made.append(
            b"".join(
                node_hash(below[at : at + HASH_BYTES], below[at + HASH_BYTES : at + pair])
                for at in range(0, len(below), pair)
            )
        )
    return made


def root_of(seed: bytes, match: str) -> str:
    """The root of the match's tree, in hex, as event 1 has it."""
    return levels(seed, match)[-1].hex()


def path(made: Sequence[bytes], k: int) -> list[bytes]:
    """The hashes that lead from leaf k to the root: of the siblings, from the leaf's up."""
    places = [(level, (k >> height) ^ 1) for height, level in enumerate(made[:-1])]
    return [level[place * HASH_BYTES : (place + 1) * HASH_BYTES] for level, place in places]


def root_over(secret: bytes, k: int, up: Sequence[bytes]) -> str | None:
    """The root, in hex, that the secret of draw k and its path lead to; None where the path is none."""
    found = root_of_inclusion(leaf_hash(secret), k, OPEN_DRAWS, up)
    return None if found is None else found.hex()
