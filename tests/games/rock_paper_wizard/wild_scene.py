"""A match of five in which a question is open while wild cards are held: the one moment they are secret over HTTP."""

import random
from itertools import count
from typing import Any

from games.core.chance import Chance
from games.core.codec import move_from_json
from games.rock_paper_wizard import GAME

Move = tuple[int, dict[str, Any]]


def match_with_wild_cards_held() -> tuple[bytes, list[Move], Move]:
    """A key, the moves of five seats up to the last choice, and that choice: it leaves wild cards held in a question."""
    for number in count():
        key = number.to_bytes(32, "big")
        if moves := _two_rounds(key, random.Random(number)):
            return key, moves[:-1], moves[-1]
    raise AssertionError


def other_wild_cards(key: bytes, opening: list[Move], last: Move) -> bytes:
    """A key under which the last choice draws other wild cards, and nothing public differs."""
    state, draws = _played(key, opening)
    expected = _after(state, Chance(key, draws), last)
    for number in count(1):
        other = number.to_bytes(32, "little")
        twin = _after(state, Chance(other, draws), last)
        if twin != expected and GAME.view(twin, None) == GAME.view(expected, None):
            return other
    raise AssertionError


def played(key: bytes, moves: list[Move]) -> Any:
    """The state after these moves."""
    state, _ = _played(key, moves)
    return state


def _two_rounds(key: bytes, pick: random.Random) -> list[Move] | None:
    moves: list[Move] = []
    state, _ = _played(key, [])
    for _ in range(5):
        seat, prompt = next(iter(GAME.prompts(state).items()))
        moves.append((seat, dict(pick.choice(prompt.moves[0].legal))))
        state, _ = _played(key, moves)
    board = state.board
    if not GAME.prompts(state) or "charm_person" not in board.book or len(GAME.prompts(state)) < 5:
        return None
    moves += _charm_and_a_wild_pair(board)
    state, _ = _played(key, moves)
    asked = [prompt.kind for prompt in GAME.prompts(state).values()]
    return moves if asked == ["choose_receiver"] and _holds_wild(state) else None


def _charm_and_a_wild_pair(board: Any) -> list[Move]:
    """The first player charms the richest other; two more cast one spell on each other and will hold wild cards."""
    first = board.first_player
    richest = max((seat for seat in range(5) if seat != first), key=lambda seat: board.wizards[seat].gold)
    one, other = [seat for seat in range(5) if seat not in (first, richest)][:2]
    spell = next(card for card in board.book if card != "charm_person")
    aims = {first: ("charm_person", richest), one: (spell, other), other: (spell, one)}
    chosen = [aims.get(seat, (spell, first)) for seat in range(5)]
    return [(seat, {"type": "choose_spell", "spell": card, "target": aim}) for seat, (card, aim) in enumerate(chosen)]


def _holds_wild(state: Any) -> bool:
    gestures: Any = GAME.view(state, None)["gestures"]
    return any(gesture["source"] == "wild" and gesture["card"] is None for gesture in gestures)


def _played(key: bytes, moves: list[Move]) -> tuple[Any, int]:
    chance = Chance(key)
    state = None
    for event in GAME.start(GAME.options({}), 5, chance):
        state = GAME.evolve(state, event)
    for move in moves:
        state = _after(state, chance, move)
    return state, chance.next_draw


def _after(state: Any, chance: Chance, move: Move) -> Any:
    seat, body = move
    for event in GAME.decide(state, seat, move_from_json(GAME.move_classes, body), chance).events:
        state = GAME.evolve(state, event)
    return state
