"""The door for moves: judges one and answers with its events, or refuses (CAVE-R23.2)."""

from collections.abc import Sequence
from functools import partial

from games.cave import decisions, loop, resignation
from games.cave.agenda.questions import Counterspell
from games.cave.chapters import belongings, choices, setup, spells
from games.cave.decisions import QUESTIONS
from games.cave.draft import Draft
from games.cave.events.course import CavePrepared
from games.cave.evolve import evolve
from games.cave.meta import MAX_SEATS, MIN_SEATS
from games.cave.moves import AskAgain, Cast, CastAt, CastOnDeck, DropObject, ExchangeTrophies, LeaveFriend
from games.cave.refusals import REFUSALS, refusal
from games.cave.state import Asking, Finished, State
from games.core.chance import Chance
from games.core.definition import Decision
from games.core.errors import require_in_play
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign


def start(options: JSONObject, seats: int, chance: Chance, *, rules: int = 1) -> Sequence[Event]:
    """Set a match of this version of the rules up for 2 to 6 seats, as far as the first question (CAVE-0.5 to 0.12)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise refusal("wrong_number_of_seats", seats=seats)
    max_rounds, selection, elimination = (
        options[name] for name in ("max_rounds", "character_selection", "elimination")
    )
    assert isinstance(max_rounds, int)
    assert isinstance(selection, str)
    assert isinstance(elimination, str)
    prepared = CavePrepared(seats=seats, max_rounds=max_rounds, character_selection=selection, elimination=elimination)
    draft = Draft.begun(prepared, chance, partial(evolve, rules=rules))
    setup.set_up(draft)
    loop.run(draft)
    return draft.events


def decide(state: State, seat: int, move: Move, chance: Chance) -> Decision:
    """The events that `move` of `seat` makes, down to the next question or the end.

    Raises RuleBroken with a code of `REFUSALS`.
    """
    _require_in_play(state, seat, move)
    draft = Draft(state, chance, evolve)
    if isinstance(move, Resign):
        resignation.resign(draft, seat)
    else:
        assert isinstance(state, Asking)
        _require_legal(state, seat, move)
        answer(draft, state, seat, move)
    loop.run(draft)
    return draft.decision


def answer(draft: Draft, state: Asking, seat: int, move: Move) -> None:
    """A free action or a cast leaves the prompt standing, any other move answers it (CAVE-R23.4, CAVE-R23.5)."""
    question = state.question
    match move:
        case DropObject() | LeaveFriend() | ExchangeTrophies():
            draft.push(question)
            belongings.act_freely(draft, seat, move)
        case AskAgain():
            draft.push(question)
            draft.write(choices.order_ended(seat, move))
        case Cast() | CastAt() | CastOnDeck():
            spells.cast(draft, question, seat, move)
        case _:
            if not (question.secret or isinstance(question, Counterspell)):
                rules = ("CAVE-R23.2", question.clause, *choices.besides(move))
                draft.write(choices.made(question, seat, move, rules))
            QUESTIONS[type(question)].answer(draft, question, seat, move)


def _require_legal(state: Asking, seat: int, move: Move) -> None:
    question, board = state.question, state.board
    if seat not in question.seats:
        raise refusal("not_asked")
    if isinstance(move, ExchangeTrophies) and decisions.has_free_actions(board, question, seat):
        belongings.require_exchange(board, seat, move)
        return
    offered = [*decisions.answers(board, question, seat), *decisions.free(board, question, seat)]
    if move not in offered:
        raise refusal("not_offered" if type(move) in map(type, offered) else "not_asked")


def _require_in_play(state: State, seat: int, move: Move) -> None:
    """An eliminated player may still resign, once, and do nothing else."""
    over, board = isinstance(state, Finished), state.board
    playing = set(range(board.seats)).difference(board.resigned)
    require_in_play(REFUSALS, seat, over=over, seats=board.seats, playing=playing)
    if board.out[seat] is not None and not isinstance(move, Resign):
        raise refusal("eliminated")
