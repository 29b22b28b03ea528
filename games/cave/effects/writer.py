"""Typed steps back to effect strings, as the rules page writes them, and to JSON."""

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from games.cave.effects import passives
from games.cave.effects import steps as s
from games.core.json import JSON


@cache
def unparse(steps: s.Steps) -> str:
    """The effect string that `parser.parse` reads as these steps."""
    return " + ".join(_step(step) for step in steps)


def term_of(step: s.Step, origin: str) -> str:
    """The id by which `terms` name a step; lost turns mean another thing in each kind of text (CAVE-10.2)."""
    text = _step(step)
    return f"{text}@{origin}" if s.LoseTurn.op in text else text


def _step(step: s.Step) -> str:
    inside = _inside(step)
    return f"{step.op}({inside})" if inside else step.op


# One branch for each word with its own manner of brackets, and nothing else.
def _inside(step: s.Step) -> str:
    match step:
        case s.Heal(n):
            return "all" if n is None else str(n)
        case s.Go(to, area):
            return to if area is None else f"area:{area}"
        case s.Fight(by, n, win):
            return f"{by},{n}" + (f",win: {unparse(win)}" if win else "")
        case s.OnDefeat(steps) | s.OnVictory(steps) | s.EachAll(steps):
            return unparse(steps)
        case s.Target(steps):
            return f"adventurer: {unparse(steps)}"
        case s.Roll(branches):
            return " | ".join(f"{_faces(branch)}: {unparse(branch.steps)}" for branch in branches)
        case s.StatTest(stat, ok, fail):
            return f"{stat}, ok: {unparse(ok)} | fail: {unparse(fail)}"
        case s.Choose(options):
            return " | ".join(unparse(option) for option in options)
        case s.Pay(n, steps):
            return f"{n}: {unparse(steps)}"
        case s.If(cases):
            return " | ".join(f"alignment={case.alignment}: {unparse(case.steps)}" for case in cases)
        case s.PeekReorder(n):
            return f"choice,{n}"
        case passives.Armour(low, high):
            return f"{low}-{high}"
        case passives.Restrict(alignments):
            return ",".join(alignments)
        case passives.Limit(n):
            return f"objects,{n}"
        case passives.Immune():
            return "slow"
        case s.Evade():
            return "all"
        case _:
            return ",".join(str(getattr(step, item.name)) for item in fields(step))


def _faces(branch: s.Branch) -> str:
    return str(branch.low) if branch.low == branch.high else f"{branch.low}-{branch.high}"


def steps_to_json(steps: s.Steps) -> list[JSON]:
    """`[{"op": "gain", "stat": "gold", "n": 1}]`: each step with its fields, steps within steps alike."""
    return [_to_json(step) for step in steps]


def _to_json(value: Any) -> JSON:
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    if not is_dataclass(value):
        return value  # type: ignore[no-any-return]
    named = {item.name: _to_json(getattr(value, item.name)) for item in fields(value)}
    return {"op": value.op, **named} if hasattr(value, "op") else named
