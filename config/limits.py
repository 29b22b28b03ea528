"""The quotas of calls, and the Redis that counts them, read from the environment."""

import json
from collections.abc import Mapping

Quotas = Mapping[str, Mapping[str, int]]

# Calls a minute, by bucket, for one token and for one address; `handle` counts log-ins under one handle, from anywhere.
# Many people may share an address, in a school for example, and programs play fast: the quotas stop abuse, not play.
PUBLIC: Quotas = {
    "reads": {"token": 900, "address": 4_500},
    "moves": {"token": 300, "address": 1_500},
    "lobby": {"token": 60, "address": 300},
    "sign_up": {"token": 20, "address": 30, "handle": 20},
    "audit": {"token": 10, "address": 30},
}


def alike(**quotas: int) -> Quotas:
    """Quotas by bucket, the same for a token and for an address."""
    return {bucket: {"token": quota, "address": quota} for bucket, quota in quotas.items()}


def rate_limits(text: str) -> Quotas:
    """The public quotas, except those that `text` names: JSON such as `{"moves": {"token": 6000}}`.

    Raises ValueError for an unknown bucket or kind of caller, and for anything but a positive whole number.
    """
    wished = json.loads(text or "{}")
    for bucket, quotas in wished.items():
        for caller, quota in quotas.items():
            if caller not in PUBLIC.get(bucket, {}) or type(quota) is not int or quota < 1:
                raise ValueError(f"RATE_LIMITS: {bucket}.{caller} cannot be {quota!r}")
    return {bucket: {**quotas, **wished.get(bucket, {})} for bucket, quotas in PUBLIC.items()}


def counting_redis(broker: str) -> str:
    """The broker's server as redis-py names it; empty when the broker is no Redis."""
    scheme, _, place = broker.partition("://")
    if scheme == "redis+socket":
        return "unix://" + place.partition("?")[0]
    return broker if scheme in ("redis", "rediss") else ""
