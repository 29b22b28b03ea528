"""Rounds of a public beacon that matches wait for before they begin (docs/proving.md, "A beacon in the seed").

A match names its round in event 1, when nobody can know it yet. A row says that it waits; once the round is out the
task of `background/beacon_rounds.py` writes its signature there, and whoever starts the match next takes it from there.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

from events.format.chain import timestamp
from games.matches.errors import BeaconAwaited
from games.matches.models.matches import Lobby
from games.matches.models.waiting import AwaitedRound
from games.matches.stream.loading import Loaded
from games.table.events import BeaconData
from games.table.features.beacon.events import GO_ON, UNREACHABLE, BeaconMissed
from games.table.features.beacon.rule import goes_without
from games.table.state import OPEN
from games.verify import drand
from games.verify.beacons import PATIENCE
from games.verify.drand import BeaconChain

# The answer to the creation, with the hash of event 1, is with the caller before the round is out.
LEAD = timedelta(seconds=3)
# A round that could not be had may be there now.
AGAIN_SECONDS = 10


class AtHand(NamedTuple):
    """What goes into the chance of a match that begins now: a signature, or that it was missed, or neither."""

    signature: str | None = None
    missed: BeaconMissed | None = None


@cache
def _read(files: tuple[str, ...]) -> tuple[BeaconChain, ...]:
    return tuple(drand.read_chain(Path(file).read_text()) for file in files)


def chains() -> Sequence[BeaconChain]:
    """The chains whose rounds are believed: those of `BEACON_CHAINS`, and those that everybody knows."""
    return (*_read(tuple(settings.BEACON_CHAINS)), *drand.KNOWN)


def offered() -> BeaconChain | None:
    """The chain that new matches name; None where the operator has named no relay."""
    return chains()[0] if settings.BEACON_URLS else None


def named(otherwise: str, at: datetime) -> BeaconData:
    """The round that a match names which is created now."""
    chain = offered()
    assert chain is not None
    return {"chain": chain.hash, "round": drand.first_after(chain, at + LEAD), "otherwise": otherwise}


def await_round(match_id: str, beacon: BeaconData) -> None:
    """Have a match's round looked up once it is out; before its first event is written."""
    look_at = out_at(beacon)
    AwaitedRound.objects.get_or_create(match_id=match_id, defaults={"look_at": look_at})


def done(match_id: str) -> None:
    """A match waits no longer."""
    AwaitedRound.objects.filter(match_id=match_id).delete()


def out_at(beacon: Mapping[str, Any]) -> datetime | None:
    """When a round is out; None where its chain is not known here."""
    chain = drand.named(beacon["chain"], chains())
    return None if chain is None else drand.time_of(chain, beacon["round"])


def begins_at(loaded: Loaded) -> datetime | None:
    """When a full match that waits for its round goes on by itself; None where nothing happens by itself.

    The task that looks for rounds is what it waits for otherwise.
    """
    table = loaded.match.table
    if table.status != OPEN or table.free or table.beacon is None or goes_without(table):
        return None
    out = out_at(table.beacon)
    row = _row(loaded.match.id)
    if row.signature:
        # A host who starts it by hand has done so, or will.
        return out if starts_itself(loaded.match.id) else None
    return None if out is None or table.beacon_missed is not None else out + PATIENCE


def at_hand(loaded: Loaded) -> AtHand | None:
    """What goes into the chance of a match that is about to begin; None while it has to wait for that."""
    table = loaded.match.table
    if goes_without(table):
        return AtHand()
    assert table.beacon is not None
    row = _row(loaded.match.id)
    if row.signature:
        return AtHand(signature=row.signature)
    missed = missed_by_now(loaded)
    return AtHand(missed=missed) if missed is not None and table.beacon["otherwise"] == GO_ON else None


def missed_by_now(loaded: Loaded) -> BeaconMissed | None:
    """What to say where the round of a match has been out for too long, unless it was said before."""
    table = loaded.match.table
    out = None if table.beacon is None else out_at(table.beacon)
    if table.beacon_missed is not None or out is None or loaded.now < out + PATIENCE:
        return None
    return BeaconMissed(reason=_row(loaded.match.id).reason or UNREACHABLE)


def awaited(loaded: Loaded) -> BeaconAwaited:
    """The refusal to start a match whose round is not there."""
    table = loaded.match.table
    assert table.beacon is not None
    out = out_at(table.beacon)
    wait = PATIENCE if out is None or out <= loaded.now else out - loaded.now
    return BeaconAwaited(
        round=table.beacon["round"],
        out_at=None if out is None else timestamp(out),
        retry_after=min(math.ceil(wait.total_seconds()) + 1, AGAIN_SECONDS),
    )


def starts_itself(match_id: str) -> bool:
    """Whether a match begins by its last seat, and not by its host's call."""
    return Lobby.objects.filter(match_id=match_id, start="auto").exists()


def _row(match_id: str) -> AwaitedRound:
    return AwaitedRound.objects.filter(match_id=match_id).first() or AwaitedRound()
