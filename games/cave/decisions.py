"""The table of decisions: what may be answered to each question, the clock's answer, what comes of it (CAVE-R23.9)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.cave import moves as m
from games.cave.agenda import questions as q
from games.cave.agenda.tasks import Question
from games.cave.chapters import (
    arrival,
    belongings,
    choices,
    crystal,
    duels,
    exploration,
    eye,
    fights,
    movement,
    setup,
    spells,
    turns,
)
from games.cave.draft import Draft
from games.cave.state import Board
from games.core.moves import Move


def _is_there(board: Board, question: Any) -> bool:
    """Whether the adventurer that is asked is alive."""
    return board.adventurers[question.seat] is not None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One kind of question; `types` are those of its `moves`. `stands` says whether there is something to decide."""

    types: tuple[type[Move], ...]
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
        types=(m.PickCharacter,),
        moves=setup.pick_moves,
        default=setup.pick_default,
        answer=setup.pick_answer,
        stands=_still_picking,
    ),
    q.StartingTurn: Asked(
        types=(m.Roll, m.Step, m.Cure, m.TryGate, m.TrialsAgain, m.DarkPact),
        moves=turns.start_moves,
        default=turns.start_default,
        answer=turns.start_answer,
    ),
    q.ChoosingFirstStep: Asked(
        types=(m.FirstStep, m.WalkTo),
        moves=movement.first_step_moves,
        default=movement.first_step_default,
        answer=movement.first_step_answer,
    ),
    q.ChoosingBranch: Asked(
        types=(m.TakeBranch,),
        moves=movement.branch_moves,
        default=movement.branch_default,
        answer=movement.branch_answer,
    ),
    q.Engaging: Asked(
        types=(m.Explore, m.Attack, m.UseAbility),
        moves=arrival.engage_moves,
        default=arrival.engage_default,
        answer=arrival.engage_answer,
    ),
    q.AboutToExplore: Asked(
        types=(m.GoOn,),
        moves=exploration.about_moves,
        default=exploration.about_default,
        answer=exploration.about_answer,
    ),
    q.SplittingDraw: Asked(
        types=(m.SplitDraw, m.AlwaysDraw),
        moves=exploration.split_moves,
        default=exploration.split_default,
        answer=exploration.split_answer,
    ),
    q.BeforeFight: Asked(
        types=(m.StandAndFight, m.Evade),
        moves=fights.before_moves,
        default=fights.before_default,
        answer=fights.before_answer,
        stands=fights.before_stands,
    ),
    q.Counterspell: Asked(
        types=(m.Pass, m.Cancel),
        moves=spells.counterspell_moves,
        default=spells.counterspell_default,
        answer=spells.counterspell_answer,
        stands=_in_the_air,
    ),
    q.SecondWind: Asked(
        types=(m.FightAgain, m.Accept), moves=fights.wind_moves, default=fights.wind_default, answer=fights.wind_answer
    ),
    q.ClaimingReward: Asked(
        types=(m.Claim,),
        moves=duels.reward_moves,
        default=duels.reward_default,
        answer=duels.reward_answer,
        stands=duels.reward_stands,
    ),
    q.PickingPocket: Asked(
        types=(m.Claim,),
        moves=arrival.pocket_moves,
        default=arrival.pocket_default,
        answer=arrival.pocket_answer,
        stands=arrival.pocket_stands,
    ),
    q.Praying: Asked(
        types=(m.Keep, m.Reroll),
        moves=choices.prayer_moves,
        default=choices.prayer_default,
        answer=choices.prayer_answer,
    ),
    q.Choosing: Asked(
        types=(m.Choose,), moves=choices.choose_moves, default=choices.choose_default, answer=choices.choose_answer
    ),
    q.Paying: Asked(
        types=(m.Pay, m.Decline, m.AlwaysDecline),
        moves=choices.pay_moves,
        default=choices.pay_default,
        answer=choices.pay_answer,
        stands=choices.pay_stands,
    ),
    q.ChoosingDiscard: Asked(
        types=(m.DiscardCard,),
        moves=choices.discard_moves,
        default=choices.discard_default,
        answer=choices.discard_answer,
        stands=choices.discard_stands,
    ),
    q.Eye: Asked(types=(m.OrderCards,), moves=eye.eye_moves, default=eye.eye_default, answer=eye.eye_answer),
    q.Taking: Asked(
        types=(m.Take, m.AlwaysTake, m.TakeInstead, m.LeaveLying),
        moves=exploration.taking_moves,
        default=exploration.taking_default,
        answer=exploration.taking_answer,
    ),
    q.DroppingExcess: Asked(
        types=(m.DropExcess,),
        moves=belongings.excess_moves,
        default=belongings.excess_default,
        answer=belongings.excess_answer,
        stands=belongings.excess_stands,
    ),
    q.DiscardingSpell: Asked(
        types=(m.DiscardSpell,),
        moves=belongings.spell_moves,
        default=belongings.spell_default,
        answer=belongings.spell_answer,
        stands=belongings.spell_stands,
    ),
    q.UsingMap: Asked(
        types=(m.UseMap, m.RollKind), moves=crystal.map_moves, default=crystal.map_default, answer=crystal.map_answer
    ),
    q.FacingTrials: Asked(
        types=(m.Attempt, m.Decline),
        moves=crystal.trials_moves,
        default=crystal.trials_default,
        answer=crystal.trials_answer,
    ),
}

