"""A feature of the table: a folder in `games/table/features/`, listed in `games/table/registry.py`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from games.table.claims import Envelope
from games.table.events import TableEvent
from games.table.standing import Standing
from games.table.state import Table

# The table after an event that was stored at this version and time.
Fold: TypeAlias = Callable[[Table, Any, int, datetime], Table]
# Raises `Broken` unless the event is allowed at this point of the match: it looks at the match before it, never at the
# result of the fold.
Rule: TypeAlias = Callable[[Standing, Envelope], None]


@dataclass(frozen=True, kw_only=True)
class Feature:
    """One thing that the table can do: its events, how each changes the table, and when each is allowed.

    If an append begins with an event in `by_holder`, the holder of the seat asked for it. After an event in `undoing`
    the kernel's state and the clocks are those before the last move. After one in `rewinding` the state and the draws
    are those before its move `first`, and all clocks begin anew.
    """

    name: str
    folds: Mapping[type[TableEvent], Fold]
    rules: Mapping[type[TableEvent], Rule]
    by_holder: frozenset[type[TableEvent]] = frozenset()
    undoing: frozenset[type[TableEvent]] = frozenset()
    rewinding: frozenset[type[TableEvent]] = frozenset()

    @property
    def events(self) -> tuple[type[TableEvent], ...]:
        """Its events, in the order in which they are told."""
        return tuple(self.folds)
