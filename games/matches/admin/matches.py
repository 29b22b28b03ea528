"""The operators' pages over players, matches, cups and what was set aside. Three actions change something.

Fields are named one by one, so that a column added to a model is hidden until it is named here.
"""

import logging
import uuid
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.views.decorators.http import require_safe

from games.matches.accounts import tokens
from games.matches.admin.base import ModelAdmin, OfMatch, ReadOnly, word
from games.matches.admin.moderated import Moderated
from games.matches.background import operations
from games.matches.errors import MatchNotFound, Refused
from games.matches.lists import queries
from games.matches.models.cups import CupRow
from games.matches.models.ids import as_uuid
from games.matches.models.matches import Lobby
from games.matches.models.people import Player, Token
from games.matches.models.rated import RatedMatch
from games.matches.models.service import Audit, BotTurn, Deadline, Listing, PastQuarantine, Quarantine
from games.matches.presentation import stream_page
from games.matches.ratings import signals
from games.matches.talk import moderation

log = logging.getLogger(__name__)

# Matches are searched for the newest so many players whose handles hold what is looked for.
FOUND = 100


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    """Players, people and programs: what the API tells of them, and how many tokens they have."""

    fields = ("id", "handle", "kind", "operator", "locale", "created_at", "tokens_held", "pairs")
    readonly_fields = ("operator", "tokens_held", "pairs")
    operator = word("is_operator", yes="yes", no="no", said="operator")
    list_display = ("id", "handle", "kind", "created_at")
    list_filter = ("kind", "is_operator")
    search_fields = ("handle",)
    ordering = ("-id",)
    actions = ("revoke_tokens",)

    @admin.display(description="tokens")
    def tokens_held(self, player: Player) -> int:
        return player.tokens.count()

    @admin.display(description="signals")
    def pairs(self, player: Player) -> str:
        address = f"{reverse('admin:matches_ratedmatch_signals')}?player={player.id}"
        return format_html('<a href="{}">in rated matches</a>', address)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return ModelAdmin.has_change_permission(self, request)

    @admin.action(description="Revoke all tokens of the chosen players", permissions=["revoke"])
    def revoke_tokens(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        for player in players:
            with transaction.atomic():
                count = player.tokens.count()
                tokens.end_apps(str(player.id))
                Token.objects.filter(player=player).delete()
                self.log_change(request, player, f"Revoked {count} tokens.")
            self.message_user(request, f"{player}: {count} tokens revoked.")


class WithName(Moderated):
    """Rows with a name that somebody has chosen and others read."""

    actions = ("take_name_away",)

    @admin.action(description="Take the name away, and warn who gave it", permissions=["decide"])
    def take_name_away(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        def act(row: Any, by: str, reason: str) -> None:
            moderation.take_name_away(row, by=by, reason=reason)

        self.decide(request, rows, "Name taken away", act)


@admin.register(CupRow)
class CupAdmin(WithName):
    """Cups, the newest first."""

    fields = ("id", "name", "game", "status", "host", "entered", "made_at", "round_ends_at")
    list_display = ("name", "game", "status", "host", "entered", "made_at")
    list_display_links = ("made_at",)
    list_filter = ("status", "game")
    list_select_related = ("host",)
    search_fields = ("name", "host__handle")
    ordering = ("-id",)


@admin.register(Lobby)
class LobbyAdmin(WithName, OfMatch):
    """Matches, with what the lists say of them, and links to their streams."""

    fields = ("match_id", "name", "visibility", "start", "creator_id", "game", "status", "players", "stream")
    readonly_fields = ("game", "status", "players", "stream")
    list_display = ("match_id", "name", "game", "status", "players", "stream")
    search_fields = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lobby]:
        listing = Listing.objects.filter(match_id=OuterRef("match_id"))
        columns = ("game", "status", "player_ids")
        matches: QuerySet[Lobby] = super().get_queryset(request)
        return matches.annotate(**{f"listed_{column}": Subquery(listing.values(column)) for column in columns})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Lobby], search_term: str
    ) -> tuple[QuerySet[Lobby], bool]:
        found, has_duplicates = super().get_search_results(request, queryset, search_term)
        if not (wanted := search_term.strip()):
            return found, has_duplicates
        named = Player.objects.filter(handle__icontains=wanted).order_by("-id").values_list("id", flat=True)
        seats = Listing.objects.filter(player_ids__overlap=list(named[:FOUND]))
        return found | queryset.filter(match_id__in=seats.values("match_id")), has_duplicates

    def game(self, match: Any) -> str | None:
        return match.listed_game  # type: ignore[no-any-return]

    def status(self, match: Any) -> str | None:
        return match.listed_status  # type: ignore[no-any-return]

    def players(self, match: Any) -> str:
        known = queries.players(match.listed_player_ids or [])
        return ", ".join(str(player) for player in known.values())

    def get_urls(self) -> list[URLPattern]:
        stream = self.admin_site.admin_view(require_safe(self.stream_view))
        return [path("<uuid:match_id>/stream/", stream, name="matches_lobby_stream"), *super().get_urls()]

    def stream_view(self, request: HttpRequest, match_id: uuid.UUID) -> TemplateResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        try:
            page = stream_page.page(str(match_id))
        except MatchNotFound:
            raise Http404 from None
        context = {**self.admin_site.each_context(request), **page, "title": f"Stream of {match_id}"}
        return TemplateResponse(request, "matches/stream.html", context)


