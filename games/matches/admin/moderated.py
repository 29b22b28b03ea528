"""What the operators' pages share on which moderators decide: an action asks for a reason, and stands in the log."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from games.matches.admin.base import ModelAdmin, ReadOnly
from games.matches.talk.moderation import Decided, OwnMatter

MOST_CHARACTERS = 500

Decide = Callable[[Any, str, str], None]


class ReasonForm(ActionForm):
    """The choice of an action, with the reason for it."""

    reason = forms.CharField(
        required=False, max_length=MOST_CHARACTERS, widget=forms.TextInput(attrs={"size": 30, "placeholder": "reason"})
    )


class Moderated(ReadOnly):
    """Rows about which a moderator decides, each by an action with a reason."""

    action_form = ReasonForm

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return ModelAdmin.has_change_permission(self, request)

    def decide(self, request: HttpRequest, rows: QuerySet[Any], what: str, act: Decide) -> None:
        """Decide about each row, and tell the moderator what came of it."""
        reason = request.POST.get("reason", "").strip()
        if not reason or len(reason) > MOST_CHARACTERS:
            text = f"Nothing was done: give a reason of {MOST_CHARACTERS} characters at most."
            return self.message_user(request, text, messages.ERROR)
        by = request.user.get_username()
        for row in rows:
            try:
                # Together, so that nothing is decided without a moderator's name in the log.
                with transaction.atomic():
                    act(row, by, reason)
                    self.log_change(request, row, f"{what}: {reason}")
            except OwnMatter:
                self.message_user(request, f"{row} concerns yourself: leave it to another moderator.", messages.ERROR)
            except Decided:
                self.message_user(request, f"{row} was decided already.", messages.WARNING)
            else:
                self.message_user(request, f"{row}: {what.lower()}.")
        return None
