"""The table after a key was bound to a seat."""

from collections.abc import Sequence
from datetime import datetime

from games.core.records import replace
from games.table.events import seat_of
from games.table.features.signing.events import KeyBound
from games.table.state import SeatKey, Table


def bound(table: Table, event: KeyBound, version: int, _: datetime) -> Table:
    """The seat has one key more."""
    seat = seat_of(event)
    known = table.keys.get(seat, ())
    key = SeatKey(key=event.key, version=version, is_vouched=_is_vouched(known, event))
    return replace(table, keys={**table.keys, seat: (*known, key)})


def _is_vouched(known: Sequence[SeatKey], event: KeyBound) -> bool:
    """Whoever could give a seat a key of their own would have that one vouch for the next: so all the way back."""
    by = None if event.vouched is None else event.vouched["key"]
    return any(one.key == by and (place == 0 or one.is_vouched) for place, one in enumerate(known))
