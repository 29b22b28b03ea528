"""Queries: which matches there are, which of them are a player's, and players by id."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import BinaryField, BooleanField, Expression, F, Func, Q, TextField, UUIDField, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast
from django.db.models.lookups import LessThan

from games.matches.lists import listings
from games.matches.models.matches import Lobby
from games.matches.models.people import Player
from games.matches.models.service import Listing
from games.table.state import ACTIVE, OPEN


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which matches to list.

    `player`, `mine` and `waiting_for` are ids of players who sit there; `viewer` is who asks, and sees of a `player`'s
    matches those that are public and their own; `before` is the last id of the page before.
    """

    game: str | None = None
    status: str | None = None
    player: str | None = None
    viewer: str | None = None
    mine: str | None = None
    waiting_for: str | None = None
    before: str | None = None


# Ids as texts and as bytes sort as ids do. By the id itself the planner, which cannot know how few are a player's or
# have a status, would take an index of other rows too that is in this order, and walk past all of them to find a page.
# So each kind of question has an order of its own, which no index has but those that were made for it.
def _place(wanted: Filter, match_id: F | Value) -> Expression | F | Value:
    """By what a match stands in the answer."""
    if wanted.player or wanted.mine or wanted.waiting_for:
        return Cast(match_id, TextField())
    if wanted.game or wanted.status:
        return Func(match_id, function="uuid_send", output_field=BinaryField())
    return match_id


# In the statement's text, not a value: a plan that PostgreSQL keeps for all values can use no index that is of public
# ones alone, and would walk past all matches.
IS_PUBLIC = RawSQL("visibility = 'public'", (), output_field=BooleanField())


def rematches_of(match_ids: Collection[str]) -> dict[str, str]:
    """The rematches of those of these matches that have one: id to id."""
    found = Lobby.objects.filter(rematch_of__in=match_ids).values_list("rematch_of", "match_id")
    return {str(old): str(new) for old, new in found}


def list_matches(wanted: Filter, *, limit: int) -> list[Listing]:
    """Up to `limit` matches, newest first: public ones, and with `mine` or `waiting_for` the player's own."""
    is_own = wanted.mine is not None or wanted.waiting_for is not None
    place = _place(wanted, F("match_id"))
    rows = Listing.objects.order_by(place.desc())
    if wanted.game is not None:
        rows = rows.filter(game=wanted.game)
    if wanted.status is not None:
        rows = rows.filter(status=wanted.status)
    if wanted.player is not None:
        rows = rows.filter(player_ids__contains=[wanted.player])
    if wanted.mine is not None:
        rows = rows.filter(player_ids__contains=[wanted.mine])
    if wanted.waiting_for is not None:
        rows = rows.filter(waiting_player_ids__contains=[wanted.waiting_for])
    if not is_own:
        own = Q(player_ids__contains=[wanted.viewer]) if wanted.player and wanted.viewer else Q()
        rows = rows.filter(Q(IS_PUBLIC) | own)
    if wanted.before is not None:
        rows = rows.filter(LessThan(place, _place(wanted, Value(wanted.before, UUIDField()))))
    return list(rows[:limit])


def listings_as_of() -> datetime:
    """The lists hold every event stored before this time."""
    with connection.cursor() as cursor:
        cursor.execute(PENDING, [listings.LISTINGS])
        (as_of,) = cursor.fetchone()
    return as_of  # type: ignore[no-any-return]


# The oldest event not yet in the lists, or the present when there is none. What is parked waits for an operator. The
# first entry of an index each, however much waits.
PENDING = """
SELECT least((SELECT min(at) FROM outbox),
    (SELECT min(since) FROM delivery WHERE consumer = %s AND parked_at IS NULL), clock_timestamp())
"""


# Matches with news of the player's that the lists do not hold yet.
UNLISTED = """
SELECT DISTINCT match_id
  FROM (SELECT match_id FROM outbox
        UNION ALL
        SELECT match_id FROM delivery WHERE consumer = %s) AS pending
  JOIN command USING (match_id)
 WHERE command.actor = %s
"""


def unfinished_matches_of(player_id: str) -> Sequence[str]:
    """Matches, open or running, in which the player sits as far as the lists know, and all that may be missing there.

    What is not in the lists is asked for first: it may come there meanwhile, and is then found twice.
    """
    with connection.cursor() as cursor:
        cursor.execute(UNLISTED, [listings.LISTINGS, player_id])
        unlisted = {str(match_id) for (match_id,) in cursor.fetchall()}
    rows = Listing.objects.filter(player_ids__contains=[player_id], status__in=(OPEN, ACTIVE))
    return sorted(unlisted | {str(match_id) for match_id in rows.values_list("match_id", flat=True)})


def players(player_ids: Collection[str]) -> dict[str, Player]:
    """Players by id."""
    return {str(player.id): player for player in Player.objects.filter(id__in=player_ids)}
