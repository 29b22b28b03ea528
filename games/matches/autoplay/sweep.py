"""The sweeps for what is due: rows in PostgreSQL, claimed in small batches, so that several workers can sweep.

One plays clocks, another the turns of bots; neither reads the other's rows or waits for its claims.
"""

import logging
import time
from collections.abc import Callable, Sequence

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection

from events import outages
from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import MatchNotFound, RulesUnknown
from games.matches.stream.cache import Recent
from games.matches.stream.loading import Loaded

log = logging.getLogger(__name__)

# So many matches are claimed at a time, for so long: a worker that dies over them is followed by another.
BATCH = 20
CLAIM_SECONDS = 5
# One sweep ends after so many batches, or begins none after so long, so that other work gets its turn.
BATCHES = 10
TURN_SECONDS = 1.0
# So long the turns of one batch are played; the rest is given back then, lest a turn that somebody waits for come after
# twenty picks of bots that think.
MOMENT_SECONDS = 0.1

# So long this process leaves a match alone whose rules it does not know: others are to have it.
LEAVE_SECONDS = 30.0
now = time.monotonic
# Until when it leaves which match alone.
unknown: Recent[float] = Recent(most=1000)

# A row that another worker is claiming at this moment is left to it. The time is the statement's, because an index is
# of no use to a condition whose other side may change from row to row, as `clock_timestamp()` does. It is an array,
# because a join with twenty rows may be made by reading all.
CLAIM = """
WITH claimed AS (
UPDATE {table} SET claimed_until = statement_timestamp() + %(seconds)s * interval '1 second'
 WHERE match_id = ANY(ARRAY(
    SELECT match_id FROM {table}
     WHERE due_at <= statement_timestamp() AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
       AND match_id <> ALL(%(but)s::uuid[]){only}
     ORDER BY {order} LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
RETURNING *)
SELECT match_id FROM claimed ORDER BY {order}
"""
# Longest overdue first; of bots, those that a person may be waiting for before those that play by themselves, and in
# batches of their own, so that several bots' turns in a person's match follow each other.
CLOCKS = CLAIM.format(table="matches_deadline", order="due_at", only="")
TURNS = CLAIM.format(table="matches_botturn", order="attended DESC, due_at", only="")
AWAITED = CLAIM.format(table="matches_botturn", order="attended DESC, due_at", only=" AND attended")

LEAVE = "UPDATE matches_deadline SET claimed_until = NULL WHERE match_id = %(match)s::uuid"
LEAVE_TURN = "UPDATE matches_botturn SET claimed_until = NULL WHERE match_id = %(match)s::uuid"
GIVE_BACK = "UPDATE matches_botturn SET claimed_until = NULL WHERE match_id = ANY(%(matches)s::uuid[])"


def clocks(match_id: str) -> Loaded:
    """Play for the clocks of one match that have run out."""
    return timeouts.run_out(match_id)


def sweep(play: Callable[[str], Loaded] = clocks) -> int:
    """Play what is due by the rows of clocks, and note when more is; in how many matches. None delays another."""
    done = 0
    for _ in range(BATCHES):
        claimed = _claim()
        done += sum(_noted(play, match_id) for match_id in claimed)
        if len(claimed) < BATCH:
            break
    return done


def play_turns() -> int:
    """Play for bots, autopilots and standing orders, a turn in each match, and on until no turn is left; how many."""
    until, done = now() + TURN_SECONDS, 0
    while now() < until and (claimed := _claim(AWAITED) or _claim(TURNS)):
        done += _play_for_a_moment(claimed)
    return done


def _play_for_a_moment(claimed: Sequence[str]) -> int:
    """Turns in these matches, one at least; by the next claim what somebody has come to wait for goes first."""
    until, done = now() + MOMENT_SECONDS, 0
    for place, match_id in enumerate(claimed):
        if place and now() >= until:
            with connection.cursor() as cursor:
                cursor.execute(GIVE_BACK, {"matches": [*claimed[place:]]})
            break
        done += _noted(timeouts.play_turn, match_id)
    return done


def _noted(play: Callable[[str], Loaded], match_id: str) -> bool:
    try:
        deadlines.put_deadlines([play(match_id)])
    except MatchNotFound:
        return False
    except RulesUnknown:
        _leave_to_others(match_id)
        return False
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if outages.is_away(error):
            raise
        # The message may quote what a seat has chosen.
        log.error("the clock of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
        return False
    return True


def _left() -> list[str]:
    moment = now()
    return [match_id for match_id, until in unknown.items() if until > moment]


def _leave_to_others(match_id: str) -> None:
    """Give the claims back at once: only a node that knows the rules can play what is due."""
    unknown.put(match_id, now() + LEAVE_SECONDS)
    log.error("match %s is left to a node that knows its rules", match_id, extra={"match": match_id})
    with connection.cursor() as cursor:
        cursor.execute(LEAVE, {"match": match_id})
        cursor.execute(LEAVE_TURN, {"match": match_id})


def _claim(statement: str = CLOCKS) -> Sequence[str]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {"seconds": CLAIM_SECONDS, "limit": BATCH, "but": _left()})
        return [str(match_id) for (match_id,) in cursor.fetchall()]
