"""Collects the events of one move while the kernel decides it."""

from collections.abc import Callable
from typing import Generic, Self, TypeVar

from games.core.chance import Chance
from games.core.codec import canonical
from games.core.definition import Decision
from games.core.events import Event

S = TypeVar("S")


class Draft(Generic[S]):
    """Events made so far and the state they lead to.

    Every event is folded as soon as it is written, so the kernel decides the next one on the state that `evolve` has
    made. A kernel's own draft adds functions that its rules need, and changes nothing of this.
    """

    def __init__(self, state: S, chance: Chance, evolve: Callable[[S | None, Event], S]) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []
        self._evolve = evolve

    @classmethod
    def begun(cls, first: Event, chance: Chance, evolve: Callable[[S | None, Event], S]) -> Self:
        """The draft of a set-up, whose first event makes the state."""
        first = canonical(first)
        draft = cls(evolve(None, first), chance, evolve)
        draft.events.append(first)
        return draft

    @property
    def decision(self) -> Decision:
        """The result of `decide`: all events, and the state after them."""
        return Decision(events=tuple(self.events), state=self.state)

    def write(self, event: Event) -> None:
        event = canonical(event)
        self.state = self._evolve(self.state, event)
        self.events.append(event)
