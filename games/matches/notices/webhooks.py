"""Creates, lists, changes, deletes and tests a player's webhooks, and lists their deliveries."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from events.store import new_id
from games.matches.accounts.players import locked
from games.matches.errors import (
    AddressNotAllowed,
    AlreadyCreated,
    DeliveryNotFound,
    KeyReused,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
)
from games.matches.models.notices import PENDING, PUSH, Dispatch, Webhook
from games.matches.notices import channels
from games.matches.notices.delivery import signatures
from games.matches.notices.delivery.addresses import AddressRefused, check
from games.matches.notices.kinds import KINDS
from games.matches.quotas import storage

MOST = 10
# So long a secret signs on after it was replaced.
BOTH_SECRETS = timedelta(days=1)
# So many tests of a webhook are kept, the one under way among them.
KEPT_TESTS = 20


@dataclass(frozen=True, kw_only=True)
class NewWebhook:
    """What a player asks for: these kinds to this address, in the format `standard` or `chat`."""

    url: str
    kinds: Sequence[str]
    format: str


def create(player_id: str, new: NewWebhook, *, key: str | None) -> Webhook:
    """A webhook with its secret, which is shown this once only.

    Of its address only what needs no name server is judged here; the courier judges all of it before each call.
    Raises `AddressNotAllowed`, `TooManyWebhooks`, `QuotaExceeded`, `AlreadyCreated`, `KeyReused`, `PlayerNotFound` once
    deleted.
    """
    _check(new.url)
    kinds = [kind for kind in KINDS if kind in new.kinds]
    with transaction.atomic():
        locked(player_id)
        before = Webhook.objects.filter(player_id=player_id, creation_key=key).first() if key is not None else None
        if before is not None:
            same = (before.url, before.kinds, before.format) == (new.url, kinds, new.format)
            raise AlreadyCreated if same else KeyReused
        if _of(player_id).count() >= MOST:
            raise TooManyWebhooks(most=MOST)
        storage.admit_stored("webhook", player=player_id, texts=[new.url])
        return Webhook.objects.create(
            id=new_id(),
            player_id=player_id,
            url=new.url,
            kinds=kinds,
            format=new.format,
            secret=signatures.new_secret(),
            # A client's key holds no space.
            creation_key=key if key is not None else f"auto {new_id()}",
        )


@transaction.atomic
def change(player_id: str, webhook_id: str, wishes: Mapping[str, Any]) -> Webhook:
    """Change some of address, kinds and format.

    Raises `WebhookNotFound`, `AddressNotAllowed`, `QuotaExceeded`, `PlayerNotFound` once deleted.
    With another address it begins anew: what failed or was disabled was the receiver before.
    """
    if "url" in wishes:
        _check(wishes["url"])
    locked(player_id)
    webhook = find(player_id, webhook_id)
    storage.admit_growth([webhook.url], [wishes.get("url", webhook.url)], player=player_id)
    fields: dict[str, Any] = {name: wishes[name] for name in ("url", "format") if name in wishes}
    if "kinds" in wishes:
        fields["kinds"] = [kind for kind in KINDS if kind in wishes["kinds"]]
    if wishes.get("url", webhook.url) != webhook.url:
        fields |= {"failures": 0, "failing_since": None, "trusted_from": None, "disabled_at": None, "disabled_for": ""}
        fields["paused_until"] = Now()
    if fields:
        Webhook.objects.filter(id=webhook.id).update(**fields)
    return find(player_id, webhook_id)


@transaction.atomic
def rotate(player_id: str, webhook_id: str, *, key: str | None) -> Webhook:
    """Give a webhook a new secret, which is shown this once only; the one before signs beside it for a day.

    `WebhookNotFound`, `AlreadyCreated` for a repeat, `PlayerNotFound` once deleted.
    """
    locked(player_id)
    webhook = find(player_id, webhook_id)
    if key is not None and webhook.rotation_key == key:
        raise AlreadyCreated
    Webhook.objects.filter(id=webhook.id).update(
        previous_secret=webhook.secret,
        previous_until=Now() + BOTH_SECRETS,
        secret=signatures.new_secret(),
        rotation_key=key or "",
    )
    return find(player_id, webhook_id)


def _check(url: str) -> None:
    try:
        check(url, loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except AddressRefused as refused:
        raise AddressNotAllowed(reason=refused.reason) from None


def of_player(player_id: str) -> list[Webhook]:
    """A player's webhooks, newest first."""
    return list(_of(player_id).order_by("-id"))


