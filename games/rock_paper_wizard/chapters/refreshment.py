"""Step 5: back from the end areas, a new card in the book, the marker passed on (RPW-57 to RPW-63)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import dealing
from games.rock_paper_wizard.components.track import reentry
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import BookCardRetired, MarkerPassed, WizardReentered
from games.rock_paper_wizard.state import State, with_wizard


def refresh(draft: Draft) -> None:
    """The four actions in their order, then the next round."""
    for seat, wizard in enumerate(draft.board.wizards):
        if reentry(wizard.pos) != wizard.pos:
            draft.write(WizardReentered(wizard=seat, before=wizard.pos, after=reentry(wizard.pos)))
    draft.write(BookCardRetired(card=draft.board.book[-1]))
    dealing.fill_slot(draft, placing=("RPW-59",), rejecting=("RPW-60",))
    assert draft.board.first_player is not None
    draft.write(MarkerPassed(first_player=(draft.board.first_player + 1) % draft.board.seats))
    dealing.begin_round(draft)


def wizard_reentered(state: State, event: WizardReentered) -> State:
    board = state.board
    moved = replace(board.wizards[event.wizard], pos=event.after)
    return replace(state, board=with_wizard(board, event.wizard, moved))


def book_card_retired(state: State, event: BookCardRetired) -> State:
    board = state.board
    return replace(state, board=replace(board, book=board.book[:-1], discard=(*board.discard, event.card)))


def marker_passed(state: State, event: MarkerPassed) -> State:
    return replace(state, board=replace(state.board, first_player=event.first_player))
