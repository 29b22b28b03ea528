"""The consumers of every append: the projections, and the players' notices. Only the first can be computed anew."""

import logging
from collections.abc import Callable, Collection, Mapping

from events import outbox, snapshots, store
from games.matches.autoplay import deadlines
from games.matches.errors import RulesUnknown
from games.matches.lists import listings
from games.matches.notices import writer
from games.matches.stream.loading import keep_snapshots, recent

log = logging.getLogger(__name__)


# Takes the matches that have news.
Consumer = Callable[[Collection[str]], None]

# So many matches share a transaction and its statements; each holds a lock of the server until then.
AT_ONCE = 25


def list_and_keep(match_ids: Collection[str]) -> None:
    """Bring the lists up to matches, and keep a snapshot of each that has grown: it is at hand, and nobody waits."""
    keep_snapshots(listed.match for listed in listings.project_listings(match_ids))


PROJECTIONS: Mapping[str, Consumer] = {
    listings.LISTINGS: list_and_keep,
    deadlines.DEADLINES: deadlines.project_deadlines,
}
CONSUMERS: Mapping[str, Consumer] = {**PROJECTIONS, writer.NOTICES: writer.tell}


def catch_up(consumer: str, *, limit: int = 200) -> int:
    """Work off what has been delivered to a consumer, of at most so many matches; how many matches that were."""
    if consumer == deadlines.DEADLINES:
        deadlines.forget_old_news()
    consume = CONSUMERS[consumer]
    return outbox.deliver_together(consumer, lambda news: consume(list(news)), limit=limit, at_once=AT_ONCE)


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
            project([match_id])
    except RulesUnknown:
        log.error("match %s is left as it is listed, its rules are unknown here", match_id, extra={"match": match_id})
        return False
    return True
