"""The table after autopilot begins or ends."""

from games.core.records import replace
from games.table import state
from games.table.events import seat_of
from games.table.features.autopilot.events import AutopilotOff, AutopilotOn
from games.table.state import Table


def begun(table: Table, event: AutopilotOn, *_: object) -> Table:
    """The seat's player counts as away."""
    return replace(table, autopilot=table.autopilot | {seat_of(event)})


def ended(table: Table, event: AutopilotOff, *_: object) -> Table:
    """The seat has a player: its timeouts are forgiven, and no consent to replace it counts any more."""
    seat = seat_of(event)
    consents = frozenset(one for one in table.consents if one[0] != seat)
    return replace(state.moved(table, seat), autopilot=table.autopilot - {seat}, consents=consents)
