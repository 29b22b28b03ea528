"""The only source of randomness: numbers derived from a match's secret seed (`docs/api/secrets.md`)."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from events.format.canon import canon
from games.core.events import Draws
from games.core.json import JSON

T = TypeVar("T")
SEED_BYTES = 32
WORD = 1 << 64
# So many draws of a match with open draws have secrets of their own; a power of two. A long match of Cave has 900.
OPEN_DRAWS = 2048
SECRET_DOMAIN = b"tabularium/draw/1"


def commitment(seed: bytes) -> str:
    """The commitment in event 1: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def derive_key(seed: bytes, match: str, entropies: Sequence[str | None], beacon: str | None = None) -> bytes:
    """The match's key: `HMAC-SHA256(seed, canon([match, entropies in seat order]))`.

    With the signature of a `beacon` (hex) its randomness, the signature's SHA-256 in hex, stands for the entropies: who
    knows the seed and sits down once the round is out could try many entropies.
    """
    given: JSON = list(entropies) if beacon is None else hashlib.sha256(bytes.fromhex(beacon)).hexdigest()
    return hmac.digest(seed, canon([match, given]), "sha256")


def draw_secret(seed: bytes, match: str, k: int) -> bytes:
    """The secret of draw k in a match with open draws: who knows it knows this draw, and no other."""
    return hmac.digest(seed, SECRET_DOMAIN + canon([match, k]), "sha256")


@dataclass(frozen=True, kw_only=True)
class OpenKeys:
    """The keys of a match with open draws, one for each draw: as the match's key, of the draw's secret for the seed.

    From `OPEN_DRAWS` on all draws have the match's key.
    """

    seed: bytes = field(repr=False)
    match: str
    entropies: tuple[str | None, ...]
    beacon: str | None = None

    def of(self, k: int) -> bytes:
        """The key of draw k."""
        secret = draw_secret(self.seed, self.match, k) if k < OPEN_DRAWS else self.seed
        return derive_key(secret, self.match, self.entropies, self.beacon)


# One key of all draws, or one of each.
Key: TypeAlias = bytes | OpenKeys


def key_of(
    seed: bytes, match: str, entropies: Sequence[str | None], beacon: str | None = None, *, open_draws: bool = False
) -> Key:
    """What all draws of a match follow from; `open_draws` is whether each has a secret of its own (decision 63)."""
    if open_draws:
        return OpenKeys(seed=seed, match=match, entropies=tuple(entropies), beacon=beacon)
    return derive_key(seed, match, entropies, beacon)


class Chance:
    """Numbered draws from one key, or from a key for each: draw k is the same for ever, and each call uses one k.

    In a match that was forked from another the first draws were made with that match's key: `origins` are pairs of a
    draw's number and the key of all draws below it, oldest first (decision 12).
    """

    def __init__(self, key: Key, next_draw: int = 0, *, origins: Sequence[tuple[int, Key]] = ()) -> None:
        self._key, self.next_draw, self._origins = key, next_draw, origins

    def below(self, n: int) -> int:
        """A uniform integer in 0..n-1, for 1 <= n < 2**64."""
        if not 1 <= n < WORD:
            raise ValueError("below() takes 1 <= n < 2**64")
        k, self.next_draw = self.next_draw, self.next_draw + 1
        # Words at or over the largest multiple of n are thrown away, or small values would come too often.
        fair = n * (WORD // n)
        j = 0
        while (word := self._word(k, j)) >= fair:
            j += 1
        return word % n

    def die(self) -> int:
        """One six-sided die, 1..6."""
        return 1 + self.below(6)

    def one_of(self, items: Sequence[T]) -> T:
        """One of `items`, which are in canonical order."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """`count` distinct ones of `items`, in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

    def weighted(self, weights: Sequence[int]) -> int:
        """A random index of the list, each as likely as its weight: whole numbers, at least one of them above 0."""
        drawn = self.below(sum(weights))
        for place, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return place
        raise AssertionError("weights add up to their sum")

    def since(self, first: int) -> Draws | None:
        """The draws made from number `first` on, as an event records them; None when there were none."""
        count = self.next_draw - first
        return Draws(first=first, count=count) if count else None

    def _word(self, k: int, j: int) -> int:
        block = k.to_bytes(8, "big") + j.to_bytes(4, "big")
        return int.from_bytes(hmac.digest(self._key_of(k), block, "sha256")[:8], "big")

    def _key_of(self, k: int) -> bytes:
        key = next((key for until, key in self._origins if k < until), self._key)
        return key if isinstance(key, bytes) else key.of(k)
