"""The operators' pages over reports and what was decided: the queues of moderators; and which players they are.

An action asks for a reason, which the player is told. All that is done here is in the log.
"""

from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.text import Truncator

from games.matches.admin.base import NamedFilters, OfMatch
from games.matches.admin.moderated import Moderated
from games.matches.models.talk import ModeratorPlayer, PlayerReport, Sanction
from games.matches.talk import moderation

# Of each text in a list.
MOST_LISTED = 100


class Appealed(admin.SimpleListFilter):
    """Whether a decision was appealed against, and the appeal answered."""

    title = "appeal"
    parameter_name = "appeal"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("waits", "waits for an answer"), ("answered", "answered"), ("none", "none")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        waiting = queryset.filter(appealed_at__isnull=False, answered_at=None)
        answered = queryset.exclude(answered_at=None)
        none = queryset.filter(appealed_at=None)
        return {"waits": waiting, "answered": answered, "none": none}.get(self.value() or "", queryset)


@admin.register(PlayerReport)
class ReportAdmin(Moderated, OfMatch):
    """What players report about others, those that wait first, the oldest of them on top."""

    fields = (
        *("id", "player", "kind", "text", "quoted", "match_id", "stream", "message", "reporter", "made_at"),
        *("state", "decision", "closed_at", "closed_by"),
    )
    list_display = ("kind", "player", "said", "stream", "reporter", "made_at", "state")
    list_filter = ("state", "kind")
    list_select_related = ("player", "reporter", "message")
    search_fields = ("match_id", "player__handle", "reporter__handle")
    ordering = ("-state", "made_at")
    actions = ("close", "warn", "take_away", "silence_1", "silence_7", "silence_30")

    @admin.display(description="quoted, and what the reporter says")
    def said(self, row: PlayerReport) -> str:
        """As much as a list has room for; the page of the report has all of it."""
        parts = [Truncator(text).chars(MOST_LISTED) for text in (row.quoted and f"“{row.quoted}”", row.text) if text]
        return " – ".join(parts) or "–"

    def stream(self, row: Any) -> str:
        return "–" if row.match_id is None else super().stream(row)

    @admin.action(description="Close: nothing to be done", permissions=["decide"])
    def close(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        self.decide(request, rows, "Closed", lambda row, by, reason: moderation.close(row, by=by, decision=reason))

    @admin.action(description="Warn the player", permissions=["decide"])
    def warn(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        self.decide(request, rows, "Warned", lambda row, by, reason: moderation.warn(row, by=by, reason=reason))

    @admin.action(description="Take the message away", permissions=["decide"])
    def take_away(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        def act(row: PlayerReport, by: str, reason: str) -> None:
            moderation.take_message_away(row, by=by, reason=reason)

        self.decide(request, rows, "Message taken away", act)

    @admin.action(description="Silence the player for a day", permissions=["decide"])
    def silence_1(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        self._silence(request, rows, 1)

    @admin.action(description="Silence the player for 7 days", permissions=["decide"])
    def silence_7(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        self._silence(request, rows, 7)

    @admin.action(description="Silence the player for 30 days", permissions=["decide"])
    def silence_30(self, request: HttpRequest, rows: QuerySet[PlayerReport]) -> None:
        self._silence(request, rows, 30)

    def _silence(self, request: HttpRequest, rows: QuerySet[PlayerReport], days: int) -> None:
        def act(row: PlayerReport, by: str, reason: str) -> None:
            moderation.silence(row, by=by, reason=reason, days=days)

        self.decide(request, rows, f"Silenced, days: {days}", act)


@admin.register(Sanction)
class SanctionAdmin(Moderated):
    """What moderators have decided, and the appeals; those that wait for an answer first."""

    fields = (
        *("id", "player", "kind", "handle", "reason", "made_at", "made_by", "until", "case"),
        *("appeal", "appealed_at", "answer", "answered_at", "answered_by", "lifted_at"),
    )
    readonly_fields = ("case",)
    list_display = ("player", "kind", "reason", "made_by", "made_at", "until", "appeal", "answer", "lifted_at")
    list_filter = ("kind", Appealed)
    list_select_related = ("player", "report")
    search_fields = ("player__handle",)
    ordering = ("-made_at",)
    actions = ("uphold", "lift")

    @admin.display(description="report")
    def case(self, row: Sanction) -> str:
        return (
            "–"
            if row.report_id is None
            else format_html('<a href="../../playerreport/{}/">{}</a>', row.report_id, row.report_id)
        )

    @admin.action(description="Answer the appeal: the decision stands", permissions=["decide"])
    def uphold(self, request: HttpRequest, rows: QuerySet[Sanction]) -> None:
        self.decide(request, rows, "Upheld", partial(_answer, False))

    @admin.action(description="Answer the appeal: lift the decision", permissions=["decide"])
    def lift(self, request: HttpRequest, rows: QuerySet[Sanction]) -> None:
        self.decide(request, rows, "Lifted", partial(_answer, True))


class ModeratorPlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """A login that exists, with a player."""

    class Meta:
        help_texts: ClassVar = {
            "login": "The name of an operator's login.",
            "player": "The id of a player as whom this moderator plays.",
        }

    def clean_login(self) -> str:
        name: str = self.cleaned_data["login"]
        if not User.objects.filter(username=name).exists():
            raise forms.ValidationError("There is no such login.")
        return name


@admin.register(ModeratorPlayer)
class ModeratorPlayerAdmin(NamedFilters):
    """Which players the moderators are: their logins decide nothing that concerns these."""

    form = ModeratorPlayerForm
    fields = ("login", "player")
    raw_id_fields = ("player",)
    list_display = ("login", "player")
    list_select_related = ("player",)
    search_fields = ("login", "player__handle")
    ordering = ("login",)


def _answer(is_lifted: bool, row: Sanction, by: str, reason: str) -> None:
    # Where there is one moderator nobody else can answer.
    is_alone = not User.objects.filter(is_active=True, is_staff=True).exclude(username=by).exists()
    moderation.answer(row, by=by, reason=reason, is_lifted=is_lifted, may_be_own=is_alone)
