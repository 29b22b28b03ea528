"""The table after a beacon could not be had."""

from games.core.records import replace
from games.table.features.beacon.events import BeaconMissed
from games.table.state import Table


def missed(table: Table, event: BeaconMissed, *_: object) -> Table:
    """It was not there in time."""
    return replace(table, beacon_missed=event.reason)