# Never skipped, because that would tell the others what they may not know: that two cards seen are equal (CAVE-R23.1).
ALWAYS_PUT = (q.Counterspell, q.Eye)
# By rules 1 a turn always began with a question.
ALWAYS_PUT_1 = (q.StartingTurn, *ALWAYS_PUT)


def ask(draft: Draft, question: Question) -> None:
    """Put the question, unless nothing is left to decide, or public facts leave one answer (CAVE-R23.1, CAVE-R23.1a).

    Whoever has given an order for such questions is not asked, whatever the hand (CAVE-R23.15).
    """
    asked, board = QUESTIONS[type(question)], draft.board
    if not asked.stands(board, question):
        return
    if (move := exploration.by_order(board, question)) is not None:
        asked.answer(draft, question, question.seat, move)
        return
    always = ALWAYS_PUT_1 if board.rules == 1 else ALWAYS_PUT
    if isinstance(question, always) or spells.may_cast(board, question):
        draft.put(question)
        return
    moves = asked.moves(board, question, question.seat)
    if len(moves) == 1:
        asked.answer(draft, question, question.seat, moves[0])
    else:
        draft.put(question)


def types_of(question: type[Question]) -> tuple[type[Move], ...]:
    """Every type of move that can stand in a prompt of this kind."""
    casts = (m.Cast, m.CastAt, m.CastOnDeck) if question.casts else ()
    free = () if question is q.Counterspell else (m.DropObject, m.LeaveFriend, m.ExchangeTrophies, m.AskAgain)
    return (*QUESTIONS[question].types, *casts, *free)


def answers(board: Board, question: Question, seat: int) -> list[Move]:
    """What the question wants, and the casts that fit it; free actions apart."""
    moves = list(QUESTIONS[type(question)].moves(board, question, seat))
    return [*moves, *spells.cast_moves(board, question, seat)] if question.casts else moves


def free(board: Board, question: Question, seat: int) -> list[Move]:
    """What the owner may do in this prompt besides answering it: leave something behind, end an order (CAVE-R23.4)."""
    if not has_free_actions(board, question, seat):
        return []
    return [*belongings.free_moves(board, seat), *exploration.ends_of_orders(board, seat)]


def has_free_actions(board: Board, question: Question, seat: int) -> bool:
    return not isinstance(question, q.Counterspell) and board.adventurers[seat] is not None
