"""Leaving the match for good (CAVE-R23.10)."""

from games.cave.agenda.questions import ClaimingReward, Counterspell
from games.cave.agenda.tasks import Question
from games.cave.chapters.choices import made
from games.cave.chapters.death import judge_survivors, leave_body
from games.cave.decisions import QUESTIONS
from games.cave.draft import Draft
from games.cave.events.course import QuestionClosed, ReactionPassed, SeatResigned
from games.cave.events.incidents import SpellResolved
from games.cave.state import Asking, Finished


def resign(draft: Draft, seat: int) -> None:
    """Answer what another waits for, and die without a successor (CAVE-R23.10, CAVE-R24.2)."""
    assert isinstance(draft.state, Asking)
    question = draft.state.question
    if seat in question.seats:
        close(draft, seat)
    if isinstance(draft.state, Finished):
        return
    was_out = draft.board.out[seat] is not None
    draft.write(SeatResigned(seat=seat))
    if was_out:
        return
    if draft.board.adventurers[seat] is not None:
        leave_body(draft, seat, ("CAVE-R23.10",))
    take_spell_along(draft, seat, question)
    judge_survivors(draft)
    still = draft.state
    if isinstance(still, Asking) and not stands(draft):
        draft.write(QuestionClosed(kind=still.question.kind))


def close(draft: Draft, seat: int) -> None:
    """Pass on a spell, claim the default reward; any other question of the seat closes unanswered."""
    assert isinstance(draft.state, Asking)
    question = draft.state.question
    match question:
        case Counterspell():
            draft.write(ReactionPassed(seat=seat))
        case ClaimingReward():
            asked = QUESTIONS[ClaimingReward]
            move = asked.default(draft.board, question, seat)
            draft.write(made(question, seat, move, ("CAVE-R23.2",)))
            asked.answer(draft, question, seat, move)
        case _:
            draft.write(QuestionClosed(kind=question.kind))


def take_spell_along(draft: Draft, seat: int, question: Question) -> None:
    """A caster who is gone casts nothing: the spell goes to the used ones (CAVE-R23.10).

    In the caster's own turn the end of the turn has done so already.
    """
    spell = draft.board.being_cast
    if isinstance(question, Counterspell) and question.seat == seat and spell is not None:
        draft.write(SpellResolved(seat=seat, spell=spell))


def stands(draft: Draft) -> bool:
    """Whether the open question is still about something: its turn goes on, and those it is about are alive."""
    assert isinstance(draft.state, Asking)
    question, turn = draft.state.question, draft.board.turn
    alive = turn is None or draft.board.out[turn.seat] is None
    return alive and QUESTIONS[type(question)].stands(draft.board, question)
