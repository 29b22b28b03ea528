"""The events of one move while they are being made, with the table at hand."""

from games.core import draft
from games.spell_a_spell.state import State, Table


class Draft(draft.Draft[State]):
    """Events made so far and the state they lead to."""

    @property
    def table(self) -> Table:
        return self.state.table
