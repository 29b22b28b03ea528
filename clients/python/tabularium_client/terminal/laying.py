"""A word that is laid from a hand, card by card, by the keys of any keyboard."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tabularium_client.terminal.pictures.tiles import PLAIN, word_of

# The key of each card of the hand, the first card on the right; and of each letter, while fog asks for one.
KEYS = "abcdefghijklmnopqrstuvwxyz"
ALPHABET = "אבגדהוזחטיכלמנסעפצקרשת"


class Card(NamedTuple):
    """A card that a word can be laid of: its id, `letter` or `fog`, and its face."""

    id: str
    kind: str
    face: str


class Laying:
    """The hand and what is laid of it. `wants` is a fog card for which no letter has been named yet."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.hand = [card for card in hand if card.kind in ("letter", "fog")]
        self.laid: list[tuple[Card, str]] = []
        self.wants: Card | None = None

    @property
    def word(self) -> str:
        """What is laid, as it is written."""
        return word_of([letter for _, letter in self.laid])

    def press(self, key: str) -> bool:
        """A card's key, a Hebrew letter, or the key of the letter that fog is to be; whether it did anything."""
        sign = PLAIN.get(key, key)
        if self.wants is not None:
            letter = ALPHABET[KEYS.index(sign)] if sign in KEYS[: len(ALPHABET)] and len(sign) == 1 else sign
            return self._lay(self.wants, letter) if letter in ALPHABET and len(letter) == 1 else False
        if len(sign) == 1 and sign in ALPHABET:
            return self._lay_letter(sign)
        place = KEYS.find(sign) if len(sign) == 1 else -1
        if not 0 <= place < len(self.hand) or self.is_laid(self.hand[place]):
            return False
        card = self.hand[place]
        if card.kind == "fog":
            self.wants = card
            return True
        return self._lay(card, card.face)

    def take_back(self) -> None:
        """Undo the last step."""
        if self.wants is not None:
            self.wants = None
        elif self.laid:
            self.laid.pop()

    def is_laid(self, card: Card) -> bool:
        """Whether a card of the hand lies in the word."""
        return any(laid.id == card.id for laid, _ in self.laid)

    def move(self, prompt: str) -> dict[str, Any]:
        """The move that casts what is laid."""
        return {
            "prompt": prompt,
            "type": "cast_word",
            "word": self.word,
            "card_ids": [card.id for card, _ in self.laid],
        }

    def _lay(self, card: Card, letter: str) -> bool:
        self.laid.append((card, letter))
        self.wants = None
        return True

    def _lay_letter(self, letter: str) -> bool:
        """A letter card goes before fog."""
        left = [card for card in self.hand if not self.is_laid(card)]
        fitting = next((card for card in left if card.face == letter), None)
        chosen = fitting or next((card for card in left if card.kind == "fog"), None)
        return chosen is not None and self._lay(chosen, letter)
