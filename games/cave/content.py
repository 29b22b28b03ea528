"""What a client needs to show the game: board, cards, characters, chambers and words, in each language."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from games.cave import meta
from games.cave.components import chambers
from games.cave.components.abilities import ABILITIES
from games.cave.components.area import Area, AreaDeck, AreaKind
from games.cave.components.areas import AREAS, GATES
from games.cave.components.board import EDGES
from games.cave.components.card import Card, CardType, Deck, Timing
from games.cave.components.cards import CARDS
from games.cave.components.chambers import Chamber
from games.cave.components.characters import CHARACTERS, START_ENDURANCE, AbilityId, Character, characters_of
from games.cave.effects.steps import Steps
from games.cave.effects.values import Alignment
from games.cave.effects.writer import steps_to_json, unparse
from games.cave.texts import TEXTS
from games.cave.wording.names import of_area
from games.cave.wording.phrases import origin_of, told
from games.core.languages import LANGUAGES
from games.core.schemas import As, Names


class ContentEffect(TypedDict):
    """An effect three times: as its string (CAVE-R25), as its steps, and in words."""

    text: str
    steps: Annotated[Sequence[Any], As(Steps)]
    words: Names


class ContentArea(TypedDict):
    """An area: where it is drawn (x east, y north), its exits clockwise from north, and what is found there."""

    id: str
    kind: AreaKind
    names: Names
    x: int
    y: int
    exits: Sequence[str]
    draw: int
    deck: AreaDeck | None
    instruction: ContentEffect | None


class ContentCard(TypedDict):
    """A face, of which the deck has `count` copies."""

    id: str
    deck: Deck
    names: Names
    type: CardType
    rank: int | None
    value: int | None
    count: int
    set_aside: bool
    when: Timing | None
    effect: ContentEffect | None


class ContentCharacter(TypedDict):
    """Who an adventurer can be, and what one starts with."""

    id: str
    names: Names
    alignment: Alignment
    strength: int
    power: int
    endurance: int
    gold: int
    spells: int
    abilities: Sequence[AbilityId]


class ContentAbility(TypedDict):
    """A special ability: the clause that says what it does, its name, and a sentence about it."""

    id: AbilityId
    clause: str
    names: Names
    texts: Names


class ContentChamber(TypedDict):
    """A kind of chamber."""

    id: str
    names: Names
    effect: ContentEffect | None


class ContentGate(TypedDict):
    """Mighty Gates on the edge between two areas."""

    id: str
    edge: Sequence[str]


class ContentBoard(TypedDict):
    """The map."""

    areas: Sequence[ContentArea]
    edges: Sequence[Sequence[str]]
    gates: Sequence[ContentGate]


class Numbers(TypedDict):
    """The numbers of the rules."""

    free_movement_power: int
    spell_limits: Sequence[int]
    trophy_points: int
    cave_cards_for_power: int
    object_limit: int


class Content(TypedDict):
    """Board, cards, characters, chambers and words of Cave; the tables have the kind of chamber for each face."""

    board: ContentBoard
    characters: Sequence[ContentCharacter]
    abilities: Sequence[ContentAbility]
    cards: Sequence[ContentCard]
    chambers: Sequence[ContentChamber]
    chamber_table: Sequence[str]
    second_table: Sequence[str]
    numbers: Numbers
    terms: Mapping[str, Names]


def _effect(steps: Steps, origin: str) -> ContentEffect | None:
    """An effect three times: as its string (CAVE-R25), as its steps, and in words; `origin` is what it stands on."""
    if not steps:
        return None
    words = {language: told(steps, language, origin) for language in LANGUAGES}
    return {"text": unparse(steps), "steps": steps_to_json(steps), "words": words}


def _area(area: Area) -> ContentArea:
    return {
        "id": area.id,
        "kind": area.kind,
        "names": of_area(area),
        "x": area.x,
        "y": area.y,
        "exits": area.exits,
        "draw": area.draw,
        "deck": area.deck,
        "instruction": _effect(area.steps, "area"),
    }


def _card(card: Card) -> ContentCard:
    return {
        "id": card.id,
        "deck": card.deck,
        "names": TEXTS.table("cards")[card.id],
        "type": card.type,
        "rank": card.rank,
        "value": card.value,
        "count": card.count,
        "set_aside": card.set_aside,
        "when": card.when,
        "effect": _effect(card.steps, origin_of(card)),
    }


def _character(character: Character) -> ContentCharacter:
    return {
        "id": character.id,
        "names": TEXTS.table("characters")[character.id],
        "alignment": character.alignment,
        "strength": character.strength,
        "power": character.power,
        "endurance": START_ENDURANCE,
        "gold": character.gold,
        "spells": character.spells,
        "abilities": character.abilities,
    }


def _chamber(chamber: Chamber) -> ContentChamber:
    return {"id": chamber.id, "names": TEXTS.table("chambers")[chamber.id], "effect": _effect(chamber.steps, "chamber")}


BOARD: ContentBoard = {
    "areas": [_area(area) for area in AREAS],
    "edges": EDGES,
    "gates": [{"id": gate.id, "edge": gate.edge} for gate in GATES],
}

NUMBERS: Numbers = {
    "free_movement_power": meta.FREE_MOVEMENT_POWER,
    "spell_limits": meta.SPELL_LIMITS,
    "trophy_points": meta.TROPHY_POINTS,
    "cave_cards_for_power": meta.CAVE_CARDS_FOR_POWER,
    "object_limit": meta.OBJECT_LIMIT,
}


def content_of(rules: int) -> Content:
    """The content as this version of the rules has it: its characters start with numbers of their own."""
    return {**CONTENT, "characters": [_character(one) for one in characters_of(rules).values()]}


CONTENT: Content = {
    "board": BOARD,
    "characters": [_character(character) for character in CHARACTERS],
    "abilities": [
        {
            "id": ability.id,
            "clause": ability.clause,
            "names": TEXTS.table("abilities")[ability.id],
            "texts": TEXTS.table("ability_texts")[ability.id],
        }
        for ability in ABILITIES
    ],
    "cards": [_card(card) for card in CARDS],
    "chambers": [_chamber(chamber) for chamber in chambers.BY_ID.values()],
    "chamber_table": [chambers.KINDS[face].id for face in range(1, 7)],
    "second_table": [chambers.SECOND_KINDS[face].id for face in range(1, 7)],
    "numbers": NUMBERS,
    "terms": TEXTS.table("words"),
}
