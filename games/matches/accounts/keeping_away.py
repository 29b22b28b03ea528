"""Players whom a player keeps away: no table is called for both, and no invitation of theirs arrives.

Nobody is told that they are kept away, and to be kept away looks like any other time without luck.
"""

from django.db import transaction

from games.matches.accounts.circles import Circle
from games.matches.errors import TooManyBlocks
from games.matches.models.waiting import Block, Follow

KEPT_AWAY = Circle(model=Block, column="blocked", most=500, too_many=TooManyBlocks, stored="block")


def block(player: str, other: str) -> None:
    """Keep another player away from now on, and follow them no longer; once more changes nothing.

    Raises what `Circle.add` does.
    """
    with transaction.atomic():
        if KEPT_AWAY.add(player, other):
            Follow.objects.filter(player_id=player, followed__id=other).delete()
