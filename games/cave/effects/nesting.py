"""The steps that stand within a step of a card's text."""

from collections.abc import Iterator

from games.cave.effects import steps as s


def inner(step: s.Step) -> Iterator[s.Steps]:
    """The lists of steps within a step, in the order of the text."""
    match step:
        case s.Fight(win=steps):
            yield steps
        case s.OnDefeat(steps) | s.OnVictory(steps) | s.EachAll(steps) | s.Target(steps) | s.Pay(_, steps):
            yield steps
        case s.Roll(branches):
            yield from (branch.steps for branch in branches)
        case s.StatTest(_, ok, fail):
            yield from (ok, fail)
        case s.Choose(options):
            yield from options
        case s.If(cases):
            yield from (case.steps for case in cases)
        case _:
            pass
