"""What good play of Rock Paper Wizard is, for the graded bots: gold first, then a place near the hoard."""

from collections.abc import Sequence

from games.core.bots import EASY, HARD, MEDIUM, WON, BotKit, Grade
from games.core.chance import Chance
from games.core.moves import Move
from games.rock_paper_wizard.moves import ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.state import (
    Board,
    Choice,
    ChoosingReceiver,
    Finished,
    Learning,
    State,
    clockwise,
    poorer_than,
)
from games.rock_paper_wizard.track import GOAL

# What a coin and a space of the track are worth, in thousandths of a match, and what a whole lead is at most.
COIN, SPACE = 24, 8
MOST = 480


def value(state: State, seat: int) -> int:
    """A share of the match: all of it won, none lost, and in between by the lead over the best of the others."""
    board = state.board
    if isinstance(state, Finished):
        return WON if seat in state.winners else 0
    if board.wizards[seat].resigned:
        return 0
    others = [_worth(board, other) for other in range(board.seats) if other != seat]
    lead = _worth(board, seat) - max(others)
    return WON // 2 + max(-MOST, min(MOST, lead))


def _worth(board: Board, seat: int) -> int:
    wizard = board.wizards[seat]
    return COIN * min(wizard.gold, GOAL + 5) + SPACE * wizard.pos


def asked(state: State) -> Sequence[int]:
    """The seats that owe an answer."""
    if isinstance(state, ChoosingReceiver):
        return (state.chooser,)
    return state.missing if isinstance(state, Learning) else ()


def order(state: State, seat: int, grade: Grade) -> Sequence[Move]:
    """Every spell on every other wizard, or every wizard that may be paid, those ahead last."""
    board = state.board
    if isinstance(state, ChoosingReceiver):
        poorer = sorted(poorer_than(board, seat), key=lambda other: (board.wizards[other].gold, other))
        return [ChooseReceiver(receiver=receiver) for receiver in poorer]
    others = [other for other in clockwise(board, seat) if other != seat]
    return [ChooseSpell(spell=spell, target=target) for spell in board.book for target in others]


def rollout(state: State, seat: int, chance: Chance) -> Move:
    """Any spell on anybody; to be paid, the poorest."""
    moves = order(state, seat, Grade())
    return moves[0] if isinstance(state, ChoosingReceiver) else chance.one_of(moves)


def afresh(state: State) -> State:
    """The learn step as if none of the choices that are hidden were made."""
    if not isinstance(state, Learning):
        return state
    answers = tuple(None if isinstance(answer, Choice) else answer for answer in state.answers)
    return Learning(board=state.board, answers=answers)


GRADES = {
    EASY: Grade(samples=1, moves=30),
    MEDIUM: Grade(samples=12, moves=30),
    HARD: Grade(samples=50, nodes=800, moves=30, strategic=True),
}
BOT = BotKit(version="1", grades=GRADES, value=value, asked=asked, order=order, rollout=rollout, afresh=afresh)
