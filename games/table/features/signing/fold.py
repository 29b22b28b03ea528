"""The table after a key was bound to a seat."""

from datetime import datetime

from games.core.records import replace
from games.table.events import seat_of
from games.table.features.signing.events import KeyBound
from games.table.state import SeatKey, Table


def bound(table: Table, event: KeyBound, version: int, _: datetime) -> Table:
    """The seat has one key more."""
    seat = seat_of(event)
    key = SeatKey(key=event.key, version=version, is_vouched=event.vouched is not None)
    return replace(table, keys={**table.keys, seat: (*table.keys.get(seat, ()), key)})
