"""The spell under way: whom a step works on, how much it asks for, and the event it leaves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from games.core.records import replace
from games.rock_paper_wizard.components.cards import BY_ID, Card
from games.rock_paper_wizard.components.steps import Amount, GoldGap, PerCardBetween, PerPoorer, Step, Who
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import EffectApplied, ShownChange
from games.rock_paper_wizard.state import Board, GestureState, State, poorer_than

NOT_LIVE = {
    GestureState.NONE: "target_cast_nothing",
    GestureState.RELEASED: "target_has_resolved",
    GestureState.CANCELLED: "target_was_cancelled",
}


@dataclass(frozen=True, slots=True)
class Spell:
    """Who casts what on whom; the target was read when the caster's turn came (RPW-32)."""

    caster: int
    target: int
    card: Card


@dataclass(frozen=True, slots=True)
class Change:
    """A wizard's `pos` or `gold` before and after a step."""

    wizard: int
    of: Literal["pos", "gold"]
    before: int
    after: int

    def to_json(self) -> ShownChange:
        return {"wizard": self.wizard, "of": self.of, "before": self.before, "after": self.after}


def under_way(board: Board, caster: int) -> Spell:
    """The spell of a caster whose turn has come: nothing moves that gesture any more (RPW-31)."""
    gesture = board.gestures[caster]
    assert gesture.card is not None
    assert gesture.aim is not None
    return Spell(caster, gesture.aim, BY_ID[gesture.card])


def selected(board: Board, spell: Spell, who: Who) -> tuple[int, ...]:
    """The wizards a step names; `target_of_target` may be nobody (RPW-48).

    Neighbours are seats, not spaces: the left one, then the right one, the caster too if seated there (RPW-49).
    """
    match who:
        case "caster":
            return (spell.caster,)
        case "target":
            return (spell.target,)
        case "neighbours":
            return (spell.target + 1) % board.seats, (spell.target - 1) % board.seats
        case "target_of_target":
            gesture = board.gestures[spell.target]
            return (gesture.aim,) if gesture.live and gesture.aim is not None else ()


def amount_of(board: Board, spell: Spell, amount: Amount) -> int:
    """What an amount comes to when its step is carried out (RPW-32)."""
    match amount:
        case PerPoorer(each):
            return each * len(poorer_than(board, spell.target))
        case GoldGap():
            return abs(board.wizards[spell.target].gold - board.wizards[spell.caster].gold)
        case PerCardBetween(base, each):
            return base + each * cards_between(board, spell.card.id)
        case int():
            return amount


def cards_between(board: Board, card: str) -> int:
    """How many cards lie between a card of the book and the deck; none for a wild card (RPW-47)."""
    return board.book.index(card) if card in board.book else 0


def why_not_live(board: Board, spell: Spell) -> str | None:
    """Why the target's gesture cannot be changed or followed any more; None when it can (RPW-39, RPW-40)."""
    if spell.target == spell.caster:
        return "target_is_caster"
    return NOT_LIVE.get(board.gestures[spell.target].state)


def not_live_rule(reason: str) -> str:
    """The clause by which a step on a gesture is ignored."""
    return "RPW-39" if reason == "target_has_resolved" else "RPW-40"


def write_effect(
    draft: Draft,
    spell: Spell,
    step: Step,
    *rules: str,
    amount: int | None = None,
    changes: Iterable[Change] = (),
    ignored: str | None = None,
) -> None:
    """Record one step of the spell with what it changed; `rules` are the clauses besides "in the card's order"."""
    draft.write(
        EffectApplied(
            seat=spell.caster,
            rules=tuple(dict.fromkeys(("RPW-32", *rules, *(("RPW-33",) if ignored else ())))),
            effect=step.op,
            amount=amount,
            changes=tuple(change.to_json() for change in changes),
            ignored=ignored,
        )
    )


def effect_applied(state: State, event: EffectApplied) -> State:
    board = state.board
    wizards = list(board.wizards)
    for change in event.changes:
        seat, after = change["wizard"], change["after"]
        if change["of"] == "pos":
            wizards[seat] = replace(wizards[seat], pos=after)
        else:
            wizards[seat] = replace(wizards[seat], gold=after)
    return replace(state, board=replace(board, wizards=tuple(wizards)))
