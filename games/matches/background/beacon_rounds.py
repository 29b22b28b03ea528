"""Looks for the rounds of public beacons that matches wait for, at the relays that the operator has named.

A relay is not believed: a signature counts once it is the round's. One run at a time asks, in the courier's worker,
because others' servers may be slow.
"""

import logging
from datetime import timedelta
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.request import urlopen

import orjson
from django.conf import settings
from django.db import connection, transaction

from events import outages
from events.statements import fetch
from games.matches.autoplay import awaited_rounds
from games.matches.errors import MatchNotFound
from games.matches.lobby import fills
from games.matches.models.waiting import AwaitedRound
from games.matches.stream.loading import Loaded, load
from games.table.features.beacon.events import INVALID, UNREACHABLE
from games.table.state import OPEN
from games.verify import drand
from games.verify.drand import BeaconChain

log = logging.getLogger(__name__)

AT_ONCE = 50
# How long a relay has to answer, and how much of an answer is read.
SECONDS, MOST_BYTES = 2.0, 4_096
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


class Found(NamedTuple):
    """A round's signature, or why there is none."""

    signature: str = ""
    reason: str = ""


def look(*, limit: int = AT_ONCE) -> int:
    """Look for the rounds that are due, and let the matches begin whose round is there; how many waited."""
    known: dict[tuple[str, int], Found] = {}
    claimed = _claimed(limit)
    for match_id in claimed:
        try:
            _look(load(match_id), known)
        except MatchNotFound:
            # Its creation was cut short: a repeat may still complete it.
            continue
        except Exception as error:
            if outages.is_away(error):
                raise
            log.error("the beacon of match %s failed: %s", match_id, type(error).__name__, extra={"match": match_id})
    return len(claimed)


def forget() -> int:
    """Delete the rows of matches that are over, and of creations that were cut short; how many."""
    with connection.cursor() as cursor:
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


def _look(loaded: Loaded, known: dict[tuple[str, int], Found]) -> None:
    rows = AwaitedRound.objects.filter(match_id=loaded.match.id)
    beacon = loaded.match.table.beacon
    if loaded.match.table.status != OPEN or beacon is None:
        rows.delete()
        return
    wanted = beacon["chain"], beacon["round"]
    if wanted not in known:
        known[wanted] = _asked(*wanted)
    found = known[wanted]
    if not found.signature:
        log.warning("round %s of the beacon is %s", beacon["round"], found.reason, extra={"match": loaded.match.id})
        rows.update(reason=found.reason)
        return
    rows.update(signature=found.signature, look_at=None)
    fills.run_out(loaded.match.id)


def _asked(chain_hash: str, number: int) -> Found:
    """The answer of the first relay that has the round."""
    chain = next((one for one in awaited_rounds.chains() if one.hash == chain_hash), None)
    reason = UNREACHABLE
    for relay in settings.BEACON_URLS if chain is not None else ():
        assert chain is not None
        try:
            signature = _ask(relay, chain, number)
        except (OSError, HTTPException):
            continue
        except ValueError:
            signature = ""
        if drand.holds(chain, number, signature):
            return Found(signature=signature)
        reason = INVALID
    return Found(reason=reason)


def _ask(relay: str, chain: BeaconChain, number: int) -> str:
    # The operator names the relays, by http or https: the settings see to that.
    with urlopen(f"{relay}/{chain.hash}/public/{number}", timeout=SECONDS) as answer:  # noqa: S310
        told: Any = orjson.loads(answer.read(MOST_BYTES))
    signature = told.get("signature") if isinstance(told, dict) else None
    return signature if isinstance(signature, str) else ""
