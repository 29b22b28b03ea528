"""The digest that stands in public for a secret part (`docs/api/secrets.md`). Standard library only, like the chain."""

import hashlib

from events.format.chain import length_prefixed

DOMAIN = length_prefixed(b"tabularium/seal/1")
SALT_BYTES = 16


def seal_digest(salt: bytes, content: bytes) -> str:
    """The digest, in hex, of one sealed part.

    `content` is `canon([match, version, index, audience, part])`. The salt is 16 random bytes: without it a card among
    sixty could be found by trying all sixty.
    """
    return hashlib.sha256(DOMAIN + length_prefixed(salt) + length_prefixed(content)).hexdigest()
