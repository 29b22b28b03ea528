"""The table after each event of a take-back by consent."""

from datetime import datetime

from games.core.records import replace
from games.table.events import seat_of
from games.table.features.agreed_take_back.events import (
    MovesTakenBack,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
)
from games.table.state import Table, TakeBackWish


def asked(table: Table, event: TakeBackAsked, version: int, _: datetime) -> Table:
    """The seat asks, and so agrees."""
    seat = seat_of(event)
    wish = TakeBackWish(
        first=event.first, knowing=event.knowing, asked_by=seat, agreed=frozenset({seat}), asked_at=version
    )
    return replace(table, take_back_wish=wish)


def agreed(table: Table, event: TakeBackAgreed, *_: object) -> Table:
    """One more seat agrees."""
    wish = table.take_back_wish
    if wish is None:
        # No rule lets that stand.
        return table
    return replace(table, take_back_wish=replace(wish, agreed=wish.agreed | {seat_of(event)}))


def refused(table: Table, _: TakeBackRefused, *__: object) -> Table:
    """Nobody asks any more."""
    return replace(table, take_back_wish=None)


def taken_back(table: Table, event: MovesTakenBack, version: int, _: object) -> Table:
    """The kernel's state goes back: `rewinding` in `feature.py` says so. That they go on knowing something stays."""
    knowing, rewinds = table.knowing or event.knowing, table.rewinds + 1
    return replace(table, take_back_wish=None, knowing=knowing, rewinds=rewinds, rewound_at=version)
