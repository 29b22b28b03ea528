"""The door for events: folds one fact. Nothing is judged or drawn here."""

from games.cave.agenda.questions import Counterspell
from games.cave.agenda.tasks import from_json
from games.cave.events import course
from games.cave.events.fold import FOLDS, cave_prepared, crystal_taken
from games.cave.state import CRYSTAL, LAST_SURVIVOR, MAX_ROUNDS, Asking, Board, Finished, Running, State
from games.core.events import Event
from games.core.records import replace


def evolve(state: State | None, event: Event, *, rules: int = 1) -> State:
    """The state after `event`; an event that is not of this game, or comes before the first, is an error.

    With the first event `rules` is the version of the rules; a state knows its own.
    """
    if state is None:
        if isinstance(event, course.CavePrepared):
            return Running(cave_prepared(event, rules))
        raise TypeError(f"{event.type} cannot be the first event")
    match event:
        case course.QuestionPut():
            return question_put(state.board, event)
        case course.ReactionPassed():
            return reaction_passed(state, event)
        case course.CrystalTaken(seat=int() as winner):
            return Finished(crystal_taken(state.board, event), CRYSTAL, (winner,))
        case course.LastSurvivorRemained():
            return Finished(state.board, LAST_SURVIVOR, (event.winner,))
        case course.RoundLimitReached():
            return Finished(state.board, MAX_ROUNDS, ())
    return _folded(state, event)


def question_put(board: Board, event: course.QuestionPut) -> Asking:
    then = tuple(from_json(task) for task in event.then)
    return Asking(replace(board, questions=board.questions + 1), from_json(event.question), then)


def reaction_passed(state: State, event: course.ReactionPassed) -> State:
    """The others go on being asked; after the last one the question is closed (CAVE-R23.12)."""
    assert isinstance(state, Asking)
    assert isinstance(state.question, Counterspell)
    left = tuple(seat for seat in state.question.waiting if seat != event.seat)
    return replace(state, question=replace(state.question, waiting=left)) if left else Running(state.board)


def _folded(state: State, event: Event) -> State:
    if type(event) not in FOLDS:
        raise TypeError(f"unknown event {event.type}")
    board = FOLDS[type(event)](state.board, event)
    if isinstance(state, Asking) and getattr(event, "answers", False):
        return Running(board)
    return replace(state, board=board)
