"""The table after consent to a replacement, and after the newcomer has sat down."""

from games.core.records import replace
from games.table.events import SeatTaken, seat_of
from games.table.features.replacement.events import ReplacementAgreed
from games.table.state import Table, without


def agreed(table: Table, event: ReplacementAgreed, *_: object) -> Table:
    """One more seat consents to the player whom the seat `invited_by` invites."""
    return replace(
        table,
        consents=table.consents | {(event.replaces, event.invited_by, seat_of(event))},
        invited=table.invited | {(event.replaces, event.invited_by)},
    )


def taken_over(table: Table, event: SeatTaken, version: int, _: object) -> Table:
    """The seat is the newcomer's, who has agreed to nothing and bound no key yet.

    The chance stands since the match's start.
    """
    seat = seat_of(event)
    return replace(
        table,
        seated={**without(table.seated, seat), seat: version},
        agreed=table.agreed - {seat},
        consents=frozenset(one for one in table.consents if seat not in one),
        invited=frozenset(one for one in table.invited if one[1] != seat),
        keys=without(table.keys, seat),
    )
