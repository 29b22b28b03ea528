"""Players whom a player keeps away: no table is called for both, and no invitation of theirs arrives.

Nobody is told that they are kept away, and to be kept away looks like any other time without luck.
"""

from collections.abc import Sequence

from django.db import transaction

from games.core.prompts import Violation
from games.matches.accounts.players import locked, present
from games.matches.errors import NotAllowed, PlayerNotFound, TooManyBlocks
from games.matches.models.ids import as_uuid
from games.matches.models.people import Player
from games.matches.models.waiting import Block, Follow
from games.matches.quotas import storage

MOST_BLOCKS = 500


def block(player: str, other: str) -> None:
    """Keep another player away from now on, and follow them no longer; once more changes nothing.

    `PlayerNotFound`; `NotAllowed` for oneself; `TooManyBlocks`, `QuotaExceeded`.
    """
    found = present(other)
    if str(found.id) == player:
        raise NotAllowed([Violation(pointer="/path/player", code="self", detail="Nobody keeps themselves away.")])
    with transaction.atomic():
        locked(player)
        theirs = Block.objects.filter(player_id=player)
        if theirs.filter(blocked=found).exists():
            return
        if theirs.count() >= MOST_BLOCKS:
            raise TooManyBlocks(most=MOST_BLOCKS)
        storage.admit_stored("block", player=player)
        Block.objects.create(player_id=player, blocked=found)
        Follow.objects.filter(player_id=player, followed=found).delete()


def unblock(player: str, other: str) -> None:
    """Keep another player away no longer; `PlayerNotFound` where there is no such player or they were not kept away."""
    found = as_uuid(other)
    if found is None or not Block.objects.filter(player_id=player, blocked_id=found).delete()[0]:
        raise PlayerNotFound


def kept_away(player: str) -> Sequence[Player]:
    """The players whom this one keeps away, newest first."""
    rows = Block.objects.filter(player_id=player).select_related("blocked").order_by("-pk")
    return [row.blocked for row in rows]


def keeps_away(player: str, other: str) -> bool:
    """Whether a player keeps this other one away."""
    return Block.objects.filter(player_id=player, blocked__id=other).exists()
