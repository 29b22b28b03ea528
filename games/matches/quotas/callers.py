"""Who a call counts for: the player, and the address that it comes from.

An address is kept as a keyed hash, for two days at most (`admission.forget`); that of an account's first call on a day
for 30 (`accounts/seen.py`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from django.utils.crypto import salted_hmac

PLAYER, ADDRESS = "player", "address"

_address: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def called_from(network: str) -> Iterator[None]:
    """What is done inside is done by a caller from this network address."""
    token = _address.set(network)
    try:
        yield
    finally:
        _address.reset(token)


def caller_address() -> str:
    """The keyed hash of the address that the present call comes from; empty where nobody calls."""
    network = _address.get()
    return _hash(network) if network else ""


@lru_cache(maxsize=1000)
def _hash(network: str) -> str:
    return salted_hmac("tabularium.quotas", network, algorithm="sha256").hexdigest()[:32]


def names(player: str, address: str) -> list[str]:
    """The rows under which a caller is counted; what is empty has none."""
    return [f"{kind} {one}" for kind, one in ((PLAYER, player), (ADDRESS, address)) if one]
