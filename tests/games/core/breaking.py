"""How to break the toy game in one place, and the list of all that is broken."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition, Outcome
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move
from games.core.prompts import Prompt, PromptMove
from tests.games.core.toy import (
    TOY,
    Table,
)

Verdict = Sequence[Event]

# Each entry breaks the game in one place: the check that has to notice, words of its message, the broken game.
BREAKS: list[tuple[str, str, Callable[[], GameDefinition]]] = []


def breaks(check: str, message: str) -> Callable[[Callable[[], GameDefinition]], Callable[[], GameDefinition]]:
    """Put a broken game on the list."""

    def note(make: Callable[[], GameDefinition]) -> Callable[[], GameDefinition]:
        BREAKS.append((check, message, make))
        return make

    return note


def judging(
    refused: Callable[[Table, int, Move], bool], code: str = "forbidden", clause: str = "TOY-3"
) -> GameDefinition:
    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        if refused(state, seat, move):
            raise RuleBroken(code, clause=clause)
        return TOY.decide(state, seat, move, chance)

    return replace(TOY, decide=decide)


def asking(change: Callable[[Table, Prompt], Prompt]) -> GameDefinition:
    def prompts(state: Table) -> Mapping[int, Prompt]:
        return {seat: change(state, prompt) for seat, prompt in TOY.prompts(state).items()}

    return replace(TOY, prompts=prompts)


def relisting(change: Callable[[PromptMove], PromptMove]) -> GameDefinition:
    def changed(state: Table, prompt: Prompt) -> Prompt:
        return replace(prompt, moves=(change(prompt.moves[0]),)) if prompt.kind == "bid" else prompt

    return asking(changed)


def only_first(prompt: Prompt) -> Prompt:
    return replace(prompt, moves=(replace(prompt.moves[0], legal=prompt.moves[0].legal[:1]),))


def telling(change: Callable[[Any], Event], evolve: Any = TOY.evolve) -> GameDefinition:
    def start(options: JSONObject, seats: int, chance: Chance) -> Verdict:
        return [change(event) for event in TOY.start(options, seats, chance)]

    def decide(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
        events = [change(event) for event in TOY.decide(state, seat, move, chance).events]
        return Decision(events=events, state=reduce(evolve, events, state))

    return replace(TOY, start=start, decide=decide, evolve=evolve)


def ending(change: Callable[[Outcome], Outcome]) -> GameDefinition:
    return replace(TOY, outcome=lambda state: (known := TOY.outcome(state)) and change(known))
