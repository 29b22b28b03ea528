"""The table after the stops of a seat's clock have changed."""

from games.core.records import replace
from games.table.events import seat_of
from games.table.features.quiet_hours.events import ClockChanged
from games.table.state import Table


def changed(table: Table, event: ClockChanged, *_: object) -> Table:
    """The seat's clock stands still at these times instead of others."""
    return replace(table, stops={**table.stops, seat_of(event): event.stops})
