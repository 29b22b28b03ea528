"""What a player signs: a key for a seat, and each move of that seat (Ed25519, RFC 8032). Pure.

The service checks it before it stores anything, and the verifier checks it again.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from events.format.canon import NotCanonical, canon

# Public keys and signatures, in hex.
KEY, SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")
# Points of small order have signatures that fit every content. Libraries differ in whether they accept such points, and
# points that are not in canonical form. We accept neither as a key, or as the beginning of a signature (RFC 8032,
# 5.1.3).
PRIME, WITHOUT_SIGN = 2**255 - 19, 2**255 - 1
OF_SMALL_ORDER = frozenset(
    {
        0,
        1,
        PRIME - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    }
)
KEY_DOMAIN, MOVE_DOMAIN = "tabularium/key/1", "tabularium/move/1"


class SignedPart(TypedDict):
    """A player's signature of a move, beside the move: made when the match stood at `version`, whose hash is `head`."""

    version: int
    head: str
    signature: str


class VouchPart(TypedDict):
    """An earlier key of the seat, and its signature of the new one."""

    key: str
    signature: str


class KeyBoundData(TypedDict):
    """A seat's key, its own signature of the binding, and that of an earlier key of the seat."""

    key: str
    proof: str
    vouched: NotRequired[VouchPart]


def of_key(match: str, seat: int, key: str) -> bytes:
    """The bytes that bind a key to a seat: the key itself signs them, and an earlier key that vouches for it."""
    return canon([KEY_DOMAIN, match, seat, key])


def of_move(match: str, seat: int, move: Mapping[str, Any], *, version: int, head: str) -> bytes:
    """The bytes that a player signs for a move, as it was sent with its prompt; `NotCanonical` if it is no canonical
    JSON.
    """
    return canon([MOVE_DOMAIN, match, seat, version, head, move])


def holds(key: str, signature: str, content: bytes) -> bool:
    """Whether this key (hex) made this signature (hex) of this content, and neither has a point of small order."""
    # `fromhex` overlooks blanks.
    if not (KEY.fullmatch(key) and SIGNATURE.fullmatch(signature)):
        return False
    if not (_is_point(key) and _is_point(signature[: len(key)])):
        return False
    # Imported here, because most processes check no signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_point(written: str) -> bool:
    """Whether these 32 bytes (hex) can be a point in its canonical form that is not of small order."""
    height = int.from_bytes(bytes.fromhex(written), "little") & WITHOUT_SIGN
    return height < PRIME and height not in OF_SMALL_ORDER


def signer(keys: Sequence[str], match: str, seat: int, move: Mapping[str, Any], signed: SignedPart) -> str | None:
    """The key among these that has signed the move; None where none has."""
    try:
        content = of_move(match, seat, move, version=signed["version"], head=signed["head"])
    except NotCanonical:
        return None
    return next((key for key in keys if holds(key, signed["signature"], content)), None)
