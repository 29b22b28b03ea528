"""The consumers of every append: the projections, and the players' notices. Only the first can be computed anew."""

import logging
from collections.abc import Callable, Mapping

from events import outbox, snapshots, store
from games.matches.autoplay import deadlines
from games.matches.errors import RulesUnknown
from games.matches.lists import listings
from games.matches.notices import writer
from games.matches.stream.loading import keep_snapshot, recent

log = logging.getLogger(__name__)


def list_and_keep(match_id: str, version: int) -> None:
    """Bring the lists up to a match, and keep a snapshot of it where it has grown: it is at hand, and nobody waits."""
    listed = listings.project_listing(match_id, version)
    if listed is not None:
        keep_snapshot(listed.match)


PROJECTIONS: Mapping[str, Callable[[str, int], None]] = {
    listings.LISTINGS: list_and_keep,
    deadlines.DEADLINES: deadlines.project_deadline,
}
CONSUMERS: Mapping[str, Callable[[str, int], None]] = {**PROJECTIONS, writer.NOTICES: writer.tell}


def catch_up(consumer: str, *, limit: int = 200) -> int:
    """Work off what has been delivered to a consumer, of at most so many matches; how many matches that were."""
    if consumer == deadlines.DEADLINES:
        deadlines.forget_old_news()
    return outbox.deliver(consumer, CONSUMERS[consumer], limit=limit)


def rebuild() -> int:
    """Compute every row of every projection anew from the streams, and every snapshot; how many matches that were.

    A match whose rules only another node knows is left to it and logged: its rows stay as they are.
    """
    # From the events themselves, not from what was folded of them before.
    snapshots.drop_all()
    recent.clear()
    count = 0
    for match_id in store.matches():
        count += _rebuilt(match_id)
    return count


def _rebuilt(match_id: str) -> bool:
    try:
        for project in PROJECTIONS.values():
            project(match_id, 0)
    except RulesUnknown:
        log.error("match %s is left as it is listed, its rules are unknown here", match_id, extra={"match": match_id})
        return False
    return True
