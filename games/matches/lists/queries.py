"""Queries: which matches there are, which of them are a player's, and players by id."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from django.db import Error, connection
from django.db.backends.utils import CursorWrapper

from events import outages
from events.sharding import is_distributed
from games.matches.lists import listings
from games.matches.models.matches import Lobby
from games.matches.models.people import Player
from games.matches.models.service import Listing
from games.table.state import ACTIVE, OPEN


def rematches_of(match_ids: Collection[str]) -> dict[str, str]:
    """The rematches of those of these matches that have one: id to id."""
    found = Lobby.objects.filter(rematch_of__in=match_ids).values_list("rematch_of", "match_id")
    return {str(old): str(new) for old, new in found}


def listings_as_of() -> datetime:
    """The lists hold every event stored before this time."""
    with connection.cursor() as cursor:
        if not is_distributed():
            cursor.execute(AS_OF, {"consumer": listings.LISTINGS})
            (as_of,) = cursor.fetchone()
            return as_of  # type: ignore[no-any-return]
        return _as_of_apart(cursor)


# What was told last. Whatever the lists held once they hold for good.
_told = datetime(1970, 1, 1, tzinfo=UTC)


def _as_of_apart(cursor: CursorWrapper) -> datetime:
    """`listings_as_of` on Citus; while a node is away what this process knew before."""
    global _told
    try:
        cursor.execute(OUTBOX_AS_OF)
        (waiting,) = cursor.fetchone()
    except Error as error:
        if not outages.is_away(error):
            raise
        return _told
    cursor.execute(DELIVERED_AS_OF, {"consumer": listings.LISTINGS})
    (delivered,) = cursor.fetchone()
    told: datetime = min(waiting, delivered)
    _told = told
    return told


# The oldest event not yet in the lists, or the present when there is none. What is parked waits for an operator. The
# first entry of an index each, however much waits. The present is from before the statement looked: an event that came
# while it looked is later.
AS_OF = """
SELECT least((SELECT min(at) FROM outbox),
    (SELECT min(since) FROM delivery WHERE consumer = %(consumer)s AND parked_at IS NULL), statement_timestamp())
"""

# The same where the outbox lies on all nodes of Citus. The deliveries are looked at last: what the relay has moved is
# there before it is gone from the outbox, and no statement sees both at one instant.
OUTBOX_AS_OF = "SELECT least((SELECT min(at) FROM outbox), statement_timestamp())"
DELIVERED_AS_OF = """
SELECT least((SELECT min(since) FROM delivery WHERE consumer = %(consumer)s AND parked_at IS NULL),
    statement_timestamp())
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
