"""Twin matches of Cave."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import Any

from games.cave import GAME
from games.cave.state import Asking
from games.core.chance import Chance
from games.core.testing.playing import set_up

SEATS = 3


# The spells that name an adventurer and may be cast when a turn starts.
AIMED = {"Z02", "Z07"}


Hands = tuple[tuple[str, ...], ...]


def starts() -> Iterator[tuple[bytes, Asking]]:
    """Keys and the state that a match of three begins in with each."""
    for number in count():
        key = number.to_bytes(32, "big")
        yield key, set_up(GAME, seats=SEATS, key=key, options={}, chance=Chance(key)).after


def hands(state: Asking) -> Hands:
    return tuple(state.board.hero(seat).spells for seat in range(SEATS))


def first(state: Asking) -> int:
    return state.question.seat


@cache
def twins(wanted: Callable[[Asking], bool], holder: Callable[[Asking], int | None]) -> tuple[bytes, bytes, int]:
    """Two keys with which all is dealt alike but the hand of one seat, and that seat."""
    met: dict[Any, bytes] = {}
    for key, state in starts():
        seat = holder(state)
        if seat is None or not hands(state)[seat]:
            continue
        others = tuple(hand for place, hand in enumerate(hands(state)) if place != seat)
        public = (first(state), seat, tuple(state.board.hero(place).character for place in range(SEATS)), others)
        # One twin is as wanted, the other is not: the secret is what makes the difference.
        if (other := met.get((public, not wanted(state)))) is not None:
            return key, other, seat
        met[public, wanted(state)] = key
    raise AssertionError("no end of keys")


def second(state: Asking) -> int:
    return (first(state) + 1) % SEATS


def holds_counterspell(state: Asking) -> bool:
    return "Z04" in hands(state)[second(state)]


def second_where_the_first_can_cast(state: Asking) -> int | None:
    return second(state) if AIMED & {*hands(state)[first(state)]} else None
