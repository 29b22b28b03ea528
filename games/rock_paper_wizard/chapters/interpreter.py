"""The dictionary of card steps: which function carries out which word."""

from typing import assert_never

from games.rock_paper_wizard.chapters import gestures, movement, payments
from games.rock_paper_wizard.chapters.spells import Spell
from games.rock_paper_wizard.components.steps import (
    Advance,
    Cancel,
    Give,
    GiveChosenPoorer,
    GiveEachPoorer,
    Lose,
    MakeWild,
    Place,
    PoolSplit,
    Push,
    RedirectNext,
    RedirectSelf,
    Step,
    Swap,
)
from games.rock_paper_wizard.draft import Draft


def apply(draft: Draft, spell: Spell, step: Step) -> None:
    """Carry out one step as far as possible (RPW-33); a step for every word, a branch for every step."""
    match step:
        case Push():
            movement.push(draft, spell, step)
        case Advance():
            movement.advance(draft, spell, step)
        case Place():
            movement.place(draft, spell, step)
        case Swap():
            movement.swap(draft, spell, step)
        case Lose():
            payments.lose(draft, spell, step)
        case Give():
            payments.give(draft, spell, step)
        case GiveEachPoorer():
            payments.give_each_poorer(draft, spell, step)
        case GiveChosenPoorer():
            payments.give_chosen_poorer(draft, spell, step)
        case PoolSplit():
            payments.pool_split(draft, spell, step)
        case RedirectNext():
            gestures.redirect_next(draft, spell, step)
        case RedirectSelf():
            gestures.redirect_self(draft, spell, step)
        case Cancel():
            gestures.cancel(draft, spell, step)
        case MakeWild():
            gestures.make_wild(draft, spell, step)
        case _:
            assert_never(step)
