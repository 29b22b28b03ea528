"""The operators' log-in: only so many wrong passwords for one account, and from one address."""

from datetime import timedelta
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from games.matches.models.service import LogInAttempt

WINDOW = timedelta(minutes=15)
MOST_OF_ACCOUNT, MOST_OF_ADDRESS = 5, 20


class LogIn(AdminAuthenticationForm):
    """The admin's own form; where too many attempts have failed, no password is looked at."""

    def clean(self) -> dict[str, Any]:
        account = _key("account", str(self.cleaned_data.get("username", "")).casefold())
        address = _key("address", self.request.META.get("REMOTE_ADDR", "") if self.request else "")
        # Written first, and taken back when it succeeds: of many attempts at once none is missed.
        mine = LogInAttempt.objects.bulk_create([_attempt(account), _attempt(address)])
        this = LogInAttempt.objects.filter(id__in=[row.id for row in mine])
        if _lately(account) > MOST_OF_ACCOUNT or _lately(address) > MOST_OF_ADDRESS:
            this.delete()
            raise ValidationError("Too many attempts have failed; wait a quarter of an hour.", code="too_many_attempts")
        cleaned: dict[str, Any] = super().clean()
        this.delete()
        LogInAttempt.objects.filter(who=account).delete()
        # Nobody else may: the roles of web and workers have no rights on the sessions.
        SessionStore.clear_expired()
        return cleaned


def _attempt(who: str) -> LogInAttempt:
    return LogInAttempt(who=who, at=Now())


def _lately(who: str) -> int:
    LogInAttempt.objects.filter(at__lt=Now() - WINDOW).delete()
    return LogInAttempt.objects.filter(who=who).count()


def _key(kind: str, text: str) -> str:
    # Some people type their password in the place of their name.
    return salted_hmac(f"tabularium.log_in.{kind}", text, algorithm="sha256").hexdigest()[:32]
