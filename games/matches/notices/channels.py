"""Dispatches: a row for each channel by which a notice leaves the inbox; written with the notice, deleted before it."""

import math
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection

from events.store import FIRST, new_id
from games.matches.models.notices import Dispatch, Notice, Webhook
from games.matches.models.people import Player
from games.matches.notices import preferences
from games.matches.notices.kinds import CALLED, REMATCH, YOUR_TURN
from games.matches.quotas import storage

MAIL = "mail"
# Of these the mail waits a little.
SOON_OVER = frozenset({YOUR_TURN, REMATCH, CALLED})
# Ten webhooks leave ten of these rows for each notice. A receiver is given up after three days.
KEPT_DAYS = 7


def hand_out(notices: Sequence[Notice], now: datetime, *, by_mail_alone: bool = False) -> list[Dispatch]:
    """Write a dispatch for each channel of each notice, and return them; the database refuses a second one.

    Webhooks and browsers of a player whose bytes of the day are used up get none, nor do any where mail alone is asked
    for.
    """
    if not notices:
        return []
    players = {notice.player_id for notice in notices}
    receivers = Webhook.objects.filter(player_id__in=players, disabled_at=None)
    webhooks = [] if by_mail_alone else _with_room(receivers)
    mailed = [one for one in Player.objects.filter(id__in=players) if one.mail_address]
    if not (webhooks or mailed):
        return []
    wishes = preferences.of_players(players)
    ways = [
        dispatch
        for notice in notices
        if wishes[notice.player_id].leaves_inbox(notice)
        for dispatch in (
            *_to_webhooks(notice, webhooks, now),
            *_by_mail(notice, mailed, wishes[notice.player_id], now),
        )
    ]
    Dispatch.objects.bulk_create(ways, ignore_conflicts=True)
    return ways


# From one piece of the key to the next, as long as the rows are old: ids rise with time.
FORGET = """
WITH piece AS MATERIALIZED (
    SELECT id, state, created_at, done_at FROM matches_dispatch WHERE id > %(after)s::uuid ORDER BY id LIMIT %(limit)s
),
gone AS (
    DELETE FROM matches_dispatch USING piece
    WHERE matches_dispatch.id = piece.id AND piece.state <> 'pending' AND matches_dispatch.state <> 'pending'
        AND piece.done_at < statement_timestamp() - %(days)s * interval '1 day'
    RETURNING piece.id
)
SELECT (SELECT id::text FROM piece WHERE created_at < statement_timestamp() - %(days)s * interval '1 day'
        ORDER BY id DESC LIMIT 1), (SELECT count(*) FROM gone)
"""
# So many dispatches are looked at in one transaction.
AT_ONCE = 1_000


def forget(*, days: int = KEPT_DAYS, seconds: float = math.inf) -> int:
    """Delete dispatches that were delivered, dropped or given up more than so many days ago; how many.

    In small pieces, oldest first, of which none begins after so many seconds. What is still to be sent stays.
    """
    until, count = time.monotonic() + seconds, 0
    after: str | None = FIRST
    with connection.cursor() as cursor:
        while after is not None:
            cursor.execute(FORGET, {"after": after, "limit": AT_ONCE, "days": days})
            ((after, gone),) = cursor.fetchall()
            count += int(gone)
            if time.monotonic() >= until:
                break
    return count


def _with_room(webhooks: Collection[Webhook]) -> list[Webhook]:
    if not webhooks:
        return []
    full = storage.full({str(one.player_id) for one in webhooks})
    return [one for one in webhooks if str(one.player_id) not in full]


def channel_of(webhook: Webhook) -> str:
    return f"webhook {webhook.id}"


def _to_webhooks(notice: Notice, webhooks: Iterable[Webhook], now: datetime) -> list[Dispatch]:
    return [
        Dispatch(
            id=new_id(),
            notice=notice,
            webhook=webhook,
            player_id=notice.player_id,
            channel=channel_of(webhook),
            available_at=now,
        )
        for webhook in webhooks
        if webhook.player_id == notice.player_id and notice.kind in webhook.kinds
    ]


def _by_mail(
    notice: Notice, mailed: Iterable[Player], wishes: preferences.Preferences, now: datetime
) -> list[Dispatch]:
    if notice.kind not in wishes.mail or notice.player_id not in {player.id for player in mailed}:
        return []
    # A player who is at the board and answers within that time gets no mail.
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY_SECONDS if notice.kind in SOON_OVER else 0)
    return [Dispatch(id=new_id(), notice=notice, player_id=notice.player_id, channel=MAIL, available_at=now + delay)]
