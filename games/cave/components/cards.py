"""All cards of the three decks by id, and what the stacks hold at setup (CAVE-0.9, CAVE-0.10)."""

from functools import cache
from typing import Any, TypeVar

from games.cave.components.adventure_cards import ADVENTURE_CARDS
from games.cave.components.card import Card, Deck
from games.cave.components.cave_enemies import CAVE_ENEMIES
from games.cave.components.cave_finds import CAVE_FINDS
from games.cave.components.spell_cards import SPELL_CARDS
from games.cave.effects.steps import Step

S = TypeVar("S", bound=Step)

DECKS: dict[Deck, tuple[Card, ...]] = {
    "cave": (*CAVE_ENEMIES, *CAVE_FINDS),
    "adventure": ADVENTURE_CARDS,
    "spells": SPELL_CARDS,
}
CARDS = tuple(card for deck in DECKS.values() for card in deck)
BY_ID = {card.id: card for card in CARDS}
CRYSTAL = "J50"


@cache
def stack_of(deck: Deck) -> tuple[str, ...]:
    """The ids of a deck's cards in play, in canonical order, a card of n copies n times."""
    return tuple(card.id for card in DECKS[deck] if not card.set_aside for _ in range(card.count))


@cache
def set_aside_of(deck: Deck) -> tuple[str, ...]:
    """The ids of a deck's cards that are taken out before its stack is made (CAVE-0.9)."""
    return tuple(card.id for card in DECKS[deck] if card.set_aside)


def steps_of_kind(card: str, kind: type[S]) -> tuple[S, ...]:
    """The steps of one kind among those of a card; steps within steps are not looked at."""
    return _steps_of_kind(card, kind)  # type: ignore[arg-type]


# Mypy takes the hash of a frozen dataclass for that of its class.
@cache
def _steps_of_kind(card: str, kind: type[Step]) -> tuple[Any, ...]:
    return tuple(step for step in BY_ID[card].steps if isinstance(step, kind))
