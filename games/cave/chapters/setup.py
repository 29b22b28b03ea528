"""Setup: the first seat and the characters (CAVE-0.5 to CAVE-0.12)."""

from games.cave.agenda.jobs import BeginTurn, Deal
from games.cave.agenda.questions import PickingCharacter
from games.cave.chapters.decks import draw_spells
from games.cave.components.characters import characters_of
from games.cave.draft import Draft
from games.cave.events.course import CharacterDealt, FirstSeatDrawn
from games.cave.moves import PickCharacter
from games.cave.state import Board, clockwise
from games.core.moves import Move

RANDOM = "random"


def set_up(draft: Draft) -> None:
    """Draw the first seat; characters come in order from there, then the first turn (CAVE-0.12a, CAVE-0.6)."""
    mark = draft.chance.next_draw
    first = draft.chance.one_of(range(draft.board.seats))
    draft.write(FirstSeatDrawn(first_seat=first, draws=draft.chance.since(mark)))
    deals = [Deal(seat=seat) for seat in clockwise(draft.board, first)]
    draft.push(*deals, BeginTurn(seat=first, round=1))


def deal(draft: Draft, task: Deal) -> None:
    """Deal a random character, or let the player pick (CAVE-0.6, CAVE-0.6a)."""
    if draft.board.out[task.seat] is not None:
        return
    if draft.board.picking:
        draft.push(PickingCharacter(seat=task.seat))
    else:
        deal_random(draft, task.seat, rules=("CAVE-0.6", "CAVE-0.7", "CAVE-0.8"))


def deal_random(draft: Draft, seat: int, rules: tuple[str, ...]) -> None:
    """A character of the pool by chance, with the spells it starts with (CAVE-0.11); nobody is asked (CAVE-4.3d)."""
    mark = draft.chance.next_draw
    character = draft.chance.one_of(draft.board.pool)
    draft.write(CharacterDealt(seat=seat, character=character, rules=rules, draws=draft.chance.since(mark)))
    draw_spells(draft, seat, characters_of(draft.board.rules)[character].spells)


def pick_moves(board: Board, question: PickingCharacter, seat: int) -> list[Move]:
    return [PickCharacter(character=character) for character in (*board.pool, RANDOM)]


def pick_default(board: Board, question: PickingCharacter, seat: int) -> Move:
    return PickCharacter(character=RANDOM)


def pick_answer(draft: Draft, question: PickingCharacter, seat: int, move: PickCharacter) -> None:
    rules = ("CAVE-0.6", "CAVE-0.6a", "CAVE-0.7", "CAVE-0.8")
    if move.character == RANDOM:
        deal_random(draft, seat, rules=rules)
        return
    draft.write(CharacterDealt(seat=seat, character=move.character, rules=rules))
    draw_spells(draft, seat, characters_of(draft.board.rules)[move.character].spells)
