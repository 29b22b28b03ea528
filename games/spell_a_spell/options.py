"""What a match is played with, fixed at its creation (I-13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.json import JSONObject
from games.core.options import option_texts, options_schema
from games.spell_a_spell.components.cards import DECKS, NEWEST_DECK
from games.spell_a_spell.lexicon.entries import FIRST, newest, versions
from games.spell_a_spell.meta import MAX_SEATS, MIN_SEATS
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.texts import TEXTS

OPTION_TEXTS = option_texts(TEXTS.table("options"))

HAND_SIZE = 6
MOST_RUNS = 20
MOST_REFUSED_WORDS = 10

# The values of `rounds` and `windows` that rules version 2 plays by unless a match asks for those of the rulebook.
EVEN, NEEDED = "even", "needed"
# What rules version 1 does not know.
LATER = ("rounds", "windows")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `OPTIONS_SCHEMA`, with `hand_sizes` worked out by seat (SAS-46); those of `LATER` may be None."""

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
    rounds: str | None = None
    windows: str | None = None


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


def _one_of(*values: str) -> JSONObject:
    """An option that takes one of `values`, the first of them if it is not given."""
    return {"type": "string", "enum": list(values), "default": values[0]}


def _switch(*, default: bool) -> JSONObject:
    return {"type": "boolean", "default": default}


_OPTIONS: Mapping[str, JSONObject] = {
    "adjudication": _one_of("lexicon", "lexicon_vote", "free"),
    "word_scope": _one_of("tangible", "any"),
    "allow_imaginary": _switch(default=True),
    "max_refused_words": {"type": "integer", "minimum": 1, "maximum": MOST_REFUSED_WORDS, "default": 2},
    "repeat": _one_of("not_standing", "any", "never"),
    "refill": _one_of("to_hand_size", "by_word_length"),
    "special_refill": _one_of("to_hand_size", "letters_plus_one"),
    "free_pass_draw": _one_of("fill_plus_one", "one_card"),
    "bewitched_hand_cap": _switch(default=False),
    "snowball_growth": _one_of("linear", "capped_at_2"),
    "sandstorm": _one_of("receive_from_left", "pass_to_left"),
    "end_check": _one_of("passes", "solver"),
    "runs": {"type": "integer", "minimum": 1, "maximum": MOST_RUNS, "default": 1},
    "hand_size": {"enum": [None, HAND_SIZE, HAND_SIZE + 1], "default": None},
    "hand_sizes": {
        "type": ["array", "null"],
        "items": {"type": "integer", "enum": [HAND_SIZE, HAND_SIZE + 1]},
        "minItems": MIN_SEATS,
        "maxItems": MAX_SEATS,
        "default": None,
    },
    "open_hands": _switch(default=False),
    "hints": _switch(default=False),
    "deck": {"type": "string", "enum": list(DECKS), "default": NEWEST_DECK},
    "lexicon": {"type": "string", "enum": list(versions()), "default": newest()},
    "rounds": _one_of(EVEN, "rulebook"),
    "windows": _one_of(NEEDED, "all"),
}

OPTIONS_SCHEMA = options_schema(_OPTIONS, OPTION_TEXTS)

# As release 0.1.0 had it.
OPTIONS_SCHEMA_1 = options_schema(
    {name: schema for name, schema in _OPTIONS.items() if name not in LATER}
    | {"lexicon": {"type": "string", "enum": [FIRST], "default": FIRST}},
    OPTION_TEXTS,
)
