"""The claim that `resample` forgets nothing: samples against a perfect memory of what each seat was shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from games.core.chance import Chance
from games.core.codec import encode
from games.core.definition import GameDefinition, State
from games.core.events import Event
from games.core.testing.claims import ContractBroken
from games.core.testing.playing import Evidence, Playout


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a seat is shown of an event: its public fields, and those sealed ones that are open to this seat."""

    type: str
    seat: int | None
    fields: Mapping[str, Any]


class Memory(Protocol):
    """What one seat of a game knows by what it was told, and how a sample contradicts it.

    It is written apart from the game's own view, and knows a state only to look where things lie in a sample.
    """

    def told(self, event: Told) -> None:
        """Take in the next event of the seat's own stream."""

    def contradiction(self, sample: State) -> str | None:
        """What in a sample cannot be by all that was told; None where nothing is."""


def check_samples_forget_nothing(evidence: Evidence) -> None:
    """At every decision a sample of every seat agrees with all that this seat was ever shown.

    The real state agrees with it too, or the memory that the terms name is wrong.
    """
    for place, playout in enumerate(evidence.playouts):
        for seat in range(playout.seats):
            _walk(evidence, playout, seat, place)


def told(event: Event, seat: int) -> Told:
    """What the seat is shown of the event."""
    fact = encode(event)
    opened = {name: value for audience, part in fact.parts if seat in audience for name, value in part.items()}
    return Told(type=fact.type, seat=fact.seat, fields={**fact.data, **opened})


def _walk(evidence: Evidence, playout: Playout, seat: int, place: int) -> None:
    game, remembers = evidence.game, evidence.terms.memory
    if remembers is None:
        raise ContractBroken("the terms name no memory, so that nobody can say what samples forget")
    memory: Memory = remembers(playout.seats, seat)
    for index, step in enumerate(playout.steps):
        for event in step.events:
            memory.told(told(event, seat))
        if game.outcome(step.after) is not None:
            break
        for name, state in _looked_at(game, step.after, seat, Chance(b"memory", (place << 32) + (index << 12))):
            if wrong := memory.contradiction(state):
                raise ContractBroken(f"{playout}, after move {index}: what seat {seat} {name} forgets: {wrong}")


def _looked_at(game: GameDefinition, state: State, seat: int, chance: Chance) -> Iterator[tuple[str, State]]:
    yield "really faces", state
    view = orjson.loads(orjson.dumps(game.view(state, seat)))
    yield "draws", game.resample(view, seat, chance)
