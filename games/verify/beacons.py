"""Checks the beacon of a match: the chain, the round, its time and its signature.

The order of events is checked by the table's rules (`games/table/features/beacon/rule.py`).
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from games.table.claims import Broken, need
from games.table.events import MatchStarted
from games.table.features.beacon.events import BeaconMissed
from games.table.standing import time_of
from games.verify import drand
from games.verify.drand import BeaconChain
from games.verify.match_file import Entry
from games.verify.report import CHANCE, Flaw

# A round that is not there so long after its time may be missed.
PATIENCE = timedelta(seconds=60)


def check(entries: Sequence[Entry], chains: Sequence[BeaconChain] = drand.KNOWN) -> str | Flaw:
    """Return what the report says about a match's beacon (empty if it has none), and the flaw if the beacon is wrong.

    The shapes of the events have been checked before. `chains` are the chains whose keys are known.
    """
    named = entries[0].envelope["data"].get("beacon") if entries else None
    if named is None:
        return ""
    version = 1
    try:
        chain = drand.named(named["chain"], chains)
        need(chain is not None, f"the beacon's chain {named['chain']} is not known here")
        assert chain is not None
        out_at = drand.time_of(chain, named["round"])
        need(out_at > time_of(entries[0].envelope), "the beacon's round was out before the match was created")
        told = f"round {named['round']} of {chain.name}, not asked for yet"
        for version, entry in enumerate(entries, 1):  # noqa: B007, told where it breaks
            if entry.envelope["type"] == BeaconMissed.type:
                need(time_of(entry.envelope) >= out_at + PATIENCE, "the beacon's round was missed before its time")
                told = f"round {named['round']} of {chain.name} missed ({entry.envelope['data']['reason']})"
            elif entry.envelope["type"] == MatchStarted.type:
                return _started(chain, named, entry.envelope, told)
    except (OverflowError, OSError):
        return Flaw(check=CHANCE, version=1, reason="the beacon has no such round")
    except Broken as broken:
        return Flaw(check=CHANCE, version=version, reason=broken.reason)
    return told


def _started(chain: BeaconChain, named: Mapping[str, Any], envelope: Mapping[str, Any], told: str) -> str:
    signature = envelope["data"].get("beacon")
    if signature is None:
        return f"{told}: the service alone knew what would be drawn"
    need(time_of(envelope) >= drand.time_of(chain, named["round"]), "the match began before the beacon's round was out")
    need(drand.holds(chain, named["round"], signature), "the signature is not that of the beacon's round")
    return f"round {named['round']} of {chain.name}"
