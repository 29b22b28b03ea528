"""The deletion of an account by its player, and of guests who never come back."""

import logging
import math
import time
from datetime import date, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from events import outages
from games.matches.accounts import seen, tokens
from games.matches.accounts.players import locked
from games.matches.cups import entering
from games.matches.errors import PlayerNotFound
from games.matches.lists import queries
from games.matches.lobby import departures
from games.matches.models.notices import AccountMail, MatchNotices, Notice, NoticeSettings, Webhook
from games.matches.models.people import DELETED, HandleLook, OwnNote, Player, SeenFrom, StandingOrder
from games.matches.models.talk import Mute
from games.matches.models.waiting import Block, Follow
from games.matches.queue import standing_wishes
from games.matches.talk import chat, reports

log = logging.getLogger(__name__)

# Guests who are looked for at a time.
EXPIRED_AT_ONCE = 10_000
SEEN_FROM_NOW_ON = """
UPDATE matches_player SET seen_on = %(day)s
WHERE id IN (SELECT id FROM matches_player WHERE seen_on IS NULL AND kind = 'guest' LIMIT %(limit)s)
"""
IDLE = """kind = 'guest' AND confirmed_email = '' AND NOT is_operator AND seen_on < %(before)s
    AND NOT EXISTS (SELECT FROM matches_listing
        WHERE player_ids @> ARRAY[player.id] AND status IN ('active', 'quarantined'))"""
# Both are constant.
IDLE_GUESTS = f"SELECT id FROM matches_player AS player WHERE {IDLE} ORDER BY seen_on LIMIT %(limit)s"  # noqa: S608
IS_IDLE = f"SELECT id FROM matches_player AS player WHERE id = %(player)s AND {IDLE} FOR NO KEY UPDATE"  # noqa: S608


def delete(player_id: str) -> None:
    """Delete the account: open lobbies are left, running matches resigned, the handle is free again.

    The player stays behind the seats, emptied. A seat in a quarantined match is neither left nor resigned.
    """
    # Seats first: a caller who is cut off here can ask again.
    _give_up_seats(player_id)
    with transaction.atomic():
        _empty(locked(player_id))
    # Once more: a request that came in before may have taken a seat meanwhile. One that takes a seat
    # from here on gives it up itself.
    _give_up_seats(player_id)


def expire_guests(*, days: int, seconds: float = math.inf) -> int:
    """Delete guests of whom no token was used for more than so many days; how many there were.

    Whoever sits in a match that runs stays, and so does who has confirmed an address for mail. A guest of whom no day
    is noted, as 0.1.0 left them, was here today. One after the other; none is begun after so many seconds.
    """
    until, count = time.monotonic() + seconds, 0
    before = seen.today() - timedelta(days=days)
    with connection.cursor() as cursor:
        cursor.execute(SEEN_FROM_NOW_ON, {"day": seen.today(), "limit": EXPIRED_AT_ONCE})
        cursor.execute(IDLE_GUESTS, {"before": before, "limit": EXPIRED_AT_ONCE})
        idle = [str(player_id) for (player_id,) in cursor.fetchall()]
    for player_id in idle:
        if time.monotonic() > until:
            break
        count += _expired(player_id, before)
    return count


def _expired(player_id: str, before: date) -> bool:
    try:
        return _delete_idle(player_id, before)
    except SoftTimeLimitExceeded:
        raise
    except PlayerNotFound:
        # Another worker was faster.
        return False
    except Exception as error:
        if outages.is_away(error):
            raise
        # One who cannot be deleted keeps no other from being looked at.
        log.error("guest %s could not be deleted: %s", player_id, type(error).__name__)
        return False


def _delete_idle(player_id: str, before: date) -> bool:
    """Delete a guest who was not seen since; whether that was still so."""
    # Others were deleted since this one was found: the guest may have come back.
    if not _is_idle(player_id, before):
        return False
    _give_up_seats(player_id)
    with transaction.atomic():
        if not _is_idle(player_id, before):
            return False
        _empty(locked(player_id))
    _give_up_seats(player_id)
    return True


def _is_idle(player_id: str, before: date) -> bool:
    """Whether a guest was not seen since, and may be deleted; the row is locked until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute(IS_IDLE, {"player": player_id, "before": before})
        return cursor.fetchone() is not None


def _empty(player: Player) -> None:
    """Leave of a locked player what stands behind their seats."""
    # Whatever a player has besides is empty by default.
    kept = {"id": player.id, "created_at": player.created_at, "revision": player.revision + 1}
    Player(**kept, handle=None, handle_key=None, kind=DELETED).save(force_update=True)
    tokens.end_apps(str(player.id))
    player.tokens.all().delete()
    # With an app goes the access that others have given it.
    player.apps.all().delete()
    of_accounts = (HandleLook, Notice, NoticeSettings, Webhook, AccountMail, Block, Follow)
    for model in (*of_accounts, MatchNotices, StandingOrder, OwnNote, Mute, SeenFrom):
        model._default_manager.filter(player=player).delete()
    player.vacations.all().delete()
    player.blocked_by.all().delete()
    player.followed_by.all().delete()
    player.muted_by.all().delete()
    # Before the messages, which reports refer to.
    reports.erase(str(player.id))
    chat.erase(str(player.id))
    player.sanctions.all().delete()


def _give_up_seats(player_id: str) -> None:
    standing_wishes.forget(player_id)
    entering.forget(player_id)
    for match_id in queries.unfinished_matches_of(player_id):
        departures.give_up(match_id, player_id)
