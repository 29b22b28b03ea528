"""What good play of Rock Paper Wizard is, for the graded bots: gold first, then a place near the hoard."""

from collections.abc import Mapping, Sequence

from games.core.bots import EASY, HARD, MEDIUM, WON, BotKit, Grade, Mixing
from games.core.chance import Chance
from games.core.moves import Move
from games.rock_paper_wizard.components.track import GOAL, reentry
from games.rock_paper_wizard.imagined import Round
from games.rock_paper_wizard.moves import ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.state import (
    Choice,
    ChoosingReceiver,
    Finished,
    Learning,
    State,
    clockwise,
    poorer_than,
    still_in,
)

# What a coin and a space of the track are worth, in thousandths of a match, and what a whole lead is at most.
COIN, SPACE = 24, 8
MOST = 480


def value(state: State, seat: int) -> int:
    """A share of the match: all of it won, none lost, and in between by the lead over the best of the others."""
    if isinstance(state, Finished):
        return WON if seat in state.winners else 0
    worth = [_worth(wizard.gold, wizard.pos) for wizard in state.board.wizards]
    return _share(worth, still_in(state.board), seat)


def outlook(state: Learning, moves: Mapping[int, ChooseSpell], chance: Chance, seat: int) -> int:
    """The value at the end of the round, each target that may choose paying the poorest."""
    playing = still_in(state.board)
    won, worth = _ended(state, moves, chance, playing)
    return (WON if seat in won else 0) if won else _share(worth, playing, seat)


def outlooks(state: Learning, moves: Mapping[int, ChooseSpell], chance: Chance) -> Sequence[int]:
    """The outlook of every seat."""
    playing = still_in(state.board)
    won, worth = _ended(state, moves, chance, playing)
    if won:
        return [WON if seat in won else 0 for seat in range(state.board.seats)]
    return [_share(worth, playing, seat) for seat in range(state.board.seats)]


def _ended(
    state: Learning, moves: Mapping[int, ChooseSpell], chance: Chance, playing: Sequence[int]
) -> tuple[Sequence[int], Sequence[int]]:
    """Who has won at the end of the round, if anybody, else what each seat has then."""
    board = state.board
    end = Round(board, moves, chance)
    end.play()
    most = max(end.gold[other] for other in playing)
    if most >= GOAL or board.round == board.max_rounds:
        first = [other for other in playing if end.gold[other] == most]
        if len(first) == 1 or board.round == board.max_rounds:
            return first, ()
    return (), [_worth(gold, reentry(pos)) for gold, pos in zip(end.gold, end.pos, strict=True)]


def _share(worth: Sequence[int], playing: Sequence[int], seat: int) -> int:
    if seat not in playing:
        return 0
    lead = worth[seat] - max(worth[other] for other in playing if other != seat)
    return WON // 2 + max(-MOST, min(MOST, lead))


def _worth(gold: int, pos: int) -> int:
    return COIN * min(gold, GOAL + 5) + SPACE * pos


def asked(state: State) -> Sequence[int]:
    """The seats that owe an answer."""
    if isinstance(state, ChoosingReceiver):
        return (state.chooser,)
    return state.missing if isinstance(state, Learning) else ()


def order(state: State, seat: int, grade: Grade) -> Sequence[Move]:
    """Every spell on every other wizard, or every wizard that may be paid, those ahead last."""
    board = state.board
    if isinstance(state, ChoosingReceiver):
        poorer = sorted(poorer_than(board, seat), key=lambda other: board.wizards[other].gold)
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


def kind(move: Move) -> object:
    """Its spell: bots that all show the same card are no fun."""
    return move.spell if isinstance(move, ChooseSpell) else move


# Measured by `make herding` (decision 64).
GRADES = {
    EASY: Grade(samples=1, moves=30, slips=600),
    MEDIUM: Grade(samples=40, moves=30, mixing=Mixing(nodes=250, looks=8, lucks=2, thinks={EASY: 450}, spread=110)),
    HARD: Grade(
        samples=120,
        nodes=6000,
        moves=30,
        mixing=Mixing(nodes=1300, looks=24, lucks=4, thinks={EASY: 400, MEDIUM: 400}, spread=110),
    ),
}
BOT = BotKit(
    version="6",
    retired=frozenset({"1"}),
    grades=GRADES,
    value=value,
    asked=asked,
    order=order,
    rollout=rollout,
    afresh=afresh,
    outlook=outlook,
    outlooks=outlooks,
    kind=kind,
)
