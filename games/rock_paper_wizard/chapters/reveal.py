"""Step 2: all gestures are shown at once, and equal spells on each other go wild (RPW-24 to RPW-29)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import dealing, resolution
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import GesturesRevealed, ShownChoice, WildCardDrawn, WildPairFormed
from games.rock_paper_wizard.state import (
    Board,
    Casting,
    Choice,
    Defaulted,
    Gesture,
    GestureState,
    Learning,
    Source,
    State,
    clockwise,
)


def reveal_when_all_are_ready(draft: Draft) -> None:
    """Show all gestures once nobody is missing; resigned and defaulted seats are not waited for (RPW-24)."""
    learning = draft.state
    if not isinstance(learning, Learning) or learning.missing:
        return
    draft.write(GesturesRevealed(gestures=tuple(_shown(answer) for answer in learning.answers)))
    go_wild(draft)
    resolution.resolve_all(draft)


def go_wild(draft: Draft) -> None:
    """Give each wizard of every wild pair a hidden card, clockwise from the first player (RPW-26, RPW-28)."""
    pairs = wild_pairs(draft.board)
    for pair in pairs:
        draft.write(WildPairFormed(seats=pair, spell=str(draft.board.gestures[pair[0]].card)))
    wild = {seat for pair in pairs for seat in pair}
    assert draft.board.first_player is not None
    for seat in clockwise(draft.board, draft.board.first_player):
        if seat in wild:
            card, draws = dealing.draw(draft)
            draft.write(WildCardDrawn(seat=seat, card=card, draws=draws))


def wild_pairs(board: Board) -> list[tuple[int, int]]:
    """The pairs that revealed the same spell on each other; all else is not wild (RPW-28)."""
    pairs = []
    for seat, gesture in enumerate(board.gestures):
        if gesture.aim is None or gesture.aim < seat:
            continue
        other = board.gestures[gesture.aim]
        if other.aim == seat and other.card == gesture.card:
            pairs.append((seat, gesture.aim))
    return pairs


def gestures_revealed(state: State, event: GesturesRevealed) -> State:
    return Casting(board=replace(state.board, gestures=tuple(_gesture(shown) for shown in event.gestures)))


def _shown(answer: Choice | Defaulted | None) -> ShownChoice | None:
    return {"spell": answer.spell, "target": answer.target} if isinstance(answer, Choice) else None


def _gesture(shown: ShownChoice | None) -> Gesture:
    if shown is None:
        return Gesture()
    return Gesture(Source.BOOK, shown["spell"], shown["target"], GestureState.POINTING)
