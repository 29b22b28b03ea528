"""What a client needs to show the game: cards, numbers and words, in English, Hebrew and Polish."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from games.core.schemas import Names
from games.spell_a_spell.components.cards import DECK_SIZE, DECKS, EFFECT_CARDS, EFFECTS, FOG_CARDS
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import LETTERS, MIN_LENGTH
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon, newest
from games.spell_a_spell.meta import NAMES
from games.spell_a_spell.options import HAND_SIZE

# Key: English, Hebrew, Polish. The Hebrew is the rulebook's where it has a word; the Polish is ours. Adjectives agree
# with the word for seat, not with a player.
TERMS = {
    "game": (NAMES["en"], NAMES["he"], NAMES["pl"]),
    "wizard": ("wizard", "מכשף", "czarownik"),
    "letter_card": ("magic letter card", "קלף אות קסם", "karta magicznej litery"),
    "fog_card": ("fog card (joker)", "קלף אות ערפל (ג'וקר)", "karta mgły (joker)"),
    "effect_card": ("effect card", "קלף פעלול", "karta efektu"),
    "sandstorm": ("sandstorm", "סופת חול", "burza piaskowa"),
    "firewall": ("firewall", "חומת אש", "ściana ognia"),
    "snowball": ("snowball", "כדור שלג", "śnieżka"),
    "snowball_round": ("snowball round", "סבב כדורי שלג", "runda śnieżek"),
    "word": ("spell word", "מילת קסם", "zaklęte słowo"),
    "special_word": ("special spell word", "מילת קסם מיוחדת", "specjalne zaklęte słowo"),
    "snow": ("snow", "שלג", "śnieg"),
    "fog": ("fog", "ערפל", "mgła"),
    "fire": ("fire", "אש", "ogień"),
    "sand": ("sand", "חול", "piasek"),
    "spell": ("standing spell", "כישוף", "czar"),
    "resist": ("resist", "להתחמק", "odeprzeć"),
    "active": ("active", "פעיל", "aktywne"),
    "bewitched": ("bewitched", "מכושף", "zaczarowane"),
    "turn": ("turn", "תור", "tura"),
    "extra_turn": ("another turn", "תור נוסף", "dodatkowa tura"),
    "end_turn": ("end turn", "סיום תור", "koniec tury"),
    "free_pass": ("free pass", "ויתור", "pas"),
    "deck": ("draw pile", "קופה", "talia"),
    "discard": ("effect pile", "ערימה נפרדת", "stos efektów"),
    "score_pile": ("score pile", "ערימת הניקוד", "stos punktów"),
    "hand": ("hand", "קלפים ביד", "ręka"),
    "dealer": ("dealer", "מחלק", "rozdający"),
    "run": ("run", "מערכה", "rozdanie"),
    "accept": ("accept", "לקבל", "przyjąć"),
    "challenge": ("challenge", "לערער", "zakwestionować"),
    "decline": ("decline", "לוותר", "zrezygnować"),
}

# What a card or a special word does, in the form of `TERMS`.
GLOSSES = {
    "fog": (
        "Stands for any letter, for one word.",
        "בא במקום כל אות, למילה אחת.",
        "Zastępuje dowolną literę w jednym słowie.",
    ),
    "sandstorm": ("All hands change places.", "הקלפים מחליפים ידיים.", "Karty na rękach zmieniają miejsce."),
    "firewall": (
        "Removes the spell on you, or stops a snowball.",
        "מבטלת את הכישוף שעליך, או עוצרת כדור שלג.",
        "Usuwa ciążący czar albo zatrzymuje śnieżkę.",
    ),
    "snowball": (
        "Takes a card from the left; it can be answered with another snowball, which takes one more.",
        "לקיחת קלף משמאל; אפשר לענות בכדור שלג נוסף, שלוקח קלף אחד יותר.",
        "Zabiera kartę z lewej; można odpowiedzieć kolejną śnieżką, która zabiera o jedną więcej.",
    ),
    "special_word": (
        "Removes the spell on you, however long, and gives another turn.",
        "מבטלת את הכישוף שעליך, באורך כלשהו, ומזכה בתור נוסף.",
        "Usuwa ciążący czar, choćby długi, i daje dodatkową turę.",
    ),
}


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
    """The newest lexicon: its version, how many words it has, and under which licence."""

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


CONTENT: Content = {
    "decks": {version: [_card(card, face) for card, face in cards.items()] for version, cards in DECKS.items()},
    "letters": list(LETTERS),
    "special_words": [{"word": word, "id": id} for word, id in SPECIAL.items()],
    "numbers": NUMBERS,
    "lexicon": {
        "version": newest(),
        "words": len(lexicon(newest()).entries),
        "licence": "Unicode-3.0 for the part from CLDR",
    },
    "terms": {key: {"en": en, "he": he, "pl": pl} for key, (en, he, pl) in TERMS.items()},
    "glosses": {key: {"en": en, "he": he, "pl": pl} for key, (en, he, pl) in GLOSSES.items()},
}
