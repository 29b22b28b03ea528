"""A table for tests of folds: the toy's, in its lobby."""

from datetime import UTC, datetime, timedelta

from games.table.events import MatchCreated, TableEvent
from games.table.folding import book
from games.table.state import Table

AT = datetime(2026, 11, 21, tzinfo=UTC)
LATER = AT + timedelta(seconds=5)


def opened(seats: int = 3) -> Table:
    created = MatchCreated(game="toy", rules="1", seats=seats, options={}, clock={"mode": "none"}, commitment="c")
    return book(None, created, version=1, at=AT)


def folded(table: Table, event: TableEvent) -> Table:
    return book(table, event, version=8, at=AT)
