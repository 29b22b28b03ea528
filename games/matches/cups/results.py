"""What a table's match says about who came in where."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.cups import cup_events
from games.cups.running import PlayedTable
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.ratings import finishes
from games.matches.stream.loading import load
from games.table.state import CANCELLED, FINISHED


@dataclass(frozen=True, kw_only=True)
class FoundResult:
    """A result: the entrants by places, and how it came about."""

    ranking: list[list[int]]
    by: str


def of_match(table: PlayedTable) -> FoundResult | None:
    """The result of a table whose match has ended; None before that. Who has left comes in after all who stayed."""
    assert table.match is not None
    try:
        match = load(table.match).match
    except (MatchNotFound, MatchQuarantined):
        return None
    if match.table.status == CANCELLED:
        return nobody(table)
    if match.table.status != FINISHED or match.table.outcome is None:
        return None
    ranking = list(finishes.in_order(match.table.outcome["ranking"], finishes.left_early(match)))
    return FoundResult(ranking=of_entrants(table, ranking), by=cup_events.BY_MATCH)


def nobody(table: PlayedTable) -> FoundResult:
    """The result of a table that nobody has played: all are level."""
    return FoundResult(ranking=[sorted(table.entrants)], by=cup_events.BY_NOBODY)


def of_entrants(table: PlayedTable, ranking: Sequence[Sequence[int]]) -> list[list[int]]:
    """Places of seats as places of entrants."""
    return [[table.entrants[seat] for seat in level] for level in ranking]
