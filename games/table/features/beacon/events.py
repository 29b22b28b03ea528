"""The event of a beacon that could not be had."""

from dataclasses import dataclass

from games.table.events import TableEvent

# What happens where the round cannot be had: the match waits for it, or begins without it.
WAIT, GO_ON = OTHERWISE = ("wait", "go_on")
# Why it cannot be had: no relay answers, or what they answer is not the round's signature.
UNREACHABLE, INVALID = REASONS = ("unreachable", "invalid")


@dataclass(frozen=True, kw_only=True)
class BeaconMissed(TableEvent):
    """The round that event 1 names could not be had a minute after it was out; `reason` says why.

    The match begins without it, or goes on waiting, as event 1 says.
    """

    type = "beacon_missed"

    reason: str
