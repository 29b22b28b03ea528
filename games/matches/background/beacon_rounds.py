"""Looks for the rounds of public beacons that matches wait for, at the relays that the operator has named.

A relay is not believed: a signature counts once it is the round's. One run at a time asks, in the courier's worker,
because others' servers may be slow.
"""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from http.client import HTTPException
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction

from events import outages
from events.sharding import is_distributed
from events.statements import fetch
from events.store import last_events
from games.matches.autoplay import awaited_rounds
from games.matches.background import drand_relays
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.lobby import fills
from games.matches.models.waiting import AwaitedRound
from games.matches.stream.loading import Loaded, load
from games.table.features.beacon.events import INVALID, UNREACHABLE
from games.table.state import OPEN
from games.verify import drand

log = logging.getLogger(__name__)

AT_ONCE = 50
# A run begins no other match after so long: the courier's threads have more to do.
TURN_SECONDS = 10.0
now = time.monotonic
# One thread of a process asks at a time, or relays that hang would hold all threads of the courier.
_asking = threading.Lock()
# A round that is not there is looked for again after so long, twice as long each time, up to the last.
FIRST_AGAIN, LAST_AGAIN = timedelta(seconds=1), timedelta(minutes=1)
# Beyond this no wait is longer.
MOST_DOUBLINGS = 10

# Who runs at the same time finds nothing: the row is due again only once its next look has come.
CLAIM = """
UPDATE matches_awaitedround SET attempts = attempts + 1,
    look_at = statement_timestamp()
        + least(%(first)s * 2 ^ least(attempts, %(doublings)s), %(last)s) * interval '1 second'
 WHERE match_id = ANY(ARRAY(SELECT match_id FROM matches_awaitedround WHERE look_at <= statement_timestamp()
    ORDER BY look_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
RETURNING match_id::text
"""
# A creation that was cut short is looked for so often.
VAIN = 100
FORGET = """
DELETE FROM matches_awaitedround AS row
 WHERE EXISTS (SELECT FROM matches_listing WHERE match_id = row.match_id AND status <> 'open')
    OR attempts > %(vain)s AND NOT EXISTS (SELECT FROM match_head WHERE match_id = row.match_id)
"""
# The same where heads lie on other nodes: asked for before, of those that have been looked for so often.
IN_VAIN = "SELECT match_id::text FROM matches_awaitedround WHERE attempts > %s"
FORGET_APART = """
DELETE FROM matches_awaitedround AS row
 WHERE EXISTS (SELECT FROM matches_listing WHERE match_id = row.match_id AND status <> 'open')
    OR match_id = ANY(%(missing)s::uuid[])
"""


# What a run had no time for is due as before.
GIVE_BACK = """
UPDATE matches_awaitedround SET look_at = statement_timestamp(), attempts = attempts - 1
 WHERE match_id = ANY(%s::uuid[])
"""


class Found(NamedTuple):
    """A round's signature, or why there is none."""

    signature: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Run:
    """What one run has found by chain and round, and the relays that did not answer in it: it asks them no more."""

    found: dict[tuple[str, int], Found] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)


def look(*, limit: int = AT_ONCE) -> int:
    """Look for the rounds that are due, and let the matches begin whose round is there; how many waited."""
    if not _asking.acquire(blocking=False):
        return 0
    try:
        return _looked(_claimed(limit))
    finally:
        _asking.release()


def _looked(claimed: Sequence[str]) -> int:
    run, until = Run(), now() + TURN_SECONDS
    for place, match_id in enumerate(claimed):
        if place and now() >= until:
            with connection.cursor() as cursor:
                cursor.execute(GIVE_BACK, [list(claimed[place:])])
            return place
        try:
            _look(load(match_id), run)
        except MatchNotFound:
            # Its creation was cut short: a repeat may still complete it.
            continue
        except MatchQuarantined:
            # Whoever lifts it has its clocks looked at.
            AwaitedRound.objects.filter(match_id=match_id).exclude(signature="").update(look_at=None)
        except Exception as error:
            if outages.is_away(error):
                raise
            log.error("the beacon of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
    return len(claimed)


def forget() -> int:
    """Delete the rows of matches that are over, and of creations that were cut short; how many."""
    with connection.cursor() as cursor:
        if is_distributed():
            cursor.execute(IN_VAIN, [VAIN])
            vain = {match for (match,) in cursor.fetchall()}
            cursor.execute(FORGET_APART, {"missing": list(vain - last_events(list(vain)).keys())})
        else:
            cursor.execute(FORGET, {"vain": VAIN})
        return int(cursor.rowcount)


def _claimed(limit: int) -> list[str]:
    values = {
        "first": FIRST_AGAIN.total_seconds(),
        "last": LAST_AGAIN.total_seconds(),
        "doublings": MOST_DOUBLINGS,
        "limit": limit,
    }
    with transaction.atomic():
        return [match_id for (match_id,) in fetch(CLAIM, values)]


def _look(loaded: Loaded, run: Run) -> None:
    rows = AwaitedRound.objects.filter(match_id=loaded.match.id)
    beacon, row = loaded.match.table.beacon, rows.first()
    if loaded.match.table.status != OPEN or beacon is None or row is None:
        rows.delete()
        return
    if not row.signature:
        found = _asked(beacon["chain"], beacon["round"], run)
        if not found.signature:
            log.warning("round %s of the beacon is %s", beacon["round"], found.reason, extra={"match": loaded.match.id})
            rows.update(reason=found.reason)
            return
        rows.update(signature=found.signature)
    fills.run_out(loaded.match.id)
    # Not before: should this worker die here, another one lets the match begin.
    rows.update(look_at=None)


def _asked(chain_hash: str, number: int, run: Run) -> Found:
    """The answer of the first relay that has the round, once in a run."""
    wanted = chain_hash, number
    if wanted not in run.found:
        run.found[wanted] = _ask(chain_hash, number, run.silent)
    return run.found[wanted]


def _ask(chain_hash: str, number: int, silent: set[str]) -> Found:
    chain = drand.named(chain_hash, awaited_rounds.chains())
    reason = UNREACHABLE
    for relay in settings.BEACON_URLS if chain is not None else ():
        assert chain is not None
        if relay in silent:
            continue
        try:
            signature = drand_relays.signature_of(relay, chain_hash, number)
        except (OSError, HTTPException):
            silent.add(relay)
            continue
        if signature is None:
            continue
        if drand.holds(chain, number, signature):
            return Found(signature=signature)
        reason = INVALID
    return Found(reason=reason)
