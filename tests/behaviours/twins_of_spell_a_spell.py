"""Keys with which matches of Spell-a-Spell differ in what is wanted."""

from functools import cache
from itertools import count

from games.core.chance import Chance
from games.core.testing.playing import set_up
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import faces
from games.spell_a_spell.state import Turn

SEATS, HAND = 3, 6


def key_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def begun(number: int) -> Turn:
    state = set_up(GAME, seats=SEATS, key=key_of(number), options={}, chance=Chance(key_of(number))).after
    assert isinstance(state, Turn)
    return state


def held(state: Turn, seat: int) -> tuple[str, ...]:
    return faces(state.table.players[seat].hand)


@cache
def key_where(first: int, face: str) -> int:
    """A key by which this seat begins and holds a card with this face."""
    return next(n for n in count() if begun(n).seat == first and face in held(begun(n), first))
