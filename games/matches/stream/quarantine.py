"""Matches whose rules engine failed: set aside, told to operators, never appended to."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from games.core.errors import RuleBroken
from games.matches.errors import MatchQuarantined
from games.matches.models.service import BotTurn, Deadline, Listing, Quarantine

log = logging.getLogger(__name__)


@contextmanager
def guard(match_id: str, version: int) -> Iterator[None]:
    """Around everything a kernel computes for a match: what it raises, but for `RuleBroken`, sets the match aside."""
    try:
        yield
    except RuleBroken:
        raise
    except Exception as error:
        # The message of an engine's error may quote a secret; its type and the place in the code do not.
        set_aside(match_id, version, _place(error))
        raise MatchQuarantined from None


def is_quarantined(match_id: str) -> bool:
    """Whether operators must look at this match before it can go on."""
    return Quarantine.objects.filter(match_id=match_id).exists()


def set_aside(match_id: str, version: int, error: str) -> None:
    """Let nothing more be appended to the match; `error` says why, without a secret."""
    Quarantine.objects.get_or_create(match_id=match_id, defaults={"version": version, "error": error})
    # No event tells the projections of it, so they are told here.
    Listing.objects.filter(match_id=match_id).update(status="quarantined")
    Deadline.objects.filter(match_id=match_id).delete()
    BotTurn.objects.filter(match_id=match_id).delete()
    known = {"match": match_id, "version": version}
    log.error("match %s quarantined at version %s: %s", match_id, version, error, extra=known)


def _place(error: Exception) -> str:
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    where = f" in {step.tb_frame.f_code.co_qualname}:{step.tb_lineno}" if step else ""
    return f"{type(error).__name__}{where}"[:200]
