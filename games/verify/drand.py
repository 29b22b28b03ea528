"""Rounds of a drand chain: when each is published, and whether a signature is that of the round.

The scheme is `bls-unchained-g1-rfc9380`: BLS over BLS12-381 with signatures in the first group, over the round's number
alone. So nobody knows a round's signature before enough of the chain's members have signed, and nobody can choose it.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from games.table.claims import is_count, is_written
from games.verify.match_file import Unreadable

SCHEME = "bls-unchained-g1-rfc9380"
# RFC 9380, 8.10; drand has named it so since that scheme.
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
HASH, PUBLIC_KEY = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{192}")
# In one way only, as history has it: `bytes.fromhex` takes capitals and spaces too.
SIGNATURE = re.compile("[0-9a-f]{96}")


class BeaconChain(NamedTuple):
    """A chain as its `/info` describes it; `genesis` is the time of round 1 in Unix seconds."""

    hash: str
    public_key: str
    genesis: int
    period: int
    name: str = "a chain of its own"


# https://docs.drand.love: the League of Entropy's, a round every three seconds.
QUICKNET = BeaconChain(
    hash="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    genesis=1692803367,
    period=3,
    name="quicknet",
)
KNOWN = (QUICKNET,)


def read_chain(info: str) -> BeaconChain:
    """The chain that a document of `/info` describes; ValueError if it has another scheme."""
    told: Any = json.loads(info)
    if not isinstance(told, dict) or told.get("schemeID", SCHEME) != SCHEME:
        raise ValueError(f"the chain is not of the scheme {SCHEME}")
    values: list[Any] = [told.get(name) for name in ("hash", "public_key", "genesis_time", "period")]
    chain = BeaconChain(*values)
    fits = is_written(HASH, chain.hash) and is_written(PUBLIC_KEY, chain.public_key) and is_count(chain.genesis)
    if not (fits and is_count(chain.period) and chain.period):
        raise ValueError("the chain tells no hash, public_key, genesis_time and period")
    known = named(chain.hash, KNOWN) or chain
    if chain != known._replace(name=chain.name):
        raise ValueError(f"the chain has the hash of {known.name}, and is another")
    if not _is_key(chain.public_key):
        raise ValueError("the chain's public_key is no point of the second group")
    return known


def named(hash: str, chains: Sequence[BeaconChain]) -> BeaconChain | None:
    """The one of these chains that has this hash, if any."""
    return next((one for one in chains if one.hash == hash), None)


def _is_key(text: str) -> bool:
    _, __, g2 = _curves()
    try:
        # By the point at infinity one signature would be that of all rounds.
        return bool(g2.from_compressed_bytes(bytes.fromhex(text)) != g2.identity())
    except ValueError:
        return False


def time_of(chain: BeaconChain, number: int) -> datetime:
    """The time at which a round is published."""
    return datetime.fromtimestamp(chain.genesis, UTC) + timedelta(seconds=(number - 1) * chain.period)


def first_after(chain: BeaconChain, at: datetime) -> int:
    """The number of the first round that is published later than `at`."""
    passed = (at - datetime.fromtimestamp(chain.genesis, UTC)) // timedelta(seconds=chain.period)
    return max(passed, -1) + 2


def holds(chain: BeaconChain, number: int, signature: str) -> bool:
    """Whether a signature (hex) is that of a round; `Unreadable` if the library for the check is not installed."""
    gt, g1, g2 = _curves()
    if not is_written(SIGNATURE, signature):
        return False
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    try:
        # With the checks that both points are on their curves and in their groups.
        signed = g1.from_compressed_bytes(bytes.fromhex(signature))
        key = g2.from_compressed_bytes(bytes.fromhex(chain.public_key))
    except ValueError:
        return False
    told = g1.hash_to_curve(message, DOMAIN)
    return bool(gt.pairing_check([signed, -told], [g2(), key]))


def _curves() -> tuple[Any, Any, Any]:
    try:
        from py_arkworks_bls12381 import GT, G1Point, G2Point
    except ImportError:
        raise Unreadable("a beacon's signature cannot be checked without the package py-arkworks-bls12381") from None
    return GT, G1Point, G2Point