@admin.register(Listing)
class ListingAdmin(OfMatch):
    """Matches as the lists show them: a projection."""

    fields = ("match_id", "version", "game", "status", "visibility", "holders", "document", "stream")
    list_display = ("match_id", "game", "status", "visibility", "version", "stream")
    list_filter = ("status", "game", "visibility")


@admin.register(Deadline)
class DeadlineAdmin(OfMatch):
    """Clocks that run, the next to run out first: a projection."""

    fields = ("match_id", "version", "due_at", "stream")
    list_display = ("match_id", "due_at", "version", "stream")
    ordering = ("due_at",)


@admin.register(BotTurn)
class BotTurnAdmin(OfMatch):
    """Matches in which a bot, an autopilot or a standing order has to play, the longest waiting first: a projection."""

    fields = ("match_id", "version", "due_at", "people", "stream")
    readonly_fields = ("people", "stream")
    list_display = ("match_id", "due_at", "people", "version", "stream")
    people = word("attended", yes="waiting", said="people")
    ordering = ("due_at",)


@admin.register(Quarantine)
class QuarantineAdmin(OfMatch):
    """Matches whose rules engine failed: where in the code, by which call, on which node."""

    fields = ("match_id", "version", "error", "at", "caller", "node", "code", "created_at", "stream")
    list_display = ("match_id", "version", "error", "at", "created_at", "stream")
    search_fields = ("match_id", "error")
    ordering = ("-created_at",)
    actions = ("release",)

    def has_release_permission(self, request: HttpRequest) -> bool:
        return ModelAdmin.has_delete_permission(self, request)

    @admin.action(description="Release the chosen matches", permissions=["release"])
    def release(self, request: HttpRequest, rows: QuerySet[Quarantine]) -> None:
        for row in rows:
            try:
                self._release(request, row)
            except Refused as refused:
                self.message_user(request, f"{row.match_id} stays here: {refused.code}.", messages.ERROR)
            else:
                self.message_user(request, f"{row.match_id} goes on.")

    def _release(self, request: HttpRequest, row: Quarantine) -> None:
        # Together, so that no match goes on without an operator's name in the log.
        with transaction.atomic():
            self.log_change(request, row, f"Released; was set aside at version {row.version}: {row.error}")
            operations.release(str(row.match_id), by=f"by operator {request.user.get_username()}"[:200])
        log.warning("match %s released from quarantine by operator %s", row.match_id, request.user.get_username())


@admin.register(PastQuarantine)
class PastQuarantineAdmin(OfMatch):
    """Quarantines that are over: what they were for, and who has lifted them."""

    fields = (
        *("match_id", "version", "error", "at", "caller", "node", "code"),
        *("created_at", "lifted_at", "lifted_by", "stream"),
    )
    list_display = ("match_id", "version", "error", "created_at", "lifted_at", "lifted_by", "stream")
    search_fields = ("match_id", "error")
    ordering = ("-lifted_at",)


@admin.register(Audit)
class AuditAdmin(OfMatch):
    """The newest verdict on each match that was audited, those that fail first."""

    fields = ("match_id", "verdict", "checks", "version", "checked_at", "stream")
    readonly_fields = ("verdict", "stream")
    list_display = ("match_id", "verdict", "checks", "version", "checked_at", "stream")
    verdict = word("failed", yes="FAILED", no="holds", said="verdict")
    list_filter = ("failed",)
    ordering = ("-failed", "-checked_at")


@admin.register(RatedMatch)
class RatedMatchAdmin(OfMatch):
    """Matches that counted for ratings when they ended; `annul_rating` takes one out of them."""

    fields = ("match_id", "game", "finished_at", "state", "reason", "annulled_at", "annulled_by", "places", "stream")
    list_display = ("match_id", "game", "finished_at", "state", "reason", "annulled_by", "stream")
    list_filter = ("game", "state")
    search_fields = ("match_id", "reason")
    ordering = ("-finished_at",)
    change_list_template = "matches/rated_matches.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_safe(self.signals_view))
        return [path("signals/", view, name="matches_ratedmatch_signals"), *super().get_urls()]

    def signals_view(self, request: HttpRequest) -> TemplateResponse:
        """Pairs of players whose rated matches a moderator may want to look at; with `player` all pairs of theirs."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        player = as_uuid(request.GET.get("player", ""))
        found = signals.pairs(player=None if player is None else str(player))
        context = {
            **self.admin_site.each_context(request),
            "title": "Signals",
            "pairs": found,
            "of_one": player is not None,
        }
        return TemplateResponse(
            request, "matches/signals.html", {**context, "days": signals.DAYS, "least": signals.LEAST}
        )


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    """Who did what on these pages."""

    fields = ("action_time", "user", "content_type", "object_id", "object_repr", "change_message")
    list_display = ("action_time", "user", "content_type", "object_repr", "change_message")
    list_select_related = ("user", "content_type")
    search_fields = ("object_id", "object_repr")
