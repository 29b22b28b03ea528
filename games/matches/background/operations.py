"""What operators may do to a match, and what is done for them at night: quarantine it, release it from quarantine."""

from collections.abc import Sequence

from django.db import transaction

from events import store
from events.store import EMPTY
from games.matches.audit import audits
from games.matches.autoplay import rehearsal
from games.matches.background import consumers
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models.service import PastQuarantine, Quarantine
from games.matches.stream import quarantine
from games.matches.stream.loading import load

BY_AN_OPERATOR = "by an operator"
BY_THE_RECHECK = "by the recheck at night"
# A match that has failed again after so many of them waits for an operator: its failure is none that a recheck finds.
MOST_RECHECKS = 3


def set_aside(match_id: str) -> None:
    """Let no seat move in a match, as after a failure of its rules engine; `MatchNotFound` when there is none."""
    # Its version alone: a match that cannot be folded can be set aside all the same.
    head = store.load(match_id, after=store.NO_END).head
    if head == EMPTY:
        raise MatchNotFound
    quarantine.set_aside(match_id, head.version, BY_AN_OPERATOR)


def release(match_id: str, *, by: str = BY_AN_OPERATOR) -> None:
    """Let a match go on that was set aside; its lists and its clock follow at once.

    Raises `MatchQuarantined` when its stream still cannot be folded, and then it stays where it is.
    """
    load(match_id)
    _lift(match_id, by)
    # No event tells the projections of it, so they are told here.
    for project in consumers.PROJECTIONS.values():
        project([match_id])


def to_recheck() -> Sequence[str]:
    """The matches that their rules engine set aside, the first of them first."""
    rows = Quarantine.objects.exclude(error=BY_AN_OPERATOR).order_by("created_at")
    return [str(match_id) for match_id in rows.values_list("match_id", flat=True)]


def recheck(match_id: str) -> bool:
    """Release a match that fails neither its audit nor its rehearsal any more; whether it goes on."""
    if PastQuarantine.objects.filter(match_id=match_id, lifted_by=BY_THE_RECHECK).count() >= MOST_RECHECKS:
        return False
    if audits.examine(match_id).failed:
        return False
    try:
        rehearsal.rehearse(load(match_id))
        release(match_id, by=BY_THE_RECHECK)
    except MatchQuarantined:
        return False
    return True


def _lift(match_id: str, by: str) -> None:
    with transaction.atomic():
        rows = Quarantine.objects.filter(match_id=match_id)
        if (row := rows.select_for_update().values().first()) is not None:
            PastQuarantine.objects.create(**row, lifted_by=by)
            rows.delete()
