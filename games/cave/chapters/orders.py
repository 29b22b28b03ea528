"""Orders to the game itself: questions of a kind that a seat has answered once for all (CAVE-R23.15, rules 2)."""

from games.cave.agenda.questions import SplittingDraw, Taking
from games.cave.agenda.tasks import Question
from games.cave.chapters.exploration import taking_moves
from games.cave.moves import AskAgain, Take
from games.cave.state import Board, ordered
from games.core.moves import Move


def answer(board: Board, question: Question) -> Move | None:
    """What the seat has ordered for this question; None where it has to be asked.

    Over the limit taking a card is a choice of what stays for it, which no order makes.
    """
    if isinstance(question, Taking) and Taking.kind in ordered(board, question.seat):
        return Take() if Take() in taking_moves(board, question, question.seat) else None
    return None


def ends(board: Board, seat: int) -> list[Move]:
    """To be asked again, by each kind of question that the seat has an order for."""
    kinds = dict.fromkeys(Taking.kind if order == Taking.kind else SplittingDraw.kind for order in ordered(board, seat))
    return [AskAgain(kind=kind) for kind in kinds]
