"""The consumers of every append: the projections, and the players' notices. Only the first can be computed anew."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence

from django.db import transaction

from events import outages, outbox, snapshots
from games.matches.autoplay import deadlines
from games.matches.concurrency.walk import Walk
from games.matches.counts import counting
from games.matches.cups import rounds
from games.matches.errors import RulesUnknown, Unavailable
from games.matches.heads import log_writing
from games.matches.lists import listings, paces
from games.matches.notices import writer
from games.matches.ratings import finishes
from games.matches.stream.loading import keep_snapshots, recent
from games.matches.stream.snapshots import CODE

log = logging.getLogger(__name__)


# Takes the matches that have news.
Consumer = Callable[[Collection[str]], None]

# So many matches share a transaction and its statements; each holds a lock of the server until then.
AT_ONCE = 25


def list_and_keep(match_ids: Collection[str]) -> None:
    """Bring the lists up to matches, and note of those that have ended what ratings and records are made of.

    And keep a snapshot of each that has grown: it is at hand, and nobody waits.
    """
    listed = listings.project_listings(match_ids)
    finishes.note(listed)
    paces.note(listed)
    counting.note(listed)
    log_writing.note(listed)
    rounds.note([one.match.id for one in listed if one.match.is_over])
    keep_snapshots(one.match for one in listed)


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


REBUILT, LEFT, FAILED = "projected", "left", "failed"


def rebuild(match_ids: Sequence[str]) -> list[tuple[str, str]]:
    """Compute every row of every projection anew from these matches' streams, and every snapshot; `REBUILT` each.

    A match whose rules only another node knows is `LEFT` to it, and one that cannot be read or folded has `FAILED`;
    their rows stay as they are. The service may append and project meanwhile: no row goes back to an older version.
    """
    # From the events themselves, not from what was folded of them before.
    recent.clear()
    return [one for first in range(0, len(match_ids), AT_ONCE) for one in _rebuilt(match_ids[first : first + AT_ONCE])]


def rebuilding(*, processes: int = 1, anew: bool = False) -> Walk:
    """A walk that rebuilds all matches."""
    return Walk("rebuild", rebuild, code=CODE, processes=processes, anew=anew)


def _rebuilt(match_ids: Sequence[str]) -> list[tuple[str, str]]:
    try:
        _project(match_ids)
    except Exception as error:
        # Those say nothing about a match.
        if outages.is_passing(error) or (isinstance(error, Unavailable) and not isinstance(error, RulesUnknown)):
            raise
        if len(match_ids) > 1:
            return [one for match_id in match_ids for one in _rebuilt([match_id])]
        (match_id,) = match_ids
        # The message may quote what is sealed.
        log.error("match %s stays as it is listed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return [(match_id, LEFT if isinstance(error, RulesUnknown) else FAILED)]
    # What cannot be folded is passed over by each projection.
    return [(match_id, REBUILT if recent.get(match_id) else FAILED) for match_id in match_ids]


@transaction.atomic
def _project(match_ids: Sequence[str]) -> None:
    snapshots.drop(match_ids)
    for project in PROJECTIONS.values():
        project(match_ids)
