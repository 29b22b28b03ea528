"""Holds all mail and webhooks: a restored copy would send again what the original has sent."""

import logging
from datetime import datetime

from django.db.models.functions import Now

from games.matches.models.notices import DROPPED, PENDING, AccountMail, Dispatch
from games.matches.models.service import Hold

log = logging.getLogger(__name__)

SENDING = "sending"


def hold() -> None:
    """Send nothing from now on."""
    Hold.objects.update_or_create(what=SENDING, defaults={"since": Now()})


def since() -> datetime | None:
    """The start of the hold; None if there is none."""
    found = Hold.objects.filter(what=SENDING).first()
    return None if found is None else found.since


def is_held() -> bool:
    """Whether sending is on hold; logs it each time."""
    found = since()
    if found is not None:
        log.warning("nothing is sent since %s: resume_sending lets it go", found.isoformat(timespec="seconds"))
    return found is not None


def resume(*, forget: bool) -> int:
    """Let everything go out again; how much of what was there before the hold is forgotten, all of it with `forget`."""
    found, count = since(), 0
    if found is not None and forget:
        old = Dispatch.objects.filter(state=PENDING, created_at__lt=found)
        count += old.update(state=DROPPED, done_at=Now(), last_error="restored")
        unsent, _ = AccountMail.objects.filter(sent_at=None, created_at__lt=found).delete()
        count += unsent
    Hold.objects.filter(what=SENDING).delete()
    return count
