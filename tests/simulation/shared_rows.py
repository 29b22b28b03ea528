"""What PostgreSQL promises and the service relies on: transactions, row locks, advisory locks, unique keys.

Under READ COMMITTED: a statement sees what is committed, and its own transaction's writes. A write waits for whoever has
written the row in a transaction that is not over, and then looks at the row again. A crash loses what is not committed.
Rows are dicts that never change: a write puts another one in their place.
"""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg

Key = Any
Row = dict[str, Any]
Place = tuple[str, Key]
# Waits until a place is free: the simulation's tasks do, and where there are none it raises.
Wait = Callable[["RowTransaction", Place], None]


def never_waits(_: "RowTransaction", __: Place) -> None:
    raise psycopg.errors.LockNotAvailable("another transaction holds the row")


class SharedRows:
    """The committed rows of each table by key, and who holds which lock."""

    def __init__(self, *tables: str) -> None:
        self.tables: dict[str, dict[Key, Row]] = {table: {} for table in tables}
        self.holders: dict[Place, RowTransaction] = {}
        self.advisory: dict[str, RowTransaction] = {}
        # Called once a transaction is over that held locks.
        self.freed: Callable[[RowTransaction], None] = lambda _: None


class RowTransaction:
    """A transaction under way; a statement outside of one is a transaction of its own."""

    def __init__(self, rows: SharedRows, wait: Wait = never_waits) -> None:
        self._rows, self._wait = rows, wait
        self.writes: dict[str, dict[Key, Row | None]] = {}
        self._held: list[Place] = []
        self._advisory: list[str] = []
        self.savepoints: dict[str, dict[str, dict[Key, Row | None]]] = {}
        self.at_commit: list[Callable[[], object]] = []

    def get(self, table: str, key: Key) -> Row | None:
        own = self.writes.get(table)
        if own is not None and key in own:
            return own[key]
        return self._rows.tables[table].get(key)

    def rows(self, table: str) -> Iterator[tuple[Key, Row]]:
        """All rows of a table, as of now."""
        own = self.writes.get(table)
        committed = self._rows.tables[table]
        if not own:
            yield from list(committed.items())
            return
        yield from [(key, row) for key, row in committed.items() if key not in own]
        yield from [(key, row) for key, row in own.items() if row is not None]

    def lock(self, table: str, key: Key) -> Row | None:
        """The row as it is once this transaction alone may write it."""
        place = (table, key)
        while (holder := self._rows.holders.get(place)) is not None and holder is not self:
            self._wait(self, place)
        if holder is None:
            self._rows.holders[place] = self
            self._held.append(place)
        return self.get(table, key)

    def insert(self, table: str, key: Key, row: Row) -> bool:
        """Write a row that is not there yet; whether it was not. Waits for whoever is writing one under its key."""
        place = (table, key)
        while (holder := self._rows.holders.get(place)) is not None and holder is not self:
            if key not in holder.writes.get(table, ()):
                break
            self._wait(self, place)
        if self.get(table, key) is not None:
            return False
        self.lock(table, key)
        self.put(table, key, row)
        return True

    def is_free(self, table: str, key: Key) -> bool:
        """Whether `lock` would not wait: what SKIP LOCKED asks."""
        return self._rows.holders.get((table, key), self) is self

    def try_advisory(self, name: str) -> bool:
        holder = self._rows.advisory.setdefault(name, self)
        if holder is self:
            self._advisory.append(name)
        return holder is self

    def put(self, table: str, key: Key, row: Row | None) -> None:
        """Write a row, or delete it; the caller has locked it."""
        self.writes.setdefault(table, {})[key] = row

    def savepoint(self, name: str) -> None:
        self.savepoints[name] = {table: dict(own) for table, own in self.writes.items()}

    def back_to(self, name: str) -> None:
        self.writes = {table: dict(own) for table, own in self.savepoints[name].items()}

    def commit(self) -> None:
        for table, own in self.writes.items():
            committed = self._rows.tables[table]
            for key, row in own.items():
                if row is None:
                    committed.pop(key, None)
                else:
                    committed[key] = row
        for work in self.at_commit:
            work()
        self.end()

    def end(self) -> None:
        """Let go of all locks; what was written is lost unless it was committed."""
        for place in self._held:
            del self._rows.holders[place]
        for name in set(self._advisory):
            del self._rows.advisory[name]
        self.writes, self.at_commit = {}, []
        if self._held or self._advisory:
            self._held, self._advisory = [], []
            self._rows.freed(self)
