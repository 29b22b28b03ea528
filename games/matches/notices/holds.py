"""Whether mail and webhooks go out: a restored copy would send again what the original has sent."""

import logging
from datetime import datetime

from django.db.models.functions import Now

from games.matches.models.notices import DROPPED, PENDING, AccountMail, Dispatch
from games.matches.models.service import Hold

log = logging.getLogger(__name__)

SENDING = "sending"


def hold() -> None:
    """From now on nothing goes out."""
    Hold.objects.update_or_create(what=SENDING, defaults={"since": Now()})


def since() -> datetime | None:
    """Since when nothing goes out; None where it does."""
    found = Hold.objects.filter(what=SENDING).first()
    return None if found is None else found.since


def is_held() -> bool:
    """Whether nothing may go out; the log says so each time."""
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
