"""Leaving the match for good (RPW-65, RPW-66)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import gestures, payments, resolution, reveal
from games.rock_paper_wizard.chapters.learning import answered
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import LastSeatRemained, SeatResigned
from games.rock_paper_wizard.outcome import LAST_SEAT
from games.rock_paper_wizard.state import ChoosingReceiver, Finished, Learning, State, still_in, with_wizard


def resign(draft: Draft, seat: int) -> None:
    """Leave; the wizard stays on the track, its choice of this round is void or its live gesture cancelled.

    The last seat left wins at once, and nothing else is carried out then (RPW-66).
    """
    before = draft.state
    draft.write(SeatResigned(seat=seat))
    left = still_in(draft.board)
    if len(left) == 1:
        draft.write(LastSeatRemained(winner=left[0]))
    elif isinstance(before, ChoosingReceiver):
        leave_while_resolving(draft, before, seat)
    else:
        reveal.reveal_when_all_are_ready(draft)


def leave_while_resolving(draft: Draft, asked: ChoosingReceiver, seat: int) -> None:
    """Cancel the seat's gesture if it still points; if the question was its own, the default answers it (RPW-65)."""
    if draft.board.gestures[seat].live:
        gestures.cancel_gesture(draft, seat=seat, wizard=seat, rules=("RPW-65", "RPW-44"))
    if seat == asked.chooser:
        receiver = payments.default_receiver(draft.board, seat)
        resolution.hand_over(draft, asked, receiver=receiver, for_resigned=True)


def seat_resigned(state: State, event: SeatResigned) -> State:
    assert event.seat is not None
    gone = replace(state.board.wizards[event.seat], resigned=True)
    left = replace(state, board=with_wizard(state.board, event.seat, gone))
    return answered(left, event.seat, None) if isinstance(left, Learning) else left


def last_seat_remained(state: State, event: LastSeatRemained) -> State:
    return Finished(board=state.board, reason=LAST_SEAT, winners=(event.winner,))
