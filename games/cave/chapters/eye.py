"""The Eye of the Cave: the caster puts the top of a stack in order (CAVE-R25.17)."""

from itertools import permutations

from games.cave import moves as m
from games.cave.agenda.questions import Eye
from games.cave.draft import Draft
from games.cave.events.incidents import StackOrdered
from games.cave.state import Board
from games.core.moves import Move


def eye_moves(board: Board, question: Eye, seat: int) -> list[Move]:
    """Each order of the cards seen; cards alike make no two orders."""
    return [m.OrderCards(cards=order) for order in dict.fromkeys(permutations(_seen(board, question)))]


def eye_default(board: Board, question: Eye, seat: int) -> Move:
    """As they lie."""
    return m.OrderCards(cards=_seen(board, question))


def eye_answer(draft: Draft, question: Eye, seat: int, move: Move) -> None:
    """Put the cards back in the order named, the first on top; the others learn only that it was done."""
    assert isinstance(move, m.OrderCards)
    draft.write(StackOrdered(seat=seat, deck=question.deck, count=question.count, order=move.cards))


def _seen(board: Board, question: Eye) -> tuple[str, ...]:
    return tuple(seen.card for seen in board.pile(question.deck).top[: question.count])
