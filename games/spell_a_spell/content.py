"""What a client needs to show the game: cards, numbers and words, in each language, and the names of ids."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from games.core.languages import LANGUAGES
from games.core.messages import Table, Texts
from games.core.schemas import Names
from games.spell_a_spell.components.cards import DECK_SIZE, DECKS, EFFECT_CARDS, EFFECTS, FACE, FOG_CARDS
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import LETTERS, MIN_LENGTH
from games.spell_a_spell.lexicon.entries import FIRST, SPECIAL, lexicon, newest
from games.spell_a_spell.meta import NAMES
from games.spell_a_spell.options import HAND_SIZE
from games.spell_a_spell.texts import TEXTS


class Numbers(TypedDict):
    """The numbers of the rules."""

    cards: int
    letter_cards: int
    fog_cards: int
    effect_cards: Mapping[str, int]
    hand_size: int
    hand_size_for_young_players: int
    shortest_word: int


Kind = Literal["letter", "fog", "effect"]


class DeckCard(TypedDict):
    """A card; `face` is its letter, `fog`, or the name of its effect."""

    id: str
    kind: Kind
    face: str


class SpecialWord(TypedDict):
    """A word that does more than others; `id` says which it is."""

    word: str
    id: str


class LexiconFacts(TypedDict):
    """The newest lexicon of these rules: its version, how many words it has, and under which licence."""

    version: str
    words: int
    licence: str


class Content(TypedDict):
    """Cards, numbers and words of Spell-a-Spell; `decks` are the tables of cards by version.

    `glosses` say what a card or a special word does.
    """

    decks: Mapping[str, Sequence[DeckCard]]
    letters: Sequence[str]
    special_words: Sequence[SpecialWord]
    numbers: Numbers
    lexicon: LexiconFacts
    terms: Mapping[str, Names]
    glosses: Mapping[str, Names]


NUMBERS: Numbers = {
    "cards": DECK_SIZE,
    "letter_cards": DECK_SIZE - FOG_CARDS - sum(EFFECT_CARDS.values()),
    "fog_cards": FOG_CARDS,
    "effect_cards": EFFECT_CARDS,
    "hand_size": HAND_SIZE,
    "hand_size_for_young_players": HAND_SIZE + 1,
    "shortest_word": MIN_LENGTH,
}


def _kind(face: str) -> Kind:
    if face in EFFECTS:
        return "effect"
    return "fog" if face == FOG else "letter"


def _card(card: str, face: str) -> DeckCard:
    return {"id": card, "kind": _kind(face), "face": face}


def _lexicon_facts(version: str) -> LexiconFacts:
    words = len(lexicon(version).entries)
    return {"version": version, "words": words, "licence": "Unicode-3.0 for the part from CLDR"}


CONTENT: Content = {
    "decks": {version: [_card(card, face) for card, face in cards.items()] for version, cards in DECKS.items()},
    "letters": list(LETTERS),
    "special_words": [{"word": word, "id": id} for word, id in SPECIAL.items()],
    "numbers": NUMBERS,
    "lexicon": _lexicon_facts(newest()),
    "terms": {"game": NAMES, **TEXTS.table("words")},
    "glosses": TEXTS.table("glosses"),
}

# By rules version 1.
CONTENT_1: Content = {**CONTENT, "lexicon": _lexicon_facts(FIRST)}

_WORDS = TEXTS.table("words")


def _name_of(card: str) -> Texts:
    """A card is told by its face."""
    face = FACE[card]
    return _WORDS[face] if face in (*EFFECTS, FOG) else dict.fromkeys(LANGUAGES, face)


# Names for every id that the history of a match may mention (`GameDefinition.terms`).
TERMS: Table = {
    **{card: _name_of(card) for card in FACE},
    **{name: _WORDS[name] for name in (*EFFECTS, "snow", "fog", "fire", "sand", "accept", "challenge")},
}
