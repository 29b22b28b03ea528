"""Who is asked what now, and what the clock answers for a seat that does not."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypedDict

from games.core.json import JSONObject
from games.core.moves import Move, shape
from games.core.prompts import Prompt, PromptMove, listed, prompt_id
from games.core.schemas import PromptShape
from games.rock_paper_wizard.chapters.payments import default_receiver
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.state import Board, ChoosingReceiver, Learning, State, clockwise, poorer_than


class SpellAbout(TypedDict):
    """The round for which a spell is wanted."""

    round: int


class ReceiverAbout(TypedDict):
    """Whose spell gives how much gold away."""

    caster: int
    amount: int


SHAPES: Mapping[str, PromptShape] = {
    ChooseSpell.type: PromptShape(moves=(ChooseSpell,), about=SpellAbout),
    ChooseReceiver.type: PromptShape(moves=(ChooseReceiver,), about=ReceiverAbout),
}


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open questions by seat. All of one learn step share a number, and a resignation leaves it as it is."""
    match state:
        case Learning(board=board):
            wanted: SpellAbout = {"round": board.round}
            return {seat: _asked(board, seat, _spell_choices(board, seat), wanted) for seat in state.missing}
        case ChoosingReceiver(board=board, caster=caster, chooser=chooser, amount=amount):
            about: ReceiverAbout = {"caster": caster, "amount": amount}
            return {chooser: _asked(board, chooser, _receiver_choices(board, chooser), about)}
        case _:
            return {}


def default_move(state: State, seat: int) -> Move:
    """What the clock plays: no spell (RPW-23), or the poorest receiver, of equals the first on the chooser's left."""
    if isinstance(state, ChoosingReceiver):
        return ChooseReceiver(receiver=default_receiver(state.board, seat))
    return CastNothing()


def _asked(board: Board, seat: int, move: PromptMove, about: Mapping[str, Any]) -> Prompt:
    return Prompt(id=prompt_id(board.questions, seat), seat=seat, kind=move.type, moves=(move,), about=about)


def _spell_choices(board: Board, seat: int) -> PromptMove:
    return _of_book(board.book, tuple(other for other in clockwise(board, seat) if other != seat))


# A book stays as it is for many moves, and so do the seats. The largest list takes some ten kilobytes.
@lru_cache(100)
def _of_book(book: tuple[str, ...], others: tuple[int, ...]) -> PromptMove:
    choices: list[JSONObject] = [{"spell": spell, "target": target} for spell in book for target in others]
    schema = shape(ChooseSpell.type, spell={"type": "string", "enum": book}, target=_seats(others))
    return listed(ChooseSpell.type, choices, schema)


def _receiver_choices(board: Board, chooser: int) -> PromptMove:
    receivers = poorer_than(board, chooser)
    schema = shape(ChooseReceiver.type, receiver=_seats(receivers))
    return listed(ChooseReceiver.type, [{"receiver": receiver} for receiver in receivers], schema)


def _seats(seats: Sequence[int]) -> JSONObject:
    return {"type": "integer", "enum": seats}
