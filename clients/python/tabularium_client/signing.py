"""Sign the moves of a seat, so that nobody else can write one in its name.

Ed25519, as docs/proving.md of the service says.

```python
key = SigningKey.made()
key.bind(client, match, seat)
client.play_move(match, key.signed(client, match, seat, move))
```
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tabularium_client.client import Tabularium
from tabularium_client.shapes import GameData, Match, SeatKeyWish

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# A listed move has its words beside it; they are no part of it, and not signed. Nor is an earlier signature.
WORDS = frozenset({"label", "labels", "text", "texts", "signed"})
NEWEST = 2**31 - 1


class SigningKey:
    """A key of one device; keep `seed` (32 bytes) as a secret, or the seat is left without a signer."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @classmethod
    def made(cls) -> "SigningKey":
        """A new key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @cached_property
    def public(self) -> str:
        """The public key in hex."""
        return self._private.public_key().public_bytes_raw().hex()

    def bind(self, client: Tabularium, match: str, seat: int, *, vouched_by: "SigningKey | None" = None) -> Match:
        """Have the service refuse moves of the caller's seat that no key of it has signed, from now on and for good.

        `vouched_by` is an earlier key of the seat: without it history says that none vouches for this one.
        """
        content = ("tabularium/key/1", match, seat, self.public)
        body: SeatKeyWish = {"key": self.public, "proof": self._sign(*content)}
        if vouched_by is not None:
            body["vouched"] = {"key": vouched_by.public, "signature": vouched_by._sign(*content)}
        return client.bind_key(match, body)

    def signed(self, client: Tabularium, match: str, seat: int, move: Mapping[str, Any]) -> GameData:
        """A move as it is posted, with its signature; asks for the latest event, whose hash is signed with it."""
        bare = {name: value for name, value in move.items() if name not in WORDS}
        last = client.list_events(match, before=NEWEST, limit=1)["items"][-1]
        version, head = last["version"], last["hash"]
        signature = self._sign("tabularium/move/1", match, seat, version, head, bare)
        return {**bare, "signed": {"version": version, "head": head, "signature": signature}}

    def resign(self, client: Tabularium, match: str, seat: int) -> Match:
        """Leave a running match for good."""
        return client.resign(match, {"signed": self.signed(client, match, seat, {"type": "resign"})["signed"]})

    @cached_property
    def _private(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def _sign(self, *content: Any) -> str:
        # Canonical JSON: keys in order, no spaces, UTF-8; the service takes integers only.
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return self._private.sign(text.encode()).hex()
