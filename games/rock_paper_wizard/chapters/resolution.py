"""Step 3: each spell in turn, clockwise from the first player (RPW-30 to RPW-50)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import interpreter, payments, scoring
from games.rock_paper_wizard.chapters.spells import Spell, under_way
from games.rock_paper_wizard.components.steps import GiveChosenPoorer
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import SpellBegun, WildCardDiscarded
from games.rock_paper_wizard.moves import ChooseReceiver
from games.rock_paper_wizard.refusals import refusal
from games.rock_paper_wizard.state import (
    Board,
    ChoosingReceiver,
    GestureState,
    Resolving,
    Source,
    State,
    clockwise,
    poorer_than,
    with_gesture,
)


def resolve_all(draft: Draft) -> None:
    """Carry out every live gesture, each completely before the next, then score; stops where a player is asked."""
    while (caster := next_caster(draft.board)) is not None:
        spell = begin_spell(draft, caster)
        for step in spell.card.steps:
            interpreter.apply(draft, spell, step)
        if isinstance(draft.state, ChoosingReceiver):
            return
        end_spell(draft, caster)
    scoring.score(draft)


def next_caster(board: Board) -> int | None:
    """The first wizard from the first player on that still points; one that is done or cancelled does not (RPW-30)."""
    assert board.first_player is not None
    return next((seat for seat in clockwise(board, board.first_player) if board.gestures[seat].live), None)


def begin_spell(draft: Draft, caster: int) -> Spell:
    """Let the gesture go, then turn up a wild card; the target is the aim of this moment (RPW-31, RPW-32)."""
    spell = under_way(draft.board, caster)
    wild = draft.board.gestures[caster].source is Source.WILD
    rules = ("RPW-30", "RPW-31", "RPW-46") if wild else ("RPW-30", "RPW-31")
    draft.write(SpellBegun(seat=caster, card=spell.card.id, aim=spell.target, wild=wild, rules=rules))
    return spell


def end_spell(draft: Draft, caster: int) -> None:
    """A wild card goes to the discard pile after its last step, a book card stays where it is (RPW-46)."""
    if draft.board.turned_up is not None:
        draft.write(WildCardDiscarded(seat=caster, card=draft.board.turned_up))


def choose_receiver(draft: Draft, seat: int, move: ChooseReceiver) -> None:
    """As the target of Charm Person, hand the gold to one of the wizards poorer than oneself (RPW-38)."""
    state = draft.state
    if not isinstance(state, ChoosingReceiver):
        raise refusal("no_receiver_wanted")
    if seat != state.chooser:
        raise refusal("not_your_choice")
    if type(move.receiver) is not int:
        raise refusal("malformed_choice")
    if move.receiver not in poorer_than(state.board, seat):
        raise refusal("receiver_not_poorer", receiver=move.receiver)
    hand_over(draft, state, receiver=move.receiver, for_resigned=False)


def hand_over(draft: Draft, asked: ChoosingReceiver, *, receiver: int, for_resigned: bool) -> None:
    """Give the gold that was asked about, end that spell and go on with the next."""
    payments.write_receiver(draft, asked.chooser, receiver, for_resigned=for_resigned)
    payments.give_to_poorer(draft, under_way(draft.board, asked.caster), receiver, GiveChosenPoorer(asked.amount))
    end_spell(draft, asked.caster)
    resolve_all(draft)


def spell_begun(state: State, event: SpellBegun) -> State:
    assert event.seat is not None
    board = state.board
    released = with_gesture(board, event.seat, replace(board.gestures[event.seat], state=GestureState.RELEASED))
    return Resolving(board=replace(released, turned_up=event.card if event.wild else None), caster=event.seat)


def wild_card_discarded(state: State, event: WildCardDiscarded) -> State:
    board = state.board
    return replace(state, board=replace(board, turned_up=None, discard=(*board.discard, event.card)))
