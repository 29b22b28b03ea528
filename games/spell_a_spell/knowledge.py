"""What a seat knows of cards that it does not see any more: where each may lie, and how many there are at least."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["hand", "score_pile", "discard"]
HAND: Final = "hand"
PILE: Final = "score_pile"
DISCARD: Final = "discard"
# What the odds of a card's places add up to, or a little less.
WHOLE = 1000


@dataclass(frozen=True, slots=True)
class Place:
    """A hand or a score pile of `seat`, or the discard pile, which is no seat's."""

    kind: Kind
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A card that the seat has seen: it lies in one of these places, as likely as the odds say."""

    card: str
    odds: tuple[tuple[Place, int], ...]


@dataclass(frozen=True, slots=True)
class Least:
    """The hands of `seats` together hold at least `count` cards of this face."""

    face: str
    seats: frozenset[int]
    count: int


@dataclass(frozen=True, slots=True)
class Among:
    """At least `count` of these cards, all of which the seat has seen, lie in these places."""

    cards: frozenset[str]
    places: frozenset[Place]
    count: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many cards of a hand the seat has never seen, at least and at most."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What one seat remembers of this run; what it sees now, its own cards and open hands, is no part of it.

    `unseen` is by seat. Words that lie open for a vote count to the hand that they came from.
    """

    unseen: tuple[Unseen, ...]
    cards: tuple[Known, ...] = ()
    least: tuple[Least, ...] = ()
    among: tuple[Among, ...] = ()
