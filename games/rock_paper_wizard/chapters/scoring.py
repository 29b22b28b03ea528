"""Step 4: gold for the closest wizards, then the victory check (RPW-51 to RPW-56, RPW-67)."""

from games.core.records import replace
from games.rock_paper_wizard.chapters import refreshment
from games.rock_paper_wizard.components.track import GOAL, GOLD_FOR_CLOSEST, GOLD_FOR_SECOND, IDLE_ROUNDS_TO_ABANDON
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import GoldScored, WinChecked
from games.rock_paper_wizard.outcome import ABANDONED, GOAL_REACHED, ROUND_LIMIT, ranking
from games.rock_paper_wizard.state import (
    Board,
    Finished,
    GestureState,
    Refreshing,
    Scoring,
    State,
    still_in,
)

PLAY_ON = "play_on"


def score(draft: Draft) -> None:
    """Pay the closest wizards, check for a winner, and refresh if there is none."""
    amounts = gold_for(tuple(wizard.pos for wizard in draft.board.wizards))
    level = ("RPW-53",) if GOLD_FOR_SECOND not in amounts else ()
    draft.write(GoldScored(amounts=amounts, rules=("RPW-51", "RPW-52", *level)))
    idle = idle_rounds(draft.board)
    result, winners = verdict(draft.board, idle)
    draft.write(WinChecked(result=result, winners=winners, idle_rounds=idle, rules=check_rules(draft.board, result)))
    if result == PLAY_ON:
        refreshment.refresh(draft)


def gold_for(positions: tuple[int, ...]) -> tuple[int, ...]:
    """5 for every wizard on the closest occupied space, 3 on the second closest (RPW-51, RPW-52).

    Two level in front do not use up the second place; with all on one space there is no second (RPW-53).
    """
    prizes = dict(zip(sorted(set(positions), reverse=True), (GOLD_FOR_CLOSEST, GOLD_FOR_SECOND), strict=False))
    return tuple(prizes.get(pos, 0) for pos in positions)


def idle_rounds(board: Board) -> int:
    """How many rounds running every seat still in was answered for by the clock, this one included (RPW-67)."""
    idle = all(board.gestures[seat].state is GestureState.NONE for seat in still_in(board))
    return board.idle_rounds + 1 if idle else 0


def verdict(board: Board, idle: int) -> tuple[str, tuple[int, ...]]:
    """How the match stands after scoring, with its winners: the endings in their order (RPW-54, RPW-67).

    A shared lead wins nothing, whatever its gold: the match goes on with all players (RPW-55).
    """
    first = ranking(board)[0]
    if board.wizards[first[0]].gold >= GOAL and len(first) == 1:
        return GOAL_REACHED, first
    if idle >= IDLE_ROUNDS_TO_ABANDON:
        return ABANDONED, ()
    if board.max_rounds and board.round >= board.max_rounds:
        return ROUND_LIMIT, first
    return PLAY_ON, ()


def check_rules(board: Board, result: str) -> tuple[str, ...]:
    """The clauses that led to this result of the victory check."""
    if result == GOAL_REACHED:
        return ("RPW-54",)
    shared = board.wizards[ranking(board)[0][0]].gold >= GOAL
    if result == PLAY_ON:
        return ("RPW-54", "RPW-55" if shared else "RPW-56")
    return ("RPW-54", "RPW-55", "RPW-67") if shared else ("RPW-54", "RPW-67")


def gold_scored(state: State, event: GoldScored) -> State:
    pairs = zip(state.board.wizards, event.amounts, strict=True)
    wizards = tuple(replace(wizard, gold=wizard.gold + amount) for wizard, amount in pairs)
    return Scoring(board=replace(state.board, wizards=wizards))


def win_checked(state: State, event: WinChecked) -> State:
    """All gestures are cleared when the match goes on (RPW-63); after an end they stay as they were."""
    board = replace(state.board, idle_rounds=event.idle_rounds)
    if event.result == PLAY_ON:
        return Refreshing(board=replace(board, gestures=(), counted=()))
    return Finished(board=board, reason=event.result, winners=event.winners)
