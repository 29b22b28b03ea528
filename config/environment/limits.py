"""The quotas of calls and of what they set going, and the Redis that counts calls, read from the environment."""

import json
from collections.abc import Mapping

Quotas = Mapping[str, Mapping[str, int]]

# Calls a minute, by bucket, for one token and for one address. Log-ins are counted under one handle too, from one
# address and from anywhere. A browser that has logged in to the account before is counted by itself instead, and all
# such browsers of an address apart from its strangers. Many people may share an address, in a school for example, and
# programs play fast: the quotas stop abuse, not play.
PUBLIC: Quotas = {
    "reads": {"token": 900, "address": 4_500},
    "moves": {"token": 300, "address": 1_500},
    "lobby": {"token": 60, "address": 300},
    "sign_up": {"token": 20, "address": 30, "handle": 10, "handle_anywhere": 100, "known": 20, "known_address": 30},
    "chat": {"token": 20, "address": 200},
    "audit": {"token": 10, "address": 30},
    # Openings: a reader who is cut off comes back at once, and an address may be a school.
    "streams": {"token": 60, "address": 600},
}


# What one player, and all players behind one address, may set going: matches at once that they have made and that have
# not ended, those of them with bots, and events a day (UTC) by them and by the bots in their matches. A long match of
# Cave has four thousand events, one of Rock Paper Wizard a hundred. `seats` are the matches at once in which a player
# sits, whoever made them: some changes of a player's settings are told to each of them. `bytes` are what a day's calls
# leave in the database beside the events of play: new players, matches, webhooks and what else `STORED` in
# games/matches/quotas/storage.py names. `among_bots` are the matches a day (UTC) without people that begin with a bot
# account in them; beside people a bot plays as much as people do.
SET_GOING: Quotas = {
    "matches": {"player": 50, "address": 250},
    "bot_matches": {"player": 10, "address": 40},
    "events": {"player": 20_000, "address": 100_000},
    "seats": {"player": 200},
    "bytes": {"player": 10_000_000, "address": 50_000_000},
    "among_bots": {"player": 100},
}


def alike(**quotas: int) -> Quotas:
    """Quotas by bucket, the same for a token and for an address."""
    return {bucket: {"token": quota, "address": quota} for bucket, quota in quotas.items()}


def rate_limits(text: str) -> Quotas:
    """The public quotas of calls, except those that `text` names: JSON such as `{"moves": {"token": 6000}}`.

    Raises ValueError for an unknown bucket or kind of caller, and for anything but a positive whole number.
    """
    return _changed("RATE_LIMITS", PUBLIC, text)


def quotas(text: str) -> Quotas:
    """The same for what may be set going: `{"events": {"player": 100000}}`."""
    return _changed("QUOTAS", SET_GOING, text)


def _changed(variable: str, public: Quotas, text: str) -> Quotas:
    wished = json.loads(text or "{}")
    for name, limits in wished.items():
        for caller, limit in limits.items():
            if caller not in public.get(name, {}) or type(limit) is not int or limit < 1:
                raise ValueError(f"{variable}: {name}.{caller} cannot be {limit!r}")
    return {name: {**limits, **wished.get(name, {})} for name, limits in public.items()}


def counting_redis(broker: str) -> str:
    """The broker's server as redis-py names it; empty when the broker is no Redis."""
    scheme, _, place = broker.partition("://")
    if scheme == "redis+socket":
        return "unix://" + place.partition("?")[0]
    return broker if scheme in ("redis", "rediss") else ""
