"""Shapes about games: what they are, their words, and the bots that play them."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from api.answers.parts import Address, Next
from games.core.bots import BOTS
from games.core.schemas import Names
from games.matches.presentation.shapes import Object, Positive, doc, words


class SeatRange(TypedDict):
    """How many can play."""

    min: Positive
    max: Positive


class GameLinks(TypedDict):
    """Documents under addresses whose answer never changes."""

    content: Address
    clauses: Address
    messages: Annotated[Address, doc("In all languages.")]
    schemas: Address
    lexicon: Annotated[Address | None, doc("Of games that have words.")]


class OptionTexts(TypedDict):
    """An option of a match, for players."""

    title: Names
    description: Names
    values: Annotated[Mapping[str, Names], doc("Of an option whose values are words.")]


class Game(TypedDict):
    """A game that can be played here, by its newest rules."""

    game: Annotated[str, doc("Its slug, as in addresses.")]
    names: Names
    seats: SeatRange
    rules: Annotated[list[str], doc("The versions of its rules, oldest first; a new match pins the last.")]
    options_schema: Annotated[Object, doc("JSON Schema of a match's `options`.")]
    option_texts: Annotated[Mapping[str, OptionTexts], doc("What each of these options is called and means.")]
    moves: Annotated[Mapping[str, Object], doc("JSON Schema of each type of move.")]
    declinable: Annotated[list[str], doc("The kinds of prompts that a standing order may decline.")]
    skippable: Annotated[
        list[str], doc("The kinds of prompts that a standing order may answer where nothing the seat holds fits.")
    ]
    skipped: Annotated[
        list[str],
        doc("Those of `skippable` that are answered so by the newest rules unless the player orders otherwise."),
    ]
    duration_hint: Annotated[Names, doc("How long a match takes.")]
    links: Annotated[GameLinks, doc("By the newest rules; a cache may keep what is there for ever.")]


class Bot(TypedDict):
    """A bot that can be seated."""

    bot: Annotated[str, words(*BOTS), doc("As requests and seats name it.")]
    sign: Annotated[str, doc("One character, in place of a picture.")]
    names: Names
    about: Annotated[Names, doc("How it plays, in a line.")]


class BotPage(TypedDict):
    """A page of bots."""

    items: list[Bot]
    next: Next


class GamePage(TypedDict):
    """A page of games."""

    items: list[Game]
    next: Next


_Messages = Mapping[str, str]

MessageTables = TypedDict(
    "MessageTables",
    {
        "messages": Annotated[
            Mapping[str, _Messages],
            doc(
                "By what they are of (`events`, `questions`, `labels`, `sayings`, `reasons`, `statuses`) and by key, "
                "in a subset of ICU MessageFormat."
            ),
        ],
        "terms": Annotated[_Messages, doc("The names of ids.")],
        "refusals": Annotated[_Messages, doc("By code; `{…}` stands for one of a problem's `params`.")],
        "seat": Annotated[str, doc("How a seat is called.")],
        "and": Annotated[str, doc("What stands before the last item of a list.")],
    },
)
MessageTables.__doc__ = "Everything that a game and its table have to say in one language."


class Messages(TypedDict):
    """Everything that a game and its table have to say."""

    game: str
    rules: str
    languages: Annotated[Mapping[str, MessageTables], doc("By language.")]


class LexiconEntry(TypedDict):
    """What the lexicon says of a word."""

    word: Annotated[str, doc("As the lexicon writes it.")]
    category: Annotated[str, doc("What kind of thing it names.")]
    emoji: str | None
    gloss: Annotated[Names, doc("What it names; in Hebrew the word itself.")]
    flags: list[str]


class LexiconWord(LexiconEntry):
    """A word of a lexicon."""

    key: Annotated[str, doc("One letter for each card that it takes.")]
    source: Annotated[str, doc("Where it is from: `hand`, `rulebook`, `cldr`, `cldr-keyword`, joined by +.")]


class Licence(TypedDict):
    """What some of the words may be used under."""

    spdx: Annotated[str, doc("The licence's SPDX identifier.")]
    applies_to: str
    text: Annotated[str | None, doc("Its wording, where it has to go with the words.")]


class Lexicon(TypedDict):
    """All words of a game that has words."""

    version: Annotated[str, doc("The SHA-256 of the lexicon's file; a match pins one.")]
    licences: list[Licence]
    items: list[LexiconWord]


Word = TypedDict(
    "Word",
    {
        "word": Annotated[str, doc("As it was sent, in Unicode's form NFKC.")],
        "key": Annotated[str, doc("One letter for each card that it takes.")],
        "length": Annotated[Positive, doc("How many cards it takes.")],
        "lexicon": Annotated[str, doc("The version of the lexicon; a match pins one.")],
        "in": Annotated[bool, doc("Whether a match with the default options accepts it.")],
        "reason": Annotated[str, doc("Why, as a word that stays the same.")],
        "why": Annotated[Names, doc("Why, as a sentence in each language.")],
        "entry": Annotated[LexiconEntry | None, doc("Null where the lexicon does not hold it.")],
    },
)
Word.__doc__ = "What a game that has words says of one."
