"""The channels by which a notice leaves the inbox: one row for each, written with the notice."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from events.store import new_id
from games.matches.models.notices import Dispatch, Notice, Webhook
from games.matches.models.people import Player
from games.matches.notices import preferences
from games.matches.notices.kinds import YOUR_TURN

MAIL = "mail"


def hand_out(notices: Sequence[Notice], now: datetime) -> None:
    """Write a dispatch for each channel of each notice; the database refuses a second one."""
    if not notices:
        return
    players = {notice.player_id for notice in notices}
    webhooks = list(Webhook.objects.filter(player_id__in=players, disabled_at=None))
    mailed = [one for one in Player.objects.filter(id__in=players) if one.mail_address]
    if not (webhooks or mailed):
        return
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
    delay = timedelta(seconds=settings.TURN_MAIL_DELAY_SECONDS if notice.kind == YOUR_TURN else 0)
    return [Dispatch(id=new_id(), notice=notice, player_id=notice.player_id, channel=MAIL, available_at=now + delay)]
