"""The table after a move was taken back."""

from games.core.records import replace
from games.table.features.take_back.events import MoveTakenBack
from games.table.state import Table


def taken_back(table: Table, _: MoveTakenBack, version: int, __: object) -> Table:
    """The table is as it was. The kernel's state and the clocks go back: `undoing` in `feature.py` says so."""
    return replace(table, rewound_at=version)
