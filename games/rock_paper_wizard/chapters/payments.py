"""Steps that move gold (RPW-5, RPW-35, RPW-38)."""

from collections.abc import Sequence

from games.core.records import replace
from games.rock_paper_wizard.chapters.spells import Change, Spell, amount_of, selected, write_effect
from games.rock_paper_wizard.components.steps import Give, GiveChosenPoorer, GiveEachPoorer, Lose, PerPoorer, PoolSplit
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import ReceiverAsked, ReceiverChosen
from games.rock_paper_wizard.state import Board, ChoosingReceiver, Resolving, State, poorer_than


def lose(draft: Draft, spell: Spell, step: Lose) -> None:
    """Pay to the hoard, at most all the gold there is (RPW-35)."""
    (who,) = selected(draft.board, spell, step.who)
    amount = amount_of(draft.board, spell, step.amount)
    before = draft.board.wizards[who].gold
    rules = ("RPW-38",) if isinstance(step.amount, PerPoorer) else ()
    change = Change(who, "gold", before, max(0, before - amount))
    _write_payment(draft, spell, step, *rules, amount=amount, changes=[change], short=before < amount)


def give(draft: Draft, spell: Spell, step: Give) -> None:
    """Pay another wizard, at most all the gold there is; paying oneself changes nothing (RPW-35)."""
    (giver,) = selected(draft.board, spell, step.giver)
    (receiver,) = selected(draft.board, spell, step.receiver)
    if giver == receiver:
        write_effect(draft, spell, step, amount=step.amount, ignored="target_is_caster")
        return
    _pay(draft, spell, step, giver=giver, receivers=[receiver])


def give_each_poorer(draft: Draft, spell: Spell, step: GiveEachPoorer) -> None:
    """The target pays each wizard poorer than itself, clockwise from its left while its gold lasts (RPW-35)."""
    receivers = poorer_than(draft.board, spell.target)
    if not receivers:
        write_effect(draft, spell, step, "RPW-38", amount=step.amount, ignored="nobody_poorer")
        return
    _pay(draft, spell, step, "RPW-38", giver=spell.target, receivers=receivers)


def give_chosen_poorer(draft: Draft, spell: Spell, step: GiveChosenPoorer) -> None:
    """The target's player picks which of the poorer wizards is paid; asked only if two or more are possible.

    A player who has resigned is not asked, the default is taken (RPW-65). A target without gold is the poorest, so
    that "nobody is poorer" covers it.
    """
    receivers = poorer_than(draft.board, spell.target)
    if not receivers:
        write_effect(draft, spell, step, "RPW-38", amount=step.amount, ignored="nobody_poorer")
    elif len(receivers) == 1:
        give_to_poorer(draft, spell, receivers[0], step)
    elif draft.board.wizards[spell.target].resigned:
        receiver = default_receiver(draft.board, spell.target)
        write_receiver(draft, spell.target, receiver, for_resigned=True)
        give_to_poorer(draft, spell, receiver, step)
    else:
        draft.write(ReceiverAsked(seat=spell.target, caster=spell.caster, amount=step.amount))


def give_to_poorer(draft: Draft, spell: Spell, receiver: int, step: GiveChosenPoorer) -> None:
    _pay(draft, spell, step, "RPW-38", giver=spell.target, receivers=[receiver])


def write_receiver(draft: Draft, chooser: int, receiver: int, *, for_resigned: bool) -> None:
    rules = ("RPW-38", "RPW-65") if for_resigned else ("RPW-38",)
    draft.write(ReceiverChosen(seat=chooser, receiver=receiver, for_resigned=for_resigned, rules=rules))


def default_receiver(board: Board, target: int) -> int:
    """Who is paid when the target's player does not say: the poorest, of equals the first on the target's left."""
    return min(poorer_than(board, target), key=lambda seat: board.wizards[seat].gold)


def pool_split(draft: Draft, spell: Spell, step: PoolSplit) -> None:
    """Caster and target share their gold evenly, an odd coin to the caster; on oneself nothing happens."""
    if spell.caster == spell.target:
        write_effect(draft, spell, step, ignored="target_is_caster")
        return
    caster, target = draft.board.wizards[spell.caster].gold, draft.board.wizards[spell.target].gold
    half = (caster + target) // 2
    changes = [
        Change(spell.caster, "gold", caster, caster + target - half),
        Change(spell.target, "gold", target, half),
    ]
    write_effect(draft, spell, step, changes=changes)


def receiver_asked(state: State, event: ReceiverAsked) -> State:
    assert event.seat is not None
    board = replace(state.board, questions=state.board.questions + 1)
    return ChoosingReceiver(board=board, caster=event.caster, chooser=event.seat, amount=event.amount)


def receiver_chosen(state: State) -> State:
    assert isinstance(state, ChoosingReceiver | Resolving)
    return Resolving(board=state.board, caster=state.caster)


def _pay(
    draft: Draft,
    spell: Spell,
    step: Give | GiveEachPoorer | GiveChosenPoorer,
    *rules: str,
    giver: int,
    receivers: Sequence[int],
) -> None:
    wizards = draft.board.wizards
    purse = wizards[giver].gold
    changes = []
    for receiver in receivers:
        paid = min(step.amount, purse)
        purse -= paid
        changes.append(Change(receiver, "gold", wizards[receiver].gold, wizards[receiver].gold + paid))
    paying = Change(giver, "gold", wizards[giver].gold, purse)
    short = wizards[giver].gold < step.amount * len(receivers)
    _write_payment(draft, spell, step, *rules, amount=step.amount, changes=[paying, *changes], short=short)


def _write_payment(
    draft: Draft,
    spell: Spell,
    step: Lose | Give | GiveEachPoorer | GiveChosenPoorer,
    *rules: str,
    amount: int,
    changes: Sequence[Change],
    short: bool,
) -> None:
    if short:
        rules = (*rules, "RPW-35")
    ignored = "too_little_gold" if short else None
    write_effect(draft, spell, step, *rules, amount=amount, changes=changes, ignored=ignored)
