"""The table of Rock Paper Wizard in three lines, for recorded matches."""

from collections.abc import Iterator

from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import State


def glance(state: State) -> Iterator[str]:
    board = state.board
    step = GAME.view(state, None)["step"]
    yield f"round {board.round} {step}, first player {board.first_player}, deck {len(board.deck)}"
    yield f"pos {' '.join(str(w.pos) for w in board.wizards)}, gold {' '.join(str(w.gold) for w in board.wizards)}"
    yield f"book {' '.join(board.book)}; discard {' '.join(board.discard) or '-'}"
