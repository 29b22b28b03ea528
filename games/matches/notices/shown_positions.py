"""The numbers by which a player's stream goes on: they say nothing to whoever reads them.

Notices of all players are counted together, so a plain number would tell how many there are. It is shown in another
form, by a permutation of all numbers that the service's key and the player decide (a Feistel network of four rounds).
"""

import hmac
from functools import lru_cache

from django.utils.crypto import salted_hmac

# Of each half. Both together stay exact in JavaScript, and a number of before this form is smaller than all of it.
BITS = 25
MASK, SHOWN_FROM = (1 << BITS) - 1, 1 << 2 * BITS
ROUNDS = range(4)


def shown(player: str, position: int) -> int:
    """The number that the player is shown for a position."""
    left, right = position >> BITS & MASK, position & MASK
    for turn in ROUNDS:
        left, right = right, left ^ _mixed(player, turn, right)
    return SHOWN_FROM | left << BITS | right


def position(player: str, number: int) -> int:
    """The position for which the player was shown a number; what they were never shown is some position."""
    if number < SHOWN_FROM:
        # Release 0.1.0 showed positions.
        return number
    left, right = number >> BITS & MASK, number & MASK
    for turn in reversed(ROUNDS):
        left, right = right ^ _mixed(player, turn, left), left
    return left << BITS | right


def _mixed(player: str, turn: int, half: int) -> int:
    digest = hmac.digest(_key(player), bytes([turn]) + half.to_bytes(4, "big"), "sha256")
    return int.from_bytes(digest[:4], "big") & MASK


@lru_cache(maxsize=10_000)
def _key(player: str) -> bytes:
    return salted_hmac("tabularium.places", player, algorithm="sha256").digest()