def held_until(player_id: str) -> datetime | None:
    """Until when no webhook gets a player's notices, because the quota `bytes` is used up; None if they get them."""
    return storage.full([player_id]).get(player_id)


@transaction.atomic
def delete(player_id: str, webhook_id: str) -> None:
    """Delete a webhook, with its deliveries; `WebhookNotFound`."""
    locked(player_id)
    find(player_id, webhook_id).delete()


def find(player_id: str, webhook_id: str) -> Webhook:
    """One of the player's own webhooks; `WebhookNotFound`."""
    try:
        return _of(player_id).get(id=uuid.UUID(webhook_id))
    except (ValueError, Webhook.DoesNotExist):
        raise WebhookNotFound from None


@transaction.atomic
def test(player_id: str, webhook_id: str) -> Dispatch:
    """Send a test, or return the one that still waits; `WebhookDisabled`."""
    locked(player_id)
    webhook = _enabled(player_id, webhook_id)
    tests = Dispatch.objects.filter(webhook=webhook, notice=None)
    if (waiting := tests.filter(state=PENDING).first()) is not None:
        return _again(waiting)
    # No quota holds them, so that without an end here they would fill the disk.
    tests.filter(id__in=list(tests.order_by("-id").values_list("id", flat=True)[KEPT_TESTS - 1 :])).delete()
    sent = Dispatch.objects.create(
        id=new_id(),
        webhook=webhook,
        player_id=player_id,
        channel=channels.channel_of(webhook),
        available_at=Now(),
    )
    sent.refresh_from_db()
    return sent


def deliveries(player_id: str, webhook_id: str, *, before: str | None, limit: int) -> list[Dispatch]:
    """Up to `limit` deliveries of a webhook, newest first."""
    rows = Dispatch.objects.filter(webhook=find(player_id, webhook_id)).select_related("notice").order_by("-id")
    return list((rows if before is None else rows.filter(id__lt=before))[:limit])


@transaction.atomic
def resend(player_id: str, webhook_id: str, delivery_id: str) -> Dispatch:
    """Send a delivery once more, under its id, whatever its outcome; `DeliveryNotFound`, `WebhookDisabled`."""
    locked(player_id)
    webhook = _enabled(player_id, webhook_id)
    try:
        found = Dispatch.objects.select_related("notice").get(webhook=webhook, id=uuid.UUID(delivery_id))
    except (ValueError, Dispatch.DoesNotExist):
        raise DeliveryNotFound from None
    return _again(found)


def _of(player_id: str) -> QuerySet[Webhook]:
    # Browsers are listed elsewhere (`subscriptions`).
    return Webhook.objects.filter(player_id=player_id).exclude(format=PUSH)


def _again(sent: Dispatch) -> Dispatch:
    # Who asks for it has mended the receiver: it waits for no pause, but for a call that is under way.
    Webhook.objects.filter(dispatch=sent).update(paused_until=Now())
    Dispatch.objects.filter(id=sent.id).update(state=PENDING, attempts=0, available_at=Now(), done_at=None)
    sent.refresh_from_db()
    return sent


def _enabled(player_id: str, webhook_id: str) -> Webhook:
    webhook = find(player_id, webhook_id)
    if webhook.disabled_at is not None:
        raise WebhookDisabled(reason=webhook.disabled_for)
    return webhook
