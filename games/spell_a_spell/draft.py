"""The events of one move while they are being made."""

from collections.abc import Callable

from games.core.chance import Chance
from games.core.events import Event
from games.spell_a_spell.state import State, Table


class Draft:
    """Events made so far and the state they lead to.

    Every event is folded the moment it is written, so the next one is decided on what `evolve` really made.
    """

    def __init__(self, state: State, chance: Chance, evolve: Callable[[State | None, Event], State]) -> None:
        self.state, self.chance = state, chance
        self.events: list[Event] = []
        self._evolve = evolve

    @property
    def table(self) -> Table:
        return self.state.table

    def write(self, event: Event) -> None:
        self.state = self._evolve(self.state, event)
        self.events.append(event)
