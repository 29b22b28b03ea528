"""What a player signs: a key for a seat, and each move of that seat (Ed25519, RFC 8032). Pure.

The service checks it before it stores anything, and the verifier checks it again.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from events.format.canon import NotCanonical, canon

# Public keys and signatures, in hex.
KEY, SIGNATURE = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{128}")
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
    """What is signed where a key is bound to a seat: by the key itself, and by an earlier one that vouches for it."""
    return canon([KEY_DOMAIN, match, seat, key])


def of_move(match: str, seat: int, move: Mapping[str, Any], *, version: int, head: str) -> bytes:
    """What is signed of a move, as it was sent with its prompt; `NotCanonical` where that is no canonical JSON."""
    return canon([MOVE_DOMAIN, match, seat, version, head, move])


def holds(key: str, signature: str, content: bytes) -> bool:
    """Whether a signature (hex) of this content is by this key (hex)."""
    # Here, because most processes check no signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def signer(keys: Sequence[str], match: str, seat: int, move: Mapping[str, Any], signed: SignedPart) -> str | None:
    """The key among these that has signed the move; None where none has."""
    try:
        content = of_move(match, seat, move, version=signed["version"], head=signed["head"])
    except NotCanonical:
        return None
    return next((key for key in keys if holds(key, signed["signature"], content)), None)
