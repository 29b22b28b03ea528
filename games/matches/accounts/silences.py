"""Keeps players whom a moderator has silenced from what others read: names that they choose, and invitations."""

from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Now

from events.format.chain import timestamp
from games.matches.errors import Silenced
from games.matches.models.talk import Sanction


def silenced_until(player: str) -> datetime | None:
    """Until when a player may write nothing to others; None where they may."""
    running = Sanction.objects.filter(player_id=player, kind=Sanction.SILENCE, lifted_at=None, until__gt=Now())
    return running.aggregate(last=Max("until"))["last"]  # type: ignore[no-any-return]


def refuse_silenced(player: str) -> None:
    """Raise `Silenced` where the player may write nothing to others."""
    until = silenced_until(player)
    if until is not None:
        raise Silenced(until=timestamp(until))
