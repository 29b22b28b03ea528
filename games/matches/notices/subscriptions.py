"""Push subscriptions: browsers that show a player's notices. Each is a webhook whose format is `push`.

It counts as long as the session that made it: its token revoked, nothing more is sent there.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from events.store import new_id
from games.core.prompts import Violation
from games.matches.accounts import tokens
from games.matches.accounts.players import locked
from games.matches.errors import AddressNotAllowed, NotAllowed, PushNotOffered, SubscriptionNotFound
from games.matches.models.notices import PUSH, Webhook
from games.matches.notices.delivery.addresses import AddressRefused, check
from games.matches.notices.delivery.push import KeyRefused, Keys
from games.matches.notices.kinds import KINDS
from games.matches.quotas import storage

# Browsers are given up without a word, so the oldest goes for one more.
MOST = 10


@dataclass(frozen=True, kw_only=True)
class NewSubscription:
    """What a browser's `PushSubscription` says, and which kinds it is to show."""

    endpoint: str
    p256dh: str
    auth: str
    kinds: Sequence[str]


def create(player_id: str, token_id: str, new: NewSubscription) -> Webhook:
    """Subscribe a browser to the player's notices; it shows no other player's from now on.

    Of other players' subscriptions only those with the same keys end: who knows the address alone, and not the secret
    that its browser gave with it, takes nothing away.

    Raises `PushNotOffered`, `AddressNotAllowed`, `QuotaExceeded`, `NotAllowed` for keys that are none, `PlayerNotFound`
    once deleted.
    """
    if not settings.VAPID_KEY:
        raise PushNotOffered
    try:
        check(new.endpoint, loopback=settings.WEBHOOKS_TO_LOOPBACK)
        keys = Keys.read(new.p256dh, new.auth)
    except AddressRefused as refused:
        raise AddressNotAllowed(reason=refused.reason) from None
    except KeyRefused:
        detail = "These are no keys of a browser's."
        raise NotAllowed([Violation(pointer="/keys", code="keys", detail=detail)]) from None
    with transaction.atomic():
        locked(player_id)
        _alone_with(new.endpoint)
        storage.admit_stored("push subscription", player=player_id)
        same = Webhook.objects.filter(url=new.endpoint, format=PUSH)
        same.filter(Q(player_id=player_id) | Q(secret=keys.text)).delete()
        for oldest in of_player(player_id)[MOST - 1 :]:
            oldest.delete()
        return Webhook.objects.create(
            id=new_id(),
            player_id=player_id,
            token_id=token_id,
            url=new.endpoint,
            kinds=[kind for kind in KINDS if kind in new.kinds],
            format=PUSH,
            secret=keys.text,
            creation_key=f"auto {new_id()}",
        )


def of_player(player_id: str) -> list[Webhook]:
    """A player's subscriptions, newest first."""
    return list(_of(player_id).order_by("-id"))


@transaction.atomic
def delete(player_id: str, subscription_id: str) -> None:
    """Delete a subscription; `SubscriptionNotFound`."""
    locked(player_id)
    try:
        gone, _ = _of(player_id).filter(id=uuid.UUID(subscription_id)).delete()
    except ValueError:
        raise SubscriptionNotFound from None
    if not gone:
        raise SubscriptionNotFound


def holds(subscription: Webhook) -> bool:
    """Whether the session that made the subscription still exists, and push is offered."""
    return (
        bool(settings.VAPID_KEY)
        and subscription.token_id is not None
        and tokens.good().filter(id=subscription.token_id).exists()
    )


def _of(player_id: str) -> QuerySet[Webhook]:
    return Webhook.objects.filter(player_id=player_id, format=PUSH)


def _alone_with(endpoint: str) -> None:
    """Two players who take one browser do so one after the other, until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [endpoint])
