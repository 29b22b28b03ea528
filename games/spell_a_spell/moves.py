"""What a seat can ask for, and the shape in which a client sends it."""

from dataclasses import dataclass
from typing import Any

from games.core.json import JSONObject
from games.core.moves import Move, Resign, shape
from games.spell_a_spell.components.cards import DECKS, EFFECTS
from games.spell_a_spell.components.spelling import MAX_TYPED, MIN_LENGTH

ACCEPT, CHALLENGE = "accept", "challenge"
VOTES = (ACCEPT, CHALLENGE)


@dataclass(frozen=True, kw_only=True)
class CastWord(Move):
    """Lay a word (SAS-10). `card_ids` are its cards in reading order; without them the server picks."""

    type = "cast_word"
    word: str
    card_ids: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class PlayEffect(Move):
    """Play an effect card, on one's own turn or as the target of a snowball (SAS-31, SAS-38)."""

    type = "play_effect"
    effect: str


@dataclass(frozen=True, kw_only=True)
class EndTurn(Move):
    """End the turn without a word (SAS-9)."""

    type = "end_turn"


@dataclass(frozen=True, kw_only=True)
class Decline(Move):
    """Play nothing against a snowball, or in answer to one (SAS-38)."""

    type = "decline"


@dataclass(frozen=True, kw_only=True)
class Vote(Move):
    """Accept or challenge the proposed word, in secret and for good (SAS-11)."""

    type = "vote"
    vote: str


def one_of(values: tuple[str, ...]) -> JSONObject:
    return {"type": "string", "enum": list(values)}


def word_shape(cards: tuple[str, ...], note: str) -> dict[str, Any]:
    """The schema of `cast_word` where the word may be laid from `cards`; `card_ids` may be left out or null."""
    typed: JSONObject = {"type": "string", "minLength": 1, "maxLength": MAX_TYPED, "description": note}
    laid: JSONObject = {
        "type": ["array", "null"],
        "items": {"type": "string", "enum": list(cards)},
        "minItems": MIN_LENGTH,
        "uniqueItems": True,
        "description": "The cards in reading order, one for each letter; without them letter cards go before fog.",
    }
    return {**shape(CastWord.type, word=typed, card_ids=laid), "required": ["type", "word"]}


ALL_CARDS = tuple(dict.fromkeys(card for deck in DECKS.values() for card in deck))
MOVE_CLASSES: dict[str, type[Move]] = {
    move.type: move for move in (CastWord, PlayEffect, EndTurn, Decline, Vote, Resign)
}
MOVE_SCHEMAS: dict[str, JSONObject] = {
    CastWord.type: word_shape(ALL_CARDS, "The word in any form: with or without points, final or plain letters."),
    PlayEffect.type: shape(PlayEffect.type, effect=one_of(EFFECTS)),
    EndTurn.type: shape(EndTurn.type),
    Decline.type: shape(Decline.type),
    Vote.type: shape(Vote.type, vote=one_of(VOTES)),
}
