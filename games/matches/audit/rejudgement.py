"""Stored matches judged once more by the code as it is now."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError

from events import outages, store
from events.errors import ColdFileUnreadable
from events.store import StoredEvent
from games.matches.concurrency.walk import Walk
from games.matches.stream.snapshots import CODE
from games.verify import replay
from games.verify.match_file import Entry
from games.verify.report import Flaw

log = logging.getLogger(__name__)

SAME, DIFFERS, REJECTED, FAILS, BROKEN = "same", "differs", "rejected", "fails", "broken"


@dataclass(frozen=True, kw_only=True)
class Finding:
    """How a match is judged now: `SAME`, or what happens at which version first.

    `DIFFERS`: something else comes of the same moves and draws; `REJECTED`: the rules refuse the move; `FAILS`: the
    code raises; `BROKEN`: what is stored is no history.
    """

    verdict: str
    version: int | None = None

    def __str__(self) -> str:
        return self.verdict if self.version is None else f"{self.verdict} at {self.version}"


def rejudging(*, processes: int = 1, anew: bool = False) -> Walk:
    """A walk that judges all matches once more."""
    return Walk("rejudge", rejudge_each, code=CODE, processes=processes, anew=anew)


def rejudge_each(match_ids: Sequence[str]) -> list[tuple[str, str]]:
    """`rejudge_stored` of each of these matches, in words."""
    return [(match_id, str(rejudge_stored(match_id))) for match_id in match_ids]


def rejudge_stored(match_id: str) -> Finding:
    """`rejudge` for a match as it is stored; one that cannot be read or followed at all is `BROKEN`."""
    try:
        return rejudge(match_id, store.load(match_id).events)
    except (OperationalError, InterfaceError):
        # That is the database's fault, and none of the match.
        raise
    except ColdFileUnreadable as error:
        log.error("match %s cannot be judged: %s", match_id, error, extra={"match": match_id})
        return Finding(verdict=BROKEN)
    except Exception as error:
        if outages.is_passing(error):
            raise
        # Its message may quote what is sealed.
        log.error("match %s cannot be judged: %s", match_id, type(error).__name__, extra={"match": match_id})
        return Finding(verdict=BROKEN)


def rejudge(match_id: str, events: Sequence[StoredEvent]) -> Finding:
    """Decide everything in a match anew, with the draws that it had, and compare; nothing is recorded."""
    # What its reason says may quote a secret.
    _, judged, _ = replay.check(match_id, [_entry(event) for event in events])
    if not isinstance(judged, Flaw):
        return Finding(verdict=SAME)
    if judged.reason.startswith(replay.FAILS):
        return Finding(verdict=FAILS, version=judged.version)
    rejected = judged.reason.startswith(replay.REFUSES)
    return Finding(verdict=REJECTED if rejected else DIFFERS, version=judged.version)


def _entry(event: StoredEvent) -> Entry:
    openings = [
        {"index": opening.index, "salt": opening.salt.hex(), "part": opening.part} for opening in event.openings
    ]
    return Entry(envelope=event.envelope, hash=event.hash.hex(), openings=openings)
