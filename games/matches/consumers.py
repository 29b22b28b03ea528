"""The consumers of every append: the projections, and the players' notices. Only the first can be computed anew."""

from collections.abc import Callable, Mapping

from events import snapshots, store
from games.matches.autoplay import deadlines
from games.matches.lists import listings
from games.matches.notices import writer
from games.matches.stream.loading import recent

PROJECTIONS: Mapping[str, Callable[[str, int], None]] = {
    listings.LISTINGS: listings.project_listing,
    deadlines.DEADLINES: deadlines.project_deadline,
}
CONSUMERS: Mapping[str, Callable[[str, int], None]] = {**PROJECTIONS, writer.NOTICES: writer.tell}


def rebuild() -> int:
    """Compute every row of every projection anew from the streams; how many matches there are."""
    # From the events themselves, not from what was folded of them before.
    snapshots.drop_all()
    recent.clear()
    count = 0
    for match_id in store.matches():
        for project in PROJECTIONS.values():
            project(match_id, 0)
        count += 1
    return count
