"""Step 1: every player picks a spell and a target in secret (RPW-18 to RPW-23)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import reveal
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import ChoiceDefaulted, ChoiceMade
from games.rock_paper_wizard.moves import ChooseSpell
from games.rock_paper_wizard.refusals import refusal
from games.rock_paper_wizard.state import Choice, Defaulted, Learning, State


def choose(draft: Draft, seat: int, move: ChooseSpell) -> None:
    """Pick a spell of the book and another wizard as its target; the last pick brings the reveal (RPW-18, RPW-24).

    A wizard whose player has resigned is a legal target (RPW-65).
    """
    require_answer_due(draft.state, seat)
    if type(move.spell) is not str or type(move.target) is not int:
        raise refusal("malformed_choice")
    if move.spell not in draft.board.book:
        raise refusal("spell_not_in_book", spell=move.spell)
    if not 0 <= move.target < draft.board.seats:
        raise refusal("unknown_target", target=move.target)
    if move.target == seat:
        raise refusal("target_is_self")
    draft.write(ChoiceMade(seat=seat, spell=move.spell, target=move.target))
    reveal.reveal_when_all_are_ready(draft)


def cast_nothing(draft: Draft, seat: int) -> None:
    """The clock's answer; that only the clock may give it is checked before moves come here (RPW-23)."""
    require_answer_due(draft.state, seat)
    draft.write(ChoiceDefaulted(seat=seat))
    reveal.reveal_when_all_are_ready(draft)


def require_answer_due(state: State, seat: int) -> None:
    """Refuse unless the learn step still waits for this seat; an answer stands (RPW-22)."""
    if not isinstance(state, Learning):
        raise refusal("not_learning")
    if state.answers[seat] is not None:
        raise refusal("already_chosen")


def choice_made(state: State, event: ChoiceMade) -> State:
    assert event.seat is not None
    return answered(state, event.seat, Choice(event.spell, event.target))


def choice_defaulted(state: State, event: ChoiceDefaulted) -> State:
    assert event.seat is not None
    return answered(state, event.seat, Defaulted())


def answered(state: State, seat: int, answer: Choice | Defaulted | None) -> State:
    """The learn step with this seat's answer; None takes it back, which only resigning does (RPW-65)."""
    assert isinstance(state, Learning)
    return replace(state, answers=(*state.answers[:seat], answer, *state.answers[seat + 1 :]))
