"""When a verifier accepts that a beacon could not be had, and what goes into the chance at the start.

Whether the round was out, and whether a signature is the round's, depends on the chain: `games/verify/beacons.py`.
"""

from games.table.claims import Envelope, is_no_move, need
from games.table.events import SYSTEM
from games.table.features.beacon.events import GO_ON, REASONS
from games.table.standing import Standing
from games.table.state import OPEN, Table

MIXED = "the beacon's round is missing, or comes though it was missed"


def missed(standing: Standing, envelope: Envelope) -> None:
    """All are seated, the system says so, once, and why."""
    table = standing.table
    need(table.status == OPEN and not table.free, "nothing begins yet")
    is_no_move(envelope)
    need(table.beacon is not None, "the match has no beacon")
    need(table.beacon_missed is None, "the beacon was missed before")
    need((envelope["seat"], envelope["by"]) == (None, SYSTEM), "this is not how beacon_missed looks")
    need(envelope["data"].get("reason") in REASONS, "a beacon is missed for no such reason")


def goes_without(table: Table) -> bool:
    """Whether the match begins without a round of the beacon: it has none, or none could be had."""
    return table.beacon is None or (table.beacon_missed is not None and table.beacon["otherwise"] == GO_ON)
