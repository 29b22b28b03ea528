"""The 90 cards: what is on each, and the deck tables that a match may pin (SAS-1, SAS-2)."""

from collections.abc import Iterable, Mapping

from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import LETTERS

SANDSTORM, FIREWALL, SNOWBALL = "sandstorm", "firewall", "snowball"
EFFECTS = (SANDSTORM, FIREWALL, SNOWBALL)
DECK_SIZE = 90
FOG_CARDS = 3
EFFECT_CARDS: Mapping[str, int] = {SANDSTORM: 3, FIREWALL: 3, SNOWBALL: 5}
_EFFECT_IDS: Mapping[str, str] = {SANDSTORM: "FX-SAND", FIREWALL: "FX-FIRE", SNOWBALL: "FX-SNOW"}

# How many cards each letter has, in the order of LETTERS. A table that a match may have pinned never changes.
_LETTER_CARDS: Mapping[str, tuple[int, ...]] = {
    "sas76.v1": (4, 4, 2, 2, 4, 7, 1, 3, 2, 6, 2, 4, 5, 5, 2, 2, 4, 2, 3, 6, 3, 3),
}
NEWEST_DECK = "sas76.v1"


def _cards(letters: tuple[int, ...]) -> Mapping[str, str]:
    """Card id to face, in the canonical order: letters, fog, effects."""
    faces = [(f"L-{letter}", letter, count) for letter, count in zip(LETTERS, letters, strict=True)]
    faces.append(("FOG", FOG, FOG_CARDS))
    faces += [(_EFFECT_IDS[effect], effect, count) for effect, count in EFFECT_CARDS.items()]
    return {f"{stem}-{number}": face for stem, face, count in faces for number in range(1, count + 1)}


DECKS: Mapping[str, Mapping[str, str]] = {version: _cards(letters) for version, letters in _LETTER_CARDS.items()}

# The id of a card says its face whatever the deck.
FACE: Mapping[str, str] = {card: face for deck in DECKS.values() for card, face in deck.items()}
_PLACE: Mapping[str, int] = {card: place for place, card in enumerate(FACE)}


def canonical(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards that have no order of their own, a deck's or a hand's, as chance wants its lists."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def faces(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(FACE[card] for card in cards)


def of_kind(cards: Iterable[str], face: str) -> tuple[str, ...]:
    """Those of `cards` that have this face."""
    return tuple(card for card in cards if FACE[card] == face)


def lays(card: str) -> bool:
    """Whether the card can lie in a word: a letter or a fog card (SAS-10)."""
    return FACE[card] not in EFFECTS
