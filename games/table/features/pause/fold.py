"""The table after each event of a pause."""

from datetime import datetime

from games.core.records import replace
from games.table.events import TableEvent, seat_of
from games.table.features.pause.events import Paused, Resumed
from games.table.state import Table


def agreed(table: Table, event: TableEvent, *_: object) -> Table:
    """One more seat agrees to the pause, or to its end."""
    return replace(table, agreed=table.agreed | {seat_of(event)})


def paused(table: Table, _: Paused, __: int, at: datetime) -> Table:
    """The match stands still; nobody has agreed to go on."""
    return replace(table, paused_at=at, agreed=frozenset())


def resumed(table: Table, _: Resumed, *__: object) -> Table:
    """The match goes on; nobody has agreed to another pause."""
    return replace(table, paused_at=None, agreed=frozenset())
