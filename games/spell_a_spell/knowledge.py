"""What a seat was shown of cards that changed places, in order: all that it can know of other hands follows from it."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["drawn", "shown", "laid", "passed", "taken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What one event told the seat.

    - `drawn`: `seat` drew `count` cards of the deck.
    - `shown`: the hand of `seat` held cards of these `faces`, and keeps them.
    - `laid`: cards of these `faces` went from the hand of `seat` to its score pile, or effects to the discard pile.
    - `passed`: each hand went `to` another seat's, by seat; the viewer gave `cards` and `got` others.
    - `taken`: `seat` took `count` cards of `target`; `cards` are those of a theft that the viewer was a part of.
    """

    kind: Kind
    seat: int | None = None
    target: int | None = None
    count: int = 0
    faces: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    got: tuple[str, ...] = ()
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that the seat saw laid: on the score pile of `seat`, or on the discard pile, which is no seat's."""

    card: str
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What one seat remembers of this run; what it sees now, its own cards and open hands, is no part of it.

    The facts begin with the first that tells anything of a card out of sight; `sizes` are the other hands before it.
    Words that lie open for a vote count to the hand that they came from.
    """

    lying: tuple[Lying, ...] = ()
    sizes: tuple[int, ...] = ()
    facts: tuple[Fact, ...] = ()
