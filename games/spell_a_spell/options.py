"""What a match is played with, fixed at its creation (I-13)."""

from dataclasses import dataclass
from typing import Any

from games.core.json import JSONObject
from games.spell_a_spell.cards import DECKS, NEWEST_DECK
from games.spell_a_spell.lexicon import newest, versions
from games.spell_a_spell.refusals import refusal

HAND_SIZE = 6
MIN_SEATS, MAX_SEATS = 2, 5
MOST_RUNS = 20
MOST_REFUSED_WORDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `OPTIONS_SCHEMA`, with `hand_sizes` worked out by seat (SAS-46)."""

    adjudication: str
    word_scope: str
    allow_imaginary: bool
    max_refused_words: int
    repeat: str
    refill: str
    special_refill: str
    free_pass_draw: str
    bewitched_hand_cap: bool
    snowball_growth: str
    sandstorm: str
    end_check: str
    runs: int
    hand_sizes: tuple[int, ...]
    open_hands: bool
    hints: bool
    deck: str
    lexicon: str


def options_of(given: JSONObject, seats: int) -> Options:
    """The options of a match of `seats` seats; `given` is of the schema and complete."""
    values: dict[str, Any] = {name: value for name, value in given.items() if name not in ("hand_size", "hand_sizes")}
    each: Any = given["hand_sizes"]
    one: Any = given["hand_size"]
    sizes = (one or HAND_SIZE,) * seats if each is None else each
    return Options(**values, hand_sizes=tuple(sizes))


def check_options(given: JSONObject, seats: int) -> None:
    """Refuse a table that the rules have no match for: seats out of range, or options that contradict each other.

    No combination that is let through goes on for ever: every option leaves what makes a run end (SAS-42) in force.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise refusal("wrong_number_of_seats", seats=seats)
    sizes: Any = given["hand_sizes"]
    if sizes is not None and given["hand_size"] is not None:
        raise refusal("hand_sizes_twice")
    if sizes is not None and len(sizes) != seats:
        raise refusal("hand_sizes_wrong_number", given=len(sizes), seats=seats)
    if given["adjudication"] != "lexicon" and given["end_check"] == "solver":
        raise refusal("solver_needs_lexicon")
    if given["adjudication"] == "lexicon" and given["word_scope"] == "any":
        raise refusal("any_word_needs_judges")


def _one_of(values: tuple[str, ...], text: str) -> JSONObject:
    """An option that takes one of `values`, the first of them if it is not given."""
    return {"type": "string", "enum": list(values), "default": values[0], "description": text}


def _switch(default: bool, text: str) -> JSONObject:
    return {"type": "boolean", "default": default, "description": text}


OPTIONS_SCHEMA: JSONObject = {
    "type": "object",
    "properties": {
        "adjudication": _one_of(
            ("lexicon", "lexicon_vote", "free"),
            "Who judges a word that is not in the lexicon: it is refused, the table votes, or it counts (SAS-11).",
        ),
        "word_scope": _one_of(
            ("tangible", "any"),
            "Any word goes; not with adjudication lexicon, which lists tangible things only (SAS-48).",
        ),
        "allow_imaginary": _switch(True, "Creatures of fancy that the lexicon lists count as living things (SAS-11)."),
        "max_refused_words": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_REFUSED_WORDS,
            "default": 2,
            "description": "After so many words refused by the table in one turn only its end is left (SAS-11).",
        },
        "repeat": _one_of(
            ("not_standing", "any", "never"),
            "Which words may not be cast again: the standing one, none, or any that was cast in this run (SAS-17).",
        ),
        "refill": _one_of(
            ("to_hand_size", "by_word_length"),
            "After a word the hand is filled up to its size, or by as many cards as were laid (SAS-15).",
        ),
        "special_refill": _one_of(
            ("to_hand_size", "letters_plus_one"),
            "After a special word the hand is filled up to its size, or by the cards laid and one more (SAS-27).",
        ),
        "free_pass_draw": _one_of(
            ("fill_plus_one", "one_card"),
            "A turn that ends with no word and no spell fills the hand up and takes one more, or takes one (SAS-24).",
        ),
        "bewitched_hand_cap": _switch(False, "A bewitched player draws only up to the hand size and one (SAS-23)."),
        "snowball_growth": _one_of(
            ("linear", "capped_at_2"), "The k-th snowball of a round takes k cards, or never more than two (SAS-36)."
        ),
        "sandstorm": _one_of(
            ("receive_from_left", "pass_to_left"),
            "Each player gets the left neighbour's hand, or gives that neighbour their own (SAS-32).",
        ),
        "end_check": _one_of(
            ("passes", "solver"),
            "A run ends after as many idle free passes as seats; with solver, and adjudication lexicon, also as soon "
            "as no hand can make a word (SAS-42, SAS-43).",
        ),
        "runs": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_RUNS,
            "default": 1,
            "description": "How many runs are played; their scores are added up (SAS-45).",
        },
        "hand_size": {
            "enum": [None, HAND_SIZE, HAND_SIZE + 1],
            "default": None,
            "description": "The hand size of all: 7 for young players; null is 6. Not with hand_sizes (SAS-46).",
        },
        "hand_sizes": {
            "type": ["array", "null"],
            "items": {"type": "integer", "enum": [HAND_SIZE, HAND_SIZE + 1]},
            "minItems": MIN_SEATS,
            "maxItems": MAX_SEATS,
            "default": None,
            "description": "The hand size of each seat, in their order (SAS-46).",
        },
        "open_hands": _switch(False, "All hands are seen by all (SAS-47)."),
        "hints": _switch(False, "A turn lists the lexicon's words that the hand can lay now; for young players."),
        "deck": {
            "type": "string",
            "enum": list(DECKS),
            "default": NEWEST_DECK,
            "description": "The table of cards (SAS-2).",
        },
        "lexicon": {
            "type": "string",
            "enum": list(versions()),
            "default": newest(),
            "description": "The lexicon by the SHA-256 of its content (SAS-11).",
        },
    },
    "additionalProperties": False,
}
