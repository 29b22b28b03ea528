"""The hash chain over one match's events, and how history writes times (`docs/api/secrets.md`).

Standard library only: the stand-alone verifier uses it.
"""

import hashlib
from datetime import UTC, datetime

GENESIS = bytes(32)


def length_prefixed(data: bytes) -> bytes:
    """`LP(b)`: the length as 4 bytes, big-endian, then the bytes, so that no two lists of fields look alike."""
    return len(data).to_bytes(4, "big") + data


DOMAIN = length_prefixed(b"tabularium/event/1")


def event_hash(previous: bytes, body: bytes) -> bytes:
    """The 32 bytes that stand after an event: over the hash before it (`GENESIS` before version 1) and its body."""
    return hashlib.sha256(DOMAIN + length_prefixed(previous) + length_prefixed(body)).digest()


def timestamp(at: datetime) -> str:
    """`YYYY-MM-DDTHH:MM:SS.ffffffZ`; a time without a zone is a ValueError."""
    if at.tzinfo is None:
        raise ValueError("a time in history needs a time zone")
    told = at if at.tzinfo is UTC else at.astimezone(UTC)
    return told.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
