"""The result of a table whose time is up: bots play its match on in thought. The match itself stays as it is."""

import logging
from dataclasses import replace

from celery.exceptions import SoftTimeLimitExceeded

from events import outages
from games.core.bots import EASY, STEADY
from games.core.definition import Outcome
from games.cups import cup_events
from games.cups.running import PlayedTable
from games.matches.autoplay import bots
from games.matches.cups import results
from games.matches.cups.results import FoundResult
from games.matches.ratings import finishes
from games.matches.stream.decisions import decide
from games.matches.stream.loading import Loaded, load
from games.table.events import CLOCK
from games.table.state import ACTIVE

log = logging.getLogger(__name__)

# So many moves bots think about; from then on the default moves are made, and after so many there is no result.
THOUGHT, MOST = 300, 5_000


def result(table: PlayedTable) -> FoundResult:
    """Who comes in where if bots play on for all from here; who has left comes in after all who stayed.

    Where the match never began, or its rules fail, nobody has played: all are level.
    """
    assert table.match is not None
    try:
        loaded = load(table.match)
        if loaded.match.table.status != ACTIVE:
            return results.nobody(table)
        outcome = _played_on(loaded)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        log.error("the match %s of a cup cannot be played on: %s", table.match, type(error).__name__)
        return results.nobody(table)
    if outcome is None:
        return results.nobody(table)
    ranking = list(finishes.in_order(outcome.ranking, finishes.left_early(loaded.match)))
    return FoundResult(ranking=results.of_entrants(table, ranking), by=cup_events.BY_AUTOPILOT)


def _played_on(loaded: Loaded) -> Outcome | None:
    for number in range(MOST):
        match = loaded.match
        seat = min(match.prompts)
        prompt = match.prompts[seat]
        move = bots.pick(match, prompt, bot=EASY if number < THOUGHT else STEADY)
        plan = decide(loaded, seat, move, by=CLOCK, body=bots.body_of(prompt, move))
        assert plan.after is not None
        loaded = replace(loaded, match=plan.after)
        if plan.after.table.outcome is not None:
            told = plan.after.table.outcome
            return Outcome(reason=told["reason"], ranking=tuple(map(tuple, told["ranking"])), winners=())
    return None
