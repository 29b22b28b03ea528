"""A player who signs their moves, as a client of a third party would: from the text of docs/proving.md alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True)
class Signer:
    """One device of one player: the same key each time for the same name."""

    name: str

    @cached_property
    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(sha256(self.name.encode()).digest())

    @cached_property
    def key(self) -> str:
        return self._private.public_key().public_bytes_raw().hex()

    def signature(self, *content: Any) -> str:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return self._private.sign(text.encode()).hex()

    def binding(self, match: str, seat: int, *, vouched_by: "Signer | None" = None) -> dict[str, Any]:
        """The body of `bindKey`; `vouched_by` is the player's earlier device."""
        content = ("tabularium/key/1", match, seat, self.key)
        made: dict[str, Any] = {"key": self.key, "proof": self.signature(*content)}
        if vouched_by is not None:
            made["vouched"] = {"key": vouched_by.key, "signature": vouched_by.signature(*content)}
        return made

    def signed(self, match: str, seat: int, move: Mapping[str, Any], *, version: int, head: str) -> dict[str, Any]:
        """What stands beside a move that this device has signed."""
        signature = self.signature("tabularium/move/1", match, seat, version, head, move)
        return {"version": version, "head": head, "signature": signature}
