"""The table of questions: what may be answered to each, what the clock answers, and what comes of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cave import (
    arriving,
    belongings,
    casting,
    choosing,
    crystal,
    dealing,
    duels,
    exploring,
    eyeing,
    fighting,
    movement,
    turns,
)
from games.cave import questions as q
from games.cave.draft import Draft
from games.cave.state import Board
from games.cave.tasks import Question
from games.core.moves import Move


def _is_there(board: Board, question: Any) -> bool:
    """Whether the adventurer that is asked is alive."""
    return board.adventurers[question.seat] is not None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One kind of question. `stands` says whether there is still something to decide."""

    moves: Callable[[Board, Any, int], Sequence[Move]]
    default: Callable[[Board, Any, int], Move]
    answer: Callable[[Draft, Any, int, Any], None]
    stands: Callable[[Board, Any], bool] = _is_there


def _still_picking(board: Board, question: q.PickingCharacter) -> bool:
    return board.out[question.seat] is None and board.adventurers[question.seat] is None


def _in_the_air(board: Board, question: q.Counterspell) -> bool:
    return board.being_cast is not None and bool(question.waiting)


QUESTIONS: Mapping[type[Question], Asked] = {
    q.PickingCharacter: Asked(
        moves=dealing.pick_moves, default=dealing.pick_default, answer=dealing.answer_pick, stands=_still_picking
    ),
    q.StartingTurn: Asked(moves=turns.start_moves, default=turns.start_default, answer=turns.answer_start),
    q.ChoosingFirstStep: Asked(
        moves=movement.first_step_moves, default=movement.first_step_default, answer=movement.answer_first_step
    ),
    q.ChoosingBranch: Asked(
        moves=movement.branch_moves, default=movement.branch_default, answer=movement.answer_branch
    ),
    q.Engaging: Asked(moves=arriving.engage_moves, default=arriving.engage_default, answer=arriving.answer_engage),
    q.AboutToExplore: Asked(
        moves=exploring.about_moves, default=exploring.about_default, answer=exploring.answer_about
    ),
    q.SplittingDraw: Asked(moves=exploring.split_moves, default=exploring.split_default, answer=exploring.answer_split),
    q.BeforeFight: Asked(
        moves=fighting.before_moves,
        default=fighting.before_default,
        answer=fighting.answer_before,
        stands=fighting.before_stands,
    ),
    q.Counterspell: Asked(
        moves=casting.counterspell_moves,
        default=casting.counterspell_default,
        answer=casting.answer_counterspell,
        stands=_in_the_air,
    ),
    q.SecondWind: Asked(moves=fighting.wind_moves, default=fighting.wind_default, answer=fighting.answer_wind),
    q.ClaimingReward: Asked(
        moves=duels.reward_moves, default=duels.reward_default, answer=duels.answer_reward, stands=duels.reward_stands
    ),
    q.PickingPocket: Asked(
        moves=arriving.pocket_moves,
        default=arriving.pocket_default,
        answer=arriving.answer_pocket,
        stands=arriving.pocket_stands,
    ),
    q.Praying: Asked(moves=choosing.prayer_moves, default=choosing.prayer_default, answer=choosing.prayer_answer),
    q.Choosing: Asked(moves=choosing.choose_moves, default=choosing.choose_default, answer=choosing.choose_answer),
    q.Paying: Asked(
        moves=choosing.pay_moves, default=choosing.pay_default, answer=choosing.pay_answer, stands=choosing.pay_stands
    ),
    q.ChoosingDiscard: Asked(
        moves=choosing.discard_moves,
        default=choosing.discard_default,
        answer=choosing.discard_answer,
        stands=choosing.discard_stands,
    ),
    q.Eye: Asked(moves=eyeing.eye_moves, default=eyeing.eye_default, answer=eyeing.eye_answer),
    q.Taking: Asked(moves=exploring.taking_moves, default=exploring.taking_default, answer=exploring.answer_taking),
    q.DroppingExcess: Asked(
        moves=belongings.excess_moves,
        default=belongings.excess_default,
        answer=belongings.answer_excess,
        stands=belongings.excess_stands,
    ),
    q.DiscardingSpell: Asked(
        moves=belongings.spell_moves,
        default=belongings.spell_default,
        answer=belongings.answer_spell,
        stands=belongings.spell_stands,
    ),
    q.UsingMap: Asked(moves=crystal.map_moves, default=crystal.map_default, answer=crystal.answer_map),
    q.FacingTrials: Asked(moves=crystal.trials_moves, default=crystal.trials_default, answer=crystal.answer_trials),
}

# Never skipped: that two cards seen are equal and have but one order, say, nobody else may learn (CAVE-R23.1).
ALWAYS_PUT = (q.StartingTurn, q.Counterspell, q.Eye)


def ask(draft: Draft, question: Question) -> None:
    """Put the question, unless nothing is left to decide, or public facts leave one answer (CAVE-R23.1)."""
    asked, board = QUESTIONS[type(question)], draft.board
    if not asked.stands(board, question):
        return
    if isinstance(question, ALWAYS_PUT) or casting.may_cast(board, question):
        draft.put(question)
        return
    moves = asked.moves(board, question, question.seat)
    if len(moves) == 1:
        asked.answer(draft, question, question.seat, moves[0])
    else:
        draft.put(question)


def answers(board: Board, question: Question, seat: int) -> list[Move]:
    """What the question wants, and the casts that fit it; free actions apart."""
    moves = list(QUESTIONS[type(question)].moves(board, question, seat))
    return [*moves, *casting.cast_moves(board, question, seat)] if question.casts else moves


def free(board: Board, question: Question, seat: int) -> list[Move]:
    """What the owner may leave behind in this prompt besides answering it (CAVE-R23.4)."""
    return belongings.free_moves(board, seat) if has_free_actions(board, question, seat) else []


def has_free_actions(board: Board, question: Question, seat: int) -> bool:
    return not isinstance(question, q.Counterspell) and board.adventurers[seat] is not None
