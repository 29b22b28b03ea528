"""The operators' pages over deliveries that wait, notices, and what is sent to players. No address, secret or code.

The address of a webhook can be a secret as well, as Discord's and Slack's are: only its host is shown.
"""

import logging
from typing import ClassVar
from urllib.parse import urlsplit

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from events import outbox
from events.models import WaitingDelivery
from games.matches.admin.base import ModelAdmin, OfMatch, ReadOnly
from games.matches.models.notices import Dispatch, Notice, Webhook
from games.matches.models.service import Heartbeat

log = logging.getLogger(__name__)


class Parked(admin.SimpleListFilter):
    """Whether a delivery was set aside because its consumer kept failing."""

    title = "parked"
    parameter_name = "parked"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", "parked"), ("no", "waiting")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[WaitingDelivery]) -> QuerySet[WaitingDelivery]:
        wanted = {"yes": False, "no": True}.get(self.value() or "")
        return queryset if wanted is None else queryset.filter(parked_at__isnull=wanted)


@admin.register(WaitingDelivery)
class WaitingDeliveryAdmin(OfMatch):
    """Deliveries that a consumer has not dealt with yet; those that are parked can be retried."""

    fields = ("consumer", "match_id", "version", "attempts", "available_at", "parked_at", "error", "stream")
    list_display = ("consumer", "match_id", "version", "attempts", "available_at", "parked_at", "error", "stream")
    list_filter = (Parked, "consumer")
    search_fields: ClassVar[tuple[str, ...]] = ("match_id", "consumer")
    ordering = ("-parked_at", "available_at")
    actions = ("retry",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return ModelAdmin.has_change_permission(self, request)

    @admin.action(description="Retry the chosen parked deliveries", permissions=["retry"])
    def retry(self, request: HttpRequest, rows: QuerySet[WaitingDelivery]) -> None:
        for consumer, match_id in sorted({(row.consumer, str(row.match_id)) for row in rows}):
            with transaction.atomic():
                first = rows.filter(consumer=consumer, match_id=match_id)[0]
                count = outbox.retry(consumer, match_id)
                self.log_change(request, first, f"Let {count} parked rows be tried again.")
            self.message_user(request, f"{consumer}, {match_id}: {count} rows are tried again.")


@admin.register(Notice)
class NoticeAdmin(OfMatch):
    """What players have been told."""

    fields = ("id", "player", "match_id", "game", "seat", "kind", "about", "due_at", "at", "read_at", "stream")
    list_display = ("id", "player", "kind", "match_id", "about", "at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("player",)
    search_fields: ClassVar[tuple[str, ...]] = ("match_id", "player__handle")
    ordering = ("-id",)


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """Where notices are sent to, and whether they are taken there."""

    fields = (
        "id",
        "player",
        "host",
        "kinds",
        "format",
        "created_at",
        "not_before",
        "paused_until",
        "failures",
        "failing_since",
        "disabled_at",
        "disabled_for",
    )
    readonly_fields: ClassVar = ("host", "created_at", "not_before", "paused_until")
    list_display = ("id", "player", "host", "format", "failures", "failing_since", "disabled_for")
    list_filter = ("format", "disabled_for")
    list_select_related = ("player",)
    search_fields = ("player__handle",)
    ordering = ("-id",)

    def host(self, webhook: Webhook) -> str:
        return urlsplit(webhook.url).hostname or ""


@admin.register(Dispatch)
class DispatchAdmin(ReadOnly):
    """Notices on their way by mail and to webhooks, and what became of them."""

    fields = (
        "id",
        "notice",
        "player",
        "channel",
        "state",
        "attempts",
        "available_at",
        "created_at",
        "done_at",
        "last_status",
        "last_error",
    )
    readonly_fields = ("created_at",)
    list_display = ("id", "player", "channel", "state", "attempts", "available_at", "last_status", "last_error")
    list_filter = ("state",)
    list_select_related = ("player",)
    search_fields = ("channel", "player__handle")
    ordering = ("-id",)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """When each kind of process was last at work."""

    fields = ("name", "at")
    list_display = ("name", "at")
    ordering = ("name",)
