"""Keeps players from what others read where a moderator has decided so: names, entropy, apps' addresses, invites."""

from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Now

from events.format.chain import timestamp
from games.matches.accounts.looks import looks_of
from games.matches.errors import HandleTaken, Silenced
from games.matches.models.people import Player
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


def refuse_taken_away(player: Player, name: str) -> None:
    """Raise `HandleTaken` for a handle that a moderator has taken from this player, or one that looks like it."""
    standing = Sanction.objects.filter(player=player, kind=Sanction.HANDLE, lifted_at=None)
    if any(looks_of(name) & looks_of(taken) for taken in standing.values_list("handle", flat=True)):
        raise HandleTaken(handle=name)
