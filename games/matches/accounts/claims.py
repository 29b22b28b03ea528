"""Which player has which looks: a look belongs to one player, so nobody can take a handle that looks like another's."""

import uuid
from collections.abc import Collection
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

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
    """Give every player the looks of their handle, and no others; how many players had not just those.

    Players of release 0.1.0 have none, nor do those whom a node of that release signs up while an upgrade rolls; whom
    it renames has those of the handle before. They keep their handles though two look alike: the later player has a
    place behind the first. What counts as alike may also have changed with the code.

    The rows are those of the end of a migration, where they are given.
    """
    players = Player.objects.all() if players is None else players
    looks = HandleLook.objects.all() if looks is None else looks
    # Of players whom such a node has deleted.
    looks.filter(player__handle=None).delete()
    count, last = 0, uuid.UUID(int=0)
    rows = players.filter(handle__isnull=False).order_by("id").values("id").annotate(kept=ArrayAgg("looks__look"))
    while found := list(rows.filter(id__gt=last).values_list("id", "handle", "kept")[:AT_ONCE]):
        last = found[-1][0]
        if wrong := [player_id for player_id, handle, kept in found if looks_of(handle) != set(kept)]:
            count += _replace(wrong, players, looks)
    return count


def _replace(wrong: Collection[uuid.UUID], players: QuerySet[Any], looks: QuerySet[Any]) -> int:
    with transaction.atomic(using=players.db):
        # Read again under the lock that a rename takes, or this could undo one.
        rows = players.filter(id__in=wrong, handle__isnull=False).order_by("id").select_for_update(no_key=True)
        handles: dict[uuid.UUID, str] = dict(rows.values_list("id", "handle"))
        wanted = {(player_id, look) for player_id, handle in handles.items() for look in looks_of(handle)}
        kept = {(row.player_id, row.look): row.id for row in looks.filter(player__in=handles)}
        looks.filter(id__in=[row_id for key, row_id in kept.items() if key not in wanted]).delete()
        # What somebody has taken meanwhile waits for the next time.
        looks.bulk_create(_in_place(wanted - kept.keys(), looks), ignore_conflicts=True)
    return len(handles)


def _in_place(wanted: Collection[tuple[uuid.UUID, str]], looks: QuerySet[Any]) -> list[Any]:
    there = looks.filter(look__in={look for _, look in wanted})
    last: dict[str, int] = dict(there.values_list("look").annotate(Max("place")))
    rows = []
    # In the order in which `claim` writes, or the two could wait for each other; of one look the earlier player first.
    for look, player_id in sorted((look, player_id) for player_id, look in wanted):
        last[look] = last.get(look, -1) + 1
        rows.append(looks.model(look=look, place=last[look], player_id=player_id))
    return rows
