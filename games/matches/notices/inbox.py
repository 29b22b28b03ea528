"""A player's notices, newest first, and which of them are read."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Now

from games.matches.models.notices import PENDING, Dispatch, Notice
from games.matches.notices.kinds import OF_OPEN_PROMPTS


def listed(player_id: str, *, unread: bool, before: str | None, limit: int) -> list[Notice]:
    """Up to `limit` notices of a player, newest first; `before` is the last id of the page before."""
    rows = Notice.objects.filter(player_id=player_id).order_by("-id")
    if unread:
        rows = rows.filter(read_at=None)
    return list((rows if before is None else rows.filter(id__lt=before))[:limit])


SINCE = """
SELECT id, position FROM matches_notice WHERE player_id = %s AND position > %s ORDER BY position LIMIT %s
"""


def since(player_id: str, position: int, *, limit: int) -> list[tuple[int, Notice]]:
    """The first notices of a player after a position, each with its own; of a position none comes later than it did."""
    with connection.cursor() as cursor:
        cursor.execute(SINCE, [player_id, position, limit])
        places = dict(cursor.fetchall())
    found = Notice.objects.in_bulk(places) if places else {}
    return sorted(((places[one], notice) for one, notice in found.items()), key=lambda pair: pair[0])


def last_position(player_id: str) -> int:
    """The position of a player's last notice; 0 where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(position), 0) FROM matches_notice WHERE player_id = %s", [player_id])
        ((position,),) = cursor.fetchall()
    return int(position)


def read(player_id: str, *, notices: Sequence[str] = (), up_to: str | None = None) -> None:
    """Mark notices as read: those named, and with `up_to` that one and all before it. Others' are left alone."""
    unread = Notice.objects.filter(player_id=player_id, read_at=None)
    if notices:
        unread.filter(id__in=notices).update(read_at=Now())
    if up_to is not None:
        unread.filter(id__lte=up_to).update(read_at=Now())


def count_unread(player_id: str) -> int:
    return Notice.objects.filter(player_id=player_id, read_at=None).count()


def forget(*, days: int) -> int:
    """Delete notices older than so many days, with their dispatches, and old tests of webhooks; how many notices.

    Nothing is told again: how far a match has told its events is kept, and notices of open prompts stay.
    """
    old = Now() - timedelta(days=days)
    Dispatch.objects.filter(notice=None, created_at__lt=old).exclude(state=PENDING).delete()
    still_asked = Q(kind__in=OF_OPEN_PROMPTS, read_at=None)
    _, by_model = Notice.objects.filter(~still_asked, at__lt=old).delete()
    return by_model.get(Notice._meta.label, 0)
