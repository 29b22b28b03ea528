"""Steps that move wizards along the track (RPW-34, RPW-36, RPW-37)."""

from collections.abc import Sequence

from games.rock_paper_wizard.chapters.spells import (
    Change,
    Spell,
    amount_of,
    not_live_rule,
    selected,
    why_not_live,
    write_effect,
)
from games.rock_paper_wizard.components.steps import Advance, Amount, PerCardBetween, PerPoorer, Place, Push, Swap, Who
from games.rock_paper_wizard.components.track import on_track
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.state import Board

WHO_RULES: dict[Who, tuple[str, ...]] = {"neighbours": ("RPW-49",), "target_of_target": ("RPW-48",)}


def push(draft: Draft, spell: Spell, step: Push) -> None:
    """Move the wizards toward the exit, not beyond its last space (RPW-37, RPW-34)."""
    _shift(draft, spell, step, way=-1, rule="RPW-37")


def advance(draft: Draft, spell: Spell, step: Advance) -> None:
    """Move the wizards toward the treasure, not beyond the last space (RPW-36, RPW-34)."""
    _shift(draft, spell, step, way=1, rule="RPW-36")


def place(draft: Draft, spell: Spell, step: Place) -> None:
    """Put a wizard on another's space or next to it, forward or backward, as far as the track goes (RPW-34)."""
    (who,) = selected(draft.board, spell, step.who)
    (at,) = selected(draft.board, spell, step.at)
    wanted = draft.board.wizards[at].pos + step.offset
    _write_moves(draft, spell, step, [(who, wanted)])


def swap(draft: Draft, spell: Spell, step: Swap) -> None:
    """Caster and target change spaces; on oneself nothing happens."""
    wizards = draft.board.wizards
    if spell.caster == spell.target:
        write_effect(draft, spell, step, ignored="target_is_caster")
        return
    wanted = [(spell.caster, wizards[spell.target].pos), (spell.target, wizards[spell.caster].pos)]
    _write_moves(draft, spell, step, wanted)


def _shift(draft: Draft, spell: Spell, step: Push | Advance, *, way: int, rule: str) -> None:
    amount = amount_of(draft.board, spell, step.amount)
    rules = (rule, *WHO_RULES.get(step.who, ()), *_amount_rules(draft.board, spell, step.amount))
    chosen = selected(draft.board, spell, step.who)
    if not chosen:
        reason = why_not_live(draft.board, spell)
        assert reason is not None
        write_effect(draft, spell, step, *rules, not_live_rule(reason), amount=amount, ignored=reason)
        return
    wanted = [(wizard, draft.board.wizards[wizard].pos + way * amount) for wizard in chosen]
    _write_moves(draft, spell, step, wanted, *rules, amount=amount)


def _write_moves(
    draft: Draft,
    spell: Spell,
    step: Push | Advance | Place | Swap,
    wanted: Sequence[tuple[int, int]],
    *rules: str,
    amount: int | None = None,
) -> None:
    wizards = draft.board.wizards
    changes = [Change(wizard, "pos", wizards[wizard].pos, on_track(pos)) for wizard, pos in wanted]
    short = any(on_track(pos) != pos for _, pos in wanted)
    if short:
        rules = (*rules, "RPW-34")
    ignored = "end_of_track" if short else None
    write_effect(draft, spell, step, *rules, amount=amount, changes=changes, ignored=ignored)


def _amount_rules(board: Board, spell: Spell, amount: Amount) -> tuple[str, ...]:
    if isinstance(amount, PerPoorer):
        return ("RPW-38",)
    wild = isinstance(amount, PerCardBetween) and spell.card.id not in board.book
    return ("RPW-47",) if wild else ()
