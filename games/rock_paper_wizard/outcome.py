"""The door for the end: why a match is over, and who stands where (RPW-54)."""

from games.core.definition import Outcome
from games.rock_paper_wizard.state import Board, Finished, State

GOAL_REACHED, LAST_SEAT, ABANDONED, ROUND_LIMIT = "goal", "last_seat", "abandoned", "round_limit"


def outcome(state: State) -> Outcome | None:
    """How the match ended, or None while it goes on."""
    if not isinstance(state, Finished):
        return None
    return Outcome(reason=state.reason, ranking=ranking(state.board), winners=state.winners)


def ranking(board: Board) -> tuple[tuple[int, ...], ...]:
    """The places: seats still in by gold, most first and equal ones together, then resigned seats alike (RPW-54)."""
    standing: dict[tuple[bool, int], list[int]] = {}
    for seat, wizard in enumerate(board.wizards):
        standing.setdefault((wizard.resigned, -wizard.gold), []).append(seat)
    return tuple(tuple(standing[place]) for place in sorted(standing))
