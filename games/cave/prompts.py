"""Who is asked what now, and what the clock answers for a seat that does not (CAVE-R23.9)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import product
from typing import Any, get_type_hints

from games.cave import decisions
from games.cave.about import ABOUT, about
from games.cave.agenda.questions import AboutToExplore, BeforeFight, Counterspell, StartingTurn
from games.cave.chapters import belongings
from games.cave.moves import ExchangeTrophies
from games.cave.shapes import CARD_LIST
from games.cave.state import Asking, State
from games.core.codec import move_to_json
from games.core.json import JSONObject
from games.core.moves import Move, shape
from games.core.prompts import Prompt, PromptMove, prompt_id
from games.core.schemas import PromptShape

SHAPES: Mapping[str, PromptShape] = {
    question.kind: PromptShape(moves=decisions.types_of(question), about=get_type_hints(told)["return"])
    for question, told in ABOUT.items()
}
# What a standing order may answer: whatever the seat holds, and where nothing it holds fits.
DECLINABLE = frozenset({Counterspell.kind})
SKIPPABLE_1 = frozenset({AboutToExplore.kind, BeforeFight.kind, Counterspell.kind})
SKIPPABLE = SKIPPABLE_1 | {StartingTurn.kind}
# Without the reaction: one card of ten answers it, so whoever is not as quick as the service would prove to hold that.
SKIPPED = SKIPPABLE - {Counterspell.kind}


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open questions by seat; seats that are asked at once share a number."""
    if not isinstance(state, Asking):
        return {}
    return {seat: _prompt(state, seat) for seat in state.question.seats}


def default_move(state: State, seat: int) -> Move:
    """What the clock plays: the default of the table of decisions (CAVE-R23.3)."""
    assert isinstance(state, Asking)
    return decisions.QUESTIONS[type(state.question)].default(state.board, state.question, seat)


def _prompt(state: Asking, seat: int) -> Prompt:
    board, question = state.board, state.question
    answers = decisions.answers(board, question, seat)
    by_type: dict[str, list[Move]] = {}
    for move in (*answers, *decisions.free(board, question, seat)):
        by_type.setdefault(move.type, []).append(move)
    asked = [_listed(type, found) for type, found in by_type.items()]
    if decisions.has_free_actions(board, question, seat):
        asked += _exchanges(state, seat)
    return Prompt(
        id=prompt_id(board.questions, seat),
        seat=seat,
        kind=question.kind,
        moves=tuple(asked),
        about=about(state),
        forced=question.kind in (SKIPPABLE_1 if board.rules == 1 else SKIPPABLE) and len(answers) == 1,
    )


def _listed(type: str, moves: Sequence[Move]) -> PromptMove:
    legal = tuple(move_to_json(move) for move in moves)
    return PromptMove(type=type, schema=_narrowed(type, moves, legal), legal=legal)


def _narrowed(type: str, moves: Sequence[Move], legal: tuple[JSONObject, ...]) -> JSONObject:
    """The schema of exactly these moves: field by field where they are all combinations, else one by one."""
    columns = {item.name: [*dict.fromkeys(getattr(move, item.name) for move in moves)] for item in fields(moves[0])}
    if len(list(product(*columns.values()))) == len(legal):
        return shape(type, **{name: {"enum": values} for name, values in columns.items()})
    return {"enum": legal}


def _exchanges(state: Asking, seat: int) -> list[PromptMove]:
    """The sets of trophies that can be exchanged; marked incomplete when there are too many (CAVE-R23.4)."""
    sets, complete = belongings.exchanges(state.board, seat)
    if not sets:
        return []
    if complete:
        return [_listed(ExchangeTrophies.type, sets)]
    held: dict[str, Any] = {**CARD_LIST, "items": {"enum": sorted(set(state.board.hero(seat).trophies))}}
    schema = shape(ExchangeTrophies.type, cards=held)
    return [
        PromptMove(
            type=ExchangeTrophies.type,
            schema=schema,
            legal=tuple(move_to_json(move) for move in sets),
            complete=False,
        )
    ]
