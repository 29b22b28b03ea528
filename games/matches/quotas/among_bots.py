"""How many matches without people a bot's account may begin in a day: each costs the service and entertains nobody.

They stand in a row of the account's own beside its other quotas of the day, as events.
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.matches.models.people import BOT, kinds_of
from games.matches.quotas.callers import PLAYER
from games.matches.quotas.tally import Caused, add
from games.matches.quotas.uses import Use, exceeded, locked, midnight_after, spent_today

AMONG_BOTS = "among_bots"


def check(holders: Collection[str]) -> None:
    """Let a match of these players begin, bots of the house beside them; `QuotaExceeded` where a bot has begun enough.

    With a person among them nothing is counted.
    """
    for bot in _bots_alone(holders):
        use, now = _used(bot)
        if use.used >= use.limit:
            raise exceeded(use, now)


def count(holders: Collection[str]) -> None:
    """Count a match of these players that has begun.

    Afterwards, because of several calls that want to begin it only one does; so some more than the limit may begin.
    """
    if bots := _bots_alone(holders):
        names = [_name(bot) for bot in bots]
        with transaction.atomic():
            locked(names)
            add(Caused(direct=Counter(names)))


def uses(player: str) -> list[Use]:
    """How much of it a bot's account has used today; nothing for people."""
    return [_used(bot)[0] for bot in _bots_alone([player])]


def _bots_alone(holders: Collection[str]) -> list[str]:
    """The holders, where all of them are bots' accounts; nobody otherwise."""
    kinds = kinds_of(holders)
    return sorted(kinds) if {*kinds.values()} == {BOT} else []


def _used(bot: str) -> tuple[Use, datetime]:
    today, now = spent_today(_name(bot))
    limit = settings.QUOTAS[AMONG_BOTS][PLAYER]
    return Use(quota=AMONG_BOTS, of=PLAYER, used=today.events, limit=limit, resets_at=midnight_after(now)), now


def _name(bot: str) -> str:
    return f"among {bot}"
