"""The door for the end: why a match is over, and who stands where (SAS-44)."""

from games.core.definition import Outcome
from games.spell_a_spell.state import Finished, State, Table

PASSES, SOLVER, LAST_SEAT, FULL_ROUND = "passes", "solver", "last_seat", "full_round"


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None while it goes on; all of the first place have won (SAS-44)."""
    if not isinstance(state, Finished):
        return None
    places = ranking(state.table)
    return Outcome(reason=state.reason, ranking=places, winners=places[0])


def ranking(table: Table) -> tuple[tuple[int, ...], ...]:
    """The places: seats still in by score, most first and equal ones together, then resigned seats alike (SAS-44)."""
    standing: dict[tuple[bool, int], list[int]] = {}
    for seat, player in enumerate(table.players):
        standing.setdefault((player.resigned, -player.score), []).append(seat)
    return tuple(tuple(standing[place]) for place in sorted(standing))
