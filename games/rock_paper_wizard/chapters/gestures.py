"""Steps that change the target's gesture, as long as it is live (RPW-39 to RPW-45)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import dealing
from games.rock_paper_wizard.chapters.spells import Spell, not_live_rule, why_not_live, write_effect
from games.rock_paper_wizard.components.steps import Cancel, GestureStep, MakeWild, RedirectNext, RedirectSelf
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import GestureCancelled, GestureMadeWild, GestureRedirected, WildCardDrawn
from games.rock_paper_wizard.state import Board, GestureState, Source, State, with_gesture


def redirect_next(draft: Draft, spell: Spell, step: RedirectNext) -> None:
    """Turn the target's gesture to the next wizard clockwise, even to the target itself (RPW-42)."""
    if is_live(draft, spell, step):
        _redirect(draft, spell, (_aim(draft.board, spell.target) + 1) % draft.board.seats, "RPW-42")


def redirect_self(draft: Draft, spell: Spell, step: RedirectSelf) -> None:
    """Turn the target's gesture back on the target, wherever it pointed (RPW-41)."""
    if is_live(draft, spell, step):
        _redirect(draft, spell, spell.target, "RPW-41")


def cancel(draft: Draft, spell: Spell, step: Cancel) -> None:
    """The target loses its turn of this round (RPW-44)."""
    if is_live(draft, spell, step):
        cancel_gesture(draft, seat=spell.caster, wizard=spell.target, rules=("RPW-44",))


def make_wild(draft: Draft, spell: Spell, step: MakeWild) -> None:
    """The target points a hidden card instead of its spell; one that does already keeps it (RPW-45)."""
    if not is_live(draft, spell, step):
        return
    if draft.board.gestures[spell.target].source is Source.WILD:
        write_effect(draft, spell, step, "RPW-45", ignored="already_wild")
        return
    card, draws = dealing.draw(draft)
    draft.write(GestureMadeWild(seat=spell.caster, wizard=spell.target, card=card, draws=draws))


def is_live(draft: Draft, spell: Spell, step: GestureStep) -> bool:
    """Whether the target's gesture can still be changed; if not, the step is recorded as ignored (RPW-39, RPW-40)."""
    reason = why_not_live(draft.board, spell)
    if reason is not None:
        write_effect(draft, spell, step, not_live_rule(reason), ignored=reason)
    return reason is None


def cancel_gesture(draft: Draft, *, seat: int, wizard: int, rules: tuple[str, ...]) -> None:
    """Cancel a live gesture by the doing of `seat`; a wild card is turned up and discarded (RPW-44)."""
    gesture = draft.board.gestures[wizard]
    held = gesture.card if gesture.source is Source.WILD else None
    draft.write(GestureCancelled(seat=seat, wizard=wizard, card=held, rules=rules))


def gesture_redirected(state: State, event: GestureRedirected) -> State:
    board = state.board
    turned = replace(board.gestures[event.wizard], aim=event.after)
    return replace(state, board=with_gesture(board, event.wizard, turned))


def gesture_cancelled(state: State, event: GestureCancelled) -> State:
    board = state.board
    cancelled = replace(board.gestures[event.wizard], state=GestureState.CANCELLED)
    discard = board.discard if event.card is None else (*board.discard, event.card)
    return replace(state, board=replace(with_gesture(board, event.wizard, cancelled), discard=discard))


def wild_card_drawn(state: State, event: WildCardDrawn) -> State:
    assert event.seat is not None
    return replace(state, board=_with_wild_card(state.board, event.seat, event.card))


def gesture_made_wild(state: State, event: GestureMadeWild) -> State:
    return replace(state, board=_with_wild_card(state.board, event.wizard, event.card))


def _redirect(draft: Draft, spell: Spell, aim: int, rule: str) -> None:
    before = _aim(draft.board, spell.target)
    draft.write(
        GestureRedirected(seat=spell.caster, wizard=spell.target, before=before, after=aim, rules=(rule, "RPW-43"))
    )


def _aim(board: Board, seat: int) -> int:
    aim = board.gestures[seat].aim
    assert aim is not None
    return aim


def _with_wild_card(board: Board, seat: int, card: str) -> Board:
    drawn = replace(board, deck=dealing.without(board.deck, card))
    return with_gesture(drawn, seat, replace(board.gestures[seat], source=Source.WILD, card=card))
