"""The round of turns, and what a turn can begin with (CAVE-10, CAVE-4.6)."""

from games.cave.agenda.jobs import AttemptTrials, BeginTurn, EndTurn
from games.cave.agenda.questions import StartingTurn
from games.cave.chapters import gates, movement
from games.cave.chapters.changes import heal, lose
from games.cave.chapters.decks import draw_spells
from games.cave.chapters.totals import has_ability, spell_limit
from games.cave.components.board import ENTRANCE
from games.cave.draft import Draft
from games.cave.events.course import RoundLimitReached, TurnEnded, TurnSkipped, TurnStarted
from games.cave.events.incidents import AbilityUsed
from games.cave.moves import Cure, DarkPact, Roll, Step, TrialsAgain, TryGate
from games.cave.state import Board, clockwise
from games.core.moves import Move

CURE_PRICE = 1
CURE_RULES = ("CAVE-4.6", "CAVE-4.6b")


def begin(draft: Draft, task: BeginTurn) -> None:
    """Start the turn of the seat; a lost turn is only recorded (CAVE-10.1b), a seat that is out has none."""
    seat, round = task.seat, task.round
    if draft.board.out[seat] is not None:
        pass_on(draft, seat, round)
    elif left := draft.board.hero(seat).lose_turn:
        draft.write(TurnSkipped(seat=seat, round=round, left=left - 1))
        pass_on(draft, seat, round)
    else:
        draft.write(TurnStarted(seat=seat, round=round))
        draft.push(StartingTurn(seat=seat), EndTurn(seat=seat))


def end(draft: Draft, task: EndTurn) -> None:
    draft.write(TurnEnded(seat=task.seat))
    pass_on(draft, task.seat, draft.board.round)


def pass_on(draft: Draft, seat: int, round: int) -> None:
    """The turn goes to the next seat in play; past the first seat the round is over (CAVE-R21.4, CAVE-R21.4a)."""
    board = draft.board
    next_seat = next(other for other in clockwise(board, (seat + 1) % board.seats) if board.out[other] is None)
    around = place(board, next_seat) <= place(board, seat)
    if around and round == board.max_rounds:
        draft.write(RoundLimitReached(round=round))
    else:
        draft.push(BeginTurn(seat=next_seat, round=round + around))


def place(board: Board, seat: int) -> int:
    """How many seats after the first one of the match this one sits."""
    return (seat - board.first_seat) % board.seats


def start_moves(board: Board, question: StartingTurn, seat: int) -> list[Move]:
    """What a turn can begin with, casts and free actions apart (CAVE-R23.7)."""
    moves = movement.ways(board, seat)
    moves += [Cure()] if may_cure(board, seat) else []
    moves += gates.gate_moves(board, seat)
    moves += [TrialsAgain()] if board.hero(seat).area == board.crystal_area else []
    moves += [DarkPact()] if may_make_pact(board, seat) else []
    return moves


def start_default(board: Board, question: StartingTurn, seat: int) -> Move:
    """The cure, else one step to the leftmost exit, else the roll; never a gate or the trials."""
    if may_cure(board, seat):
        return Cure()
    ways = movement.ways(board, seat)
    return next((way for way in ways if isinstance(way, Step)), ways[0])


def start_answer(draft: Draft, question: StartingTurn, seat: int, move: Move) -> None:
    match move:
        case Roll():
            movement.roll(draft, seat)
        case Step(to=to):
            movement.take_step(draft, seat, to)
        case Cure():
            lose(draft, seat, "gold", CURE_PRICE, CURE_RULES, "cure")
            heal(draft, seat, 1, CURE_RULES, "cure")
        case TryGate():
            gates.try_gate(draft, seat, move)
        case TrialsAgain():
            draft.push(AttemptTrials(seat=seat))
        case DarkPact():
            make_pact(draft, question, seat)


def may_cure(board: Board, seat: int) -> bool:
    """Whether the infirmary at the Entrance has something to cure and to be paid with (CAVE-4.6)."""
    hero = board.hero(seat)
    return hero.area == ENTRANCE and hero.endurance < hero.cap and hero.gold >= CURE_PRICE


def may_make_pact(board: Board, seat: int) -> bool:
    """Once a turn, with endurance to lose and room for a spell (CAVE-R27.17)."""
    hero = board.hero(seat)
    if not has_ability(board, seat, "dark_pact") or (board.turn is not None and board.turn.dark_pact):
        return False
    return hero.endurance > 1 and len(hero.spells) < spell_limit(board, seat)


def make_pact(draft: Draft, question: StartingTurn, seat: int) -> None:
    rules = ("CAVE-R27.17",)
    draft.write(AbilityUsed(seat=seat, ability="dark_pact", rules=rules))
    lose(draft, seat, "endurance", 1, rules, "dark_pact")
    draw_spells(draft, seat, 1)
    draft.push(question)
