"""The door for the end: why a match is over, and who stands where (CAVE-R21)."""

from itertools import groupby

from games.cave.state import RESIGNED, Board, Finished, State, in_play
from games.core.definition import Outcome


def outcome(state: State) -> Outcome | None:
    """Reason, ranking and winners of a match that is over (CAVE-R21.5)."""
    if not isinstance(state, Finished):
        return None
    return Outcome(reason=state.reason, ranking=ranking(state.board, state.winners), winners=state.winners)


def ranking(board: Board, winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The winner; the living by strength, power and gold; the eliminated, then those who resigned, last first."""
    living = sorted((seat for seat in in_play(board) if seat not in winners), key=lambda seat: -worth(board, seat))
    groups = [tuple(group) for _, group in groupby(living, key=lambda seat: worth(board, seat))]
    gone = [*reversed(board.gone)]
    eliminated = [(seat,) for seat in gone if board.out[seat] != RESIGNED]
    resigned = [(seat,) for seat in gone if board.out[seat] == RESIGNED]
    first = [winners] if winners else []
    return (*first, *groups, *eliminated, *resigned)


def worth(board: Board, seat: int) -> int:
    """Own strength, own power and gold together; 0 before a character is dealt."""
    hero = board.adventurers[seat]
    return hero.strength + hero.power + hero.gold if hero else 0
