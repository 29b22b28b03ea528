"""The operators' log-in: only so many wrong passwords for one account and from one address, but for known browsers.

Whoever reaches these pages could otherwise keep every operator out. A browser in which an operator has logged in before
holds a mark (`games/matches/accounts/marks.py`) and is counted by itself.
"""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.matches.accounts import marks
from games.matches.accounts.marks import OPERATOR
from games.matches.models.service import LogInAttempt

WINDOW = timedelta(minutes=15)
# Of strangers: for one account from one address, for all accounts from one, for one account from anywhere. And of a
# known browser.
MOST_OF_ACCOUNT, MOST_OF_ADDRESS, MOST_ANYWHERE, MOST_OF_KNOWN = 5, 20, 50, 10
COOKIE = "tabularium_operator_known"
SECONDS = 400 * 24 * 3600


class LogIn(AdminAuthenticationForm):
    """The admin's own form; where too many attempts have failed, no password is looked at."""

    def clean(self) -> dict[str, Any]:
        name = str(self.cleaned_data.get("username", ""))
        bounds = self._bounds(name)
        # Written first, and taken back when it succeeds: of many attempts at once none is missed.
        mine = LogInAttempt.objects.bulk_create([_attempt(who) for who in bounds])
        this = LogInAttempt.objects.filter(id__in=[row.id for row in mine])
        if any(_lately(who) > most for who, most in bounds.items()):
            this.delete()
            raise ValidationError("Too many attempts have failed; wait a quarter of an hour.", code="too_many_attempts")
        cleaned: dict[str, Any] = super().clean()
        this.delete()
        # Of an address that knows the password, or of a known browser: what others have guessed goes on to count.
        LogInAttempt.objects.filter(who=next(iter(bounds))).delete()
        # Nobody else may: the roles of web and workers have no rights on the sessions.
        SessionStore.clear_expired()
        return cleaned

    def _bounds(self, name: str) -> dict[str, int]:
        """Under which names this attempt is counted, and how many of late may have failed; the caller's own first."""
        mark = self.request.COOKIES.get(COOKIE, "") if self.request else ""
        if mark and _is_known(mark, name):
            return {_key("known", mark): MOST_OF_KNOWN}
        account, address = name.casefold(), self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        return {
            _key("account", f"{account}\0{address}"): MOST_OF_ACCOUNT,
            _key("address", address): MOST_OF_ADDRESS,
            _key("anywhere", account): MOST_ANYWHERE,
        }


def page(request: HttpRequest) -> HttpResponse:
    """The admin's own page, and after a log-in the browser is known."""
    response = admin.site.login(request)
    if request.method == "POST" and isinstance(request.user, User):
        mark = request.COOKIES.get(COOKIE, "")
        if not _fits(mark, request.user):
            mark = marks.new_mark(OPERATOR, str(request.user.pk), request.user.password)
        # As the session's: these pages are served without TLS, on the loopback address.
        response.set_cookie(COOKIE, mark, max_age=SECONDS, httponly=True, samesite="Strict")
    return response


def _is_known(mark: str, name: str) -> bool:
    user = User.objects.filter(username=name).first()
    return user is not None and _fits(mark, user)


def _fits(mark: str, user: User) -> bool:
    return marks.fits(OPERATOR, mark, str(user.pk), user.password)


def _attempt(who: str) -> LogInAttempt:
    return LogInAttempt(who=who, at=Now())


def _lately(who: str) -> int:
    LogInAttempt.objects.filter(at__lt=Now() - WINDOW).delete()
    return LogInAttempt.objects.filter(who=who).count()


def _key(kind: str, text: str) -> str:
    # Some people type their password in the place of their name.
    return salted_hmac(f"tabularium.log_in.{kind}", text, algorithm="sha256").hexdigest()[:32]
