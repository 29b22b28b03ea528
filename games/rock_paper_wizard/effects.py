"""The dictionary of card steps: which function carries out which word."""

from typing import assert_never

from games.rock_paper_wizard import gestures, giving, moving
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.spells import Spell
from games.rock_paper_wizard.steps import (
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


def apply(draft: Draft, spell: Spell, step: Step) -> None:
    """Carry out one step as far as possible (RPW-33); a step for every word, a branch for every step."""
    match step:
        case Push():
            moving.push(draft, spell, step)
        case Advance():
            moving.advance(draft, spell, step)
        case Place():
            moving.place(draft, spell, step)
        case Swap():
            moving.swap(draft, spell, step)
        case Lose():
            giving.lose(draft, spell, step)
        case Give():
            giving.give(draft, spell, step)
        case GiveEachPoorer():
            giving.give_each_poorer(draft, spell, step)
        case GiveChosenPoorer():
            giving.give_chosen_poorer(draft, spell, step)
        case PoolSplit():
            giving.pool_split(draft, spell, step)
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
