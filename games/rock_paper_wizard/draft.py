"""The events of one move while they are being made, with the board at hand."""

from games.core import draft
from games.rock_paper_wizard.state import Board, State


class Draft(draft.Draft[State]):
    """Events made so far and the state they lead to."""

    @property
    def board(self) -> Board:
        return self.state.board
