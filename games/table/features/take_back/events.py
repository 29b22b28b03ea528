"""The event of a move that was taken back."""

from dataclasses import dataclass

from games.table.events import PLAYER, TableEvent


@dataclass(frozen=True, kw_only=True)
class MoveTakenBack(TableEvent):
    """The seat has taken back its last move, number `taken_back`: the match stands as it did before it."""

    type = "move_taken_back"

    by: str = PLAYER
    taken_back: int
