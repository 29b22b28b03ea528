"""The door for moves: judges one and answers with its events, or refuses (RPW-64)."""

from collections.abc import Sequence

from games.core.chance import Chance
from games.core.definition import Decision
from games.core.errors import require_in_play
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.rock_paper_wizard import resignation
from games.rock_paper_wizard.chapters import dealing, learning, resolution
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import LairPrepared
from games.rock_paper_wizard.evolve import evolve
from games.rock_paper_wizard.meta import MAX_SEATS, MIN_SEATS
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.refusals import REFUSALS, refusal
from games.rock_paper_wizard.state import Finished, State, still_in


def start(options: JSONObject, seats: int, chance: Chance) -> Sequence[Event]:
    """Set a match up for 3 to 6 seats, as far as the first question (RPW-1 to RPW-16)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise refusal("wrong_number_of_seats", seats=seats)
    max_rounds = options["max_rounds"]
    assert isinstance(max_rounds, int)
    prepared = LairPrepared(seats=seats, max_rounds=max_rounds)
    draft = Draft.begun(prepared, chance, evolve)
    dealing.set_up(draft)
    return draft.events


def decide(state: State, seat: int, move: Move, chance: Chance) -> Decision:
    """The events that `move` of `seat` makes, down to the next question or the end.

    Raises RuleBroken with a code of `REFUSALS`. Whether the mover may send this type of move at all, and answers an
    open prompt, is checked before: `CastNothing` is the clock's (RPW-23).
    """
    over, board = isinstance(state, Finished), state.board
    require_in_play(REFUSALS, seat, over=over, seats=board.seats, playing=still_in(board))
    draft = Draft(state, chance, evolve)
    match move:
        case ChooseSpell():
            learning.choose(draft, seat, move)
        case ChooseReceiver():
            resolution.choose_receiver(draft, seat, move)
        case CastNothing():
            learning.cast_nothing(draft, seat)
        case Resign():
            resignation.resign(draft, seat)
        case _:
            raise refusal("unknown_move")
    return draft.decision
