"""Which player has which looks: a look belongs to one player, so nobody can take a handle that looks like another's."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError
from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games.matches.accounts.looks import looks_of
from games.matches.errors import HandleTaken
from games.matches.models.people import HandleLook, Player

AT_ONCE = 2_000


def are_taken(handle: str) -> bool:
    """Whether a player has a handle that looks like this one."""
    return HandleLook.objects.filter(look__in=looks_of(handle)).exists()


def claim(player: Player) -> None:
    """Give a player the looks of their handle and take the others away; in the transaction that writes the handle.

    Raises `HandleTaken` where another player has a look that this one had not before.
    """
    wanted = looks_of(player.handle or "")
    rows = list(HandleLook.objects.filter(Q(look__in=wanted) | Q(player=player)))
    own = {row.look for row in rows if row.player_id == player.id}
    missing = wanted - own
    if any(row.look in missing for row in rows):
        raise HandleTaken(handle=player.handle)
    if own - wanted:
        HandleLook.objects.filter(player=player).exclude(look__in=wanted).delete()
    try:
        # In one order, or two players who want the same could wait for each other.
        HandleLook.objects.bulk_create([HandleLook(look=look, player=player) for look in sorted(missing)])
    except IntegrityError:
        raise HandleTaken(handle=player.handle) from None


def fill(players: QuerySet[Any] | None = None, looks: QuerySet[Any] | None = None) -> int:
    """Give every player without looks those of their handle; how many players there were. The rows are a migration's.

    Players of release 0.1.0 have none, nor do those whom a node of that release signs up while an upgrade rolls. They
    keep their handles though two look alike: the later player has a place behind the first.
    """
    players = Player.objects.all() if players is None else players
    looks = HandleLook.objects.all() if looks is None else looks
    # Of players whom such a node has deleted.
    looks.filter(player__handle=None).delete()
    count, last = 0, uuid.UUID(int=0)
    without = ~Exists(looks.filter(player=OuterRef("id")))
    rows = players.filter(without, handle__isnull=False).order_by("id").values_list("id", "handle")
    while found := list(rows.filter(id__gt=last)[:AT_ONCE]):
        # What somebody has taken meanwhile waits for the next time.
        looks.bulk_create(_in_place(found, looks), ignore_conflicts=True)
        count, last = count + len(found), found[-1][0]
    return count


def _in_place(found: Sequence[tuple[uuid.UUID, str]], looks: QuerySet[Any]) -> list[Any]:
    wanted = [(player_id, look) for player_id, handle in found for look in sorted(looks_of(handle))]
    there = looks.filter(look__in={look for _, look in wanted})
    last: dict[str, int] = dict(there.values_list("look").annotate(Max("place")))
    rows = []
    for player_id, look in wanted:
        last[look] = last.get(look, -1) + 1
        rows.append(looks.model(look=look, place=last[look], player_id=player_id))
    return rows
