"""The sealed beginning of a match's chance: its seed, and for a fork the keys of the draws before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.core.chance import SEED_BYTES, Key, commitment, key_of
from games.table.claims import Broken, is_count, is_written, need
from games.verify.draw_tree import root_of
from games.verify.match_file import BEACON, OPEN_DRAWS, Entry
from games.verify.report import CHANCE

ORIGIN = {"match", "seed", "entropies", "draws"}
# A point of BLS12-381's first group, or of its second, compressed.
SIGNATURE = re.compile("[0-9a-f]{96}|[0-9a-f]{192}")


@dataclass(frozen=True, kw_only=True)
class Seed:
    """The match's own seed; a fork's older keys, each with the number of the first draw that is not its own."""

    own: bytes = field(repr=False)
    origins: Sequence[tuple[int, Key]] = field(default=(), repr=False)

    @property
    def carried(self) -> int:
        """How many draws were made before the fork."""
        return self.origins[-1][0] if self.origins else 0


def read(match: str, first: Entry) -> Seed | None:
    """What event 1 of a match has sealed of chance, held against what it commits to; None while it is sealed."""
    data = first.envelope["data"]
    if not first.openings:
        return None
    parts = [opening["part"] for opening in first.openings]
    need(parts[0].keys() == {"seed"}, "the sealed part is no seed", check=CHANCE)
    own = _bytes(parts[0]["seed"])
    need(commitment(own) == data["commitment"], "the seed is not the one that was committed to", check=CHANCE)
    if OPEN_DRAWS in data:
        found = root_of(own, match)
        need(found == data[OPEN_DRAWS], "the draws' secrets are not those that were committed to", check=CHANCE)
    if data.get("forked_from") is None:
        return Seed(own=own)
    need(len(parts) == 2 and parts[1].keys() == {"origins"}, "a fork seals its older keys", check=CHANCE)
    return Seed(own=own, origins=_origins(parts[1]["origins"], data["seats"]))


def is_signature(value: Any) -> bool:
    """Whether a value is written as the signature of a beacon's round is."""
    return is_written(SIGNATURE, value)


def _origins(listed: Any, seats: int) -> list[tuple[int, Key]]:
    need(isinstance(listed, list), "the older keys are no list", check=CHANCE)
    keys: list[tuple[int, Key]] = []
    for origin in listed:
        shaped = (
            isinstance(origin, dict) and origin.keys() - {BEACON, OPEN_DRAWS} == ORIGIN and is_count(origin["draws"])
        )
        need(shaped and isinstance(origin["match"], str), "an older key is not of its shape", check=CHANCE)
        entropies = origin["entropies"]
        known = isinstance(entropies, list) and all(one is None or isinstance(one, str) for one in entropies)
        need(known and len(entropies) == seats, "an older key is not of its shape", check=CHANCE)
        need(origin["draws"] > (keys[-1][0] if keys else 0), "older keys come oldest first", check=CHANCE)
        need(BEACON not in origin or is_signature(origin[BEACON]), "an older key is not of its shape", check=CHANCE)
        is_open = origin.get(OPEN_DRAWS, True)
        need(is_open is True, "an older key is not of its shape", check=CHANCE)
        seed, beacon = _bytes(origin["seed"]), origin.get(BEACON)
        key = key_of(seed, origin["match"], entropies, beacon, open_draws=OPEN_DRAWS in origin)
        keys.append((origin["draws"], key))
    return keys


def _bytes(text: Any) -> bytes:
    need(isinstance(text, str), "the seed is not written in hex", check=CHANCE)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Broken("the seed is not written in hex", check=CHANCE) from None
    need(len(seed) == SEED_BYTES and seed.hex() == text, "the seed is not 32 bytes", check=CHANCE)
    return seed
