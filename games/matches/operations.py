"""What operators may do to a match: quarantine it, and release it from quarantine."""

from events import store
from events.store import EMPTY
from games.matches import consumers
from games.matches.errors import MatchNotFound
from games.matches.models.service import Quarantine
from games.matches.stream import quarantine
from games.matches.stream.loading import load

BY_AN_OPERATOR = "by an operator"


def set_aside(match_id: str) -> None:
    """Let no seat move in a match, as after a failure of its rules engine; `MatchNotFound` when there is none."""
    # Its version alone: a match that cannot be folded can be set aside all the same.
    head = store.load(match_id).head
    if head == EMPTY:
        raise MatchNotFound
    quarantine.set_aside(match_id, head.version, BY_AN_OPERATOR)


def release(match_id: str) -> None:
    """Let a match go on that was set aside; its lists and its clock follow at once.

    Raises `MatchQuarantined` when its stream still cannot be folded, and then it stays where it is.
    """
    load(match_id)
    Quarantine.objects.filter(match_id=match_id).delete()
    # No event tells the projections of it, so they are told here.
    for project in consumers.PROJECTIONS.values():
        project(match_id, 0)
