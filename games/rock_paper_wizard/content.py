"""What a client needs to show the game: cards, board and words, in each language."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from games.core.schemas import Names
from games.rock_paper_wizard.components import track
from games.rock_paper_wizard.components.cards import CARDS, Card
from games.rock_paper_wizard.components.steps import Token, step_to_json
from games.rock_paper_wizard.meta import NAMES, WIZARDS
from games.rock_paper_wizard.texts import TEXTS


class Reentry(TypedDict):
    """Where a wizard starts again who stands in the exit area, or in the treasure area."""

    exit: int
    treasure: int


class TrackSpaces(TypedDict):
    """The track: its ends, and the first and last space of each area."""

    spaces: Sequence[int]
    start: int
    exit_area: Sequence[int]
    treasure_area: Sequence[int]
    reentry: Reentry


class Numbers(TypedDict):
    """The numbers of the rules; `scoring` is the gold for the closest and for the second."""

    starting_gold: int
    max_book: int
    max_of_a_colour: int
    scoring: Sequence[int]
    goal: int


class SpellCard(TypedDict):
    """A spell card; `text` says what it does, `ops` are its steps, each a word and what it is used with."""

    no: int
    id: str
    names: Names
    colour: Literal["blue", "red", "green"]
    kind: Literal["attack", "defence", "movement", "gold"]
    gesture: Names
    text: Names
    ops: Sequence[Sequence[Token]]


class Content(TypedDict):
    """Cards, board and words of Rock Paper Wizard; `wizards` are the ids by seat."""

    cards: Sequence[SpellCard]
    board: TrackSpaces
    numbers: Numbers
    wizards: Sequence[str]
    terms: Mapping[str, Names]


BOARD: TrackSpaces = {
    "spaces": [track.EXIT_END, track.HOARD_END],
    "start": track.START,
    "exit_area": [track.EXIT_END, track.EXIT_AREA_LAST],
    "treasure_area": [track.TREASURE_AREA_FIRST, track.HOARD_END],
    "reentry": {"exit": track.REENTRY_FROM_EXIT, "treasure": track.REENTRY_FROM_TREASURE},
}

NUMBERS: Numbers = {
    "starting_gold": track.STARTING_GOLD,
    "max_book": track.MAX_BOOK,
    "max_of_a_colour": track.MAX_OF_A_COLOUR,
    "scoring": [track.GOLD_FOR_CLOSEST, track.GOLD_FOR_SECOND],
    "goal": track.GOAL,
}


def _card(card: Card) -> SpellCard:
    return {
        "no": card.no,
        "id": card.id,
        "names": TEXTS.table("cards")[card.id],
        "colour": card.colour,
        "kind": card.kind,
        "gesture": TEXTS.table("gestures")[card.id],
        "text": TEXTS.table("spells")[card.id],
        "ops": [step_to_json(step) for step in card.steps],
    }


CONTENT: Content = {
    "cards": [_card(card) for card in CARDS],
    "board": BOARD,
    "numbers": NUMBERS,
    "wizards": WIZARDS,
    "terms": {"game": NAMES, **TEXTS.table("words")},
}
