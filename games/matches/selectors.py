"""Reading: which matches there are, who may know of them, and who sits there."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models.functions import Now

from games.matches import projections
from games.matches.errors import MatchNotFound
from games.matches.match import Loaded, load
from games.matches.models import Deadline, Listing, Lobby, Player

SWEEP_LIMIT = 500


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which matches to list. `mine` and `waiting_for` are player ids; `before` is the last id of the page before."""

    game: str | None = None
    status: str | None = None
    mine: str | None = None
    waiting_for: str | None = None
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class Seen:
    """A match that the caller may know of, with its lobby data."""

    loaded: Loaded
    lobby: Lobby


def match_for(match_id: str) -> Seen:
    """The match and its lobby data; `MatchNotFound` where there is none."""
    lobby = Lobby.objects.filter(match_id=_as_uuid(match_id)).first()
    if lobby is None:
        raise MatchNotFound
    return Seen(loaded=load(str(lobby.match_id)), lobby=lobby)


def checked_id(match_id: str) -> str:
    """The id in the one spelling that streams are kept under; `MatchNotFound` when it is no id."""
    return str(_as_uuid(match_id))


def list_matches(wanted: Filter, *, limit: int) -> list[Listing]:
    """Up to `limit` matches, newest first: public ones, and with `mine` or `waiting_for` the player's own."""
    rows = Listing.objects.order_by("-match_id")
    if wanted.game is not None:
        rows = rows.filter(game=wanted.game)
    if wanted.status is not None:
        rows = rows.filter(status=wanted.status)
    if wanted.mine is not None:
        rows = rows.filter(player_ids__contains=[wanted.mine])
    if wanted.waiting_for is not None:
        rows = rows.filter(waiting_player_ids__contains=[wanted.waiting_for])
    if wanted.mine is None and wanted.waiting_for is None:
        rows = rows.filter(visibility="public")
    if wanted.before is not None:
        rows = rows.filter(match_id__lt=wanted.before)
    return list(rows[:limit])


def listings_as_of() -> datetime:
    """The lists hold every event stored before this time."""
    with connection.cursor() as cursor:
        cursor.execute(PENDING, [projections.LISTINGS])
        (as_of,) = cursor.fetchone()
    return as_of  # type: ignore[no-any-return]


# The oldest event not yet in the lists, or the present when there is none.
PENDING = """
SELECT coalesce(min(event.at), clock_timestamp())
  FROM (SELECT match_id, version FROM outbox
        UNION ALL
        SELECT match_id, version FROM delivery WHERE consumer = %s) AS pending
  JOIN event USING (match_id, version)
"""


def players(player_ids: Collection[str]) -> dict[str, Player]:
    """Players by id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=player_ids)}


def due_matches() -> Sequence[str]:
    """Matches in which a clock has run out, the longest overdue first."""
    due = Deadline.objects.filter(due_at__lte=Now()).order_by("due_at").values_list("match_id", flat=True)
    return [str(match_id) for match_id in due[:SWEEP_LIMIT]]


def _as_uuid(match_id: str) -> uuid.UUID:
    try:
        return uuid.UUID(match_id)
    except ValueError:
        raise MatchNotFound from None
