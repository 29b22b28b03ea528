"""What one card is (CAVE-R28)."""

from dataclasses import dataclass
from typing import Literal

from games.cave.effects.steps import SetAside, Steps

Deck = Literal["cave", "adventure", "spells"]
CardType = Literal[
    "event",
    "animal",
    "monster",
    "spirit",
    "stranger",
    "object",
    "magic_object",
    "friend",
    "gold",
    "place",
    "spell",
    "crystal",
    "unknown",
]
Timing = Literal["before_fight", "own_turn_start", "own_turn_any", "before_draw", "reaction"]

# The order in which cards on an area are met (CAVE-R13.1). Spells, the Crystal and cards whose text is lost have none.
RANKS: dict[CardType, int] = {
    "event": 1,
    "animal": 2,
    "monster": 2,
    "spirit": 3,
    "stranger": 4,
    "object": 5,
    "magic_object": 5,
    "friend": 5,
    "gold": 5,
    "place": 6,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One face, of which the deck has `count` copies, all alike.

    `value` is an animal's or monster's strength, a spirit's power, or bags of gold. `when` is a spell's moment
    (CAVE-R28.3).
    """

    id: str
    deck: Deck
    type: CardType
    value: int | None = None
    count: int = 1
    when: Timing | None = None
    steps: Steps = ()

    @property
    def rank(self) -> int | None:
        """Its place in the order of CAVE-R13.1."""
        return RANKS.get(self.type)

    @property
    def set_aside(self) -> bool:
        """Whether it is taken out before the stacks are made (CAVE-0.9)."""
        return SetAside() in self.steps
