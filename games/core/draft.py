"""The events of one move while they are being made."""

from collections.abc import Callable
from typing import Generic, TypeVar

from games.core.chance import Chance
from games.core.events import Event

S = TypeVar("S")


class Draft(Generic[S]):
    """Events made so far and the state they lead to.

    Every event is folded the moment it is written, so the next one is decided on what `evolve` really made. A kernel's
    own draft adds what its rules ask of the state, and changes nothing of this.
    """

    def __init__(self, state: S, chance: Chance, evolve: Callable[[S | None, Event], S]) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []
        self._evolve = evolve

    def write(self, event: Event) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
