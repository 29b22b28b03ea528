"""What operators may do to a match: let it go on after a quarantine."""

from games.matches import projections
from games.matches.match import load
from games.matches.models import Quarantine


def release(match_id: str) -> None:
    """Let a match go on that was set aside; its lists and its clock follow at once.

    Raises `MatchQuarantined` when its stream still cannot be folded, and then it stays where it is.
    """
    load(match_id)
    Quarantine.objects.filter(match_id=match_id).delete()
    # No event tells the projections of it, so they are told here.
    for project in projections.CONSUMERS.values():
        project(match_id, 0)
