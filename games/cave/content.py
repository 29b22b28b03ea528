"""What a client needs to show the game: board, cards, characters, chambers and words, in English, Hebrew and Polish."""

from typing import Protocol

from games.cave import meta
from games.cave.components import chambers
from games.cave.components.abilities import ABILITIES
from games.cave.components.area import Area
from games.cave.components.areas import AREAS, GATES
from games.cave.components.board import EDGES
from games.cave.components.card import Card
from games.cave.components.cards import CARDS
from games.cave.components.chambers import Chamber
from games.cave.components.characters import CHARACTERS, START_ENDURANCE, Character
from games.cave.effects.steps import Steps
from games.cave.effects.writer import steps_to_json, unparse
from games.cave.texts.phrases import origin_of, told
from games.cave.texts.words import WORDS
from games.core.json import JSON, JSONObject


class Named(Protocol):
    @property
    def en(self) -> str: ...
    @property
    def he(self) -> str: ...
    @property
    def pl(self) -> str: ...


def _names(component: Named) -> JSONObject:
    return {"en": component.en, "he": component.he, "pl": component.pl}


def _effect(steps: Steps, origin: str) -> JSONObject | None:
    """An effect three times: as its string (CAVE-R25), as its steps, and in words; `origin` is what it stands on."""
    if not steps:
        return None
    words = {language: told(steps, language, origin) for language in ("en", "he", "pl")}
    return {"text": unparse(steps), "steps": steps_to_json(steps), "words": words}


def _area(area: Area) -> dict[str, JSON]:
    return {
        "id": area.id,
        "kind": area.kind,
        "names": _names(area),
        "x": area.x,
        "y": area.y,
        "exits": area.exits,
        "draw": area.draw,
        "deck": area.deck,
        "instruction": _effect(area.steps, "area"),
    }


def _card(card: Card) -> dict[str, JSON]:
    return {
        "id": card.id,
        "deck": card.deck,
        "names": _names(card),
        "type": card.type,
        "rank": card.rank,
        "value": card.value,
        "count": card.count,
        "set_aside": card.set_aside,
        "when": card.when,
        "effect": _effect(card.steps, origin_of(card)),
    }


def _character(character: Character) -> dict[str, JSON]:
    return {
        "id": character.id,
        "names": _names(character),
        "alignment": character.alignment,
        "strength": character.strength,
        "power": character.power,
        "endurance": START_ENDURANCE,
        "gold": character.gold,
        "spells": character.spells,
        "abilities": character.abilities,
    }


def _chamber(chamber: Chamber) -> dict[str, JSON]:
    return {"id": chamber.id, "names": _names(chamber), "effect": _effect(chamber.steps, "chamber")}


BOARD: JSONObject = {
    "areas": [_area(area) for area in AREAS],
    "edges": EDGES,
    "gates": [{"id": gate.id, "edge": gate.edge} for gate in GATES],
}

NUMBERS: JSONObject = {
    "free_movement_power": meta.FREE_MOVEMENT_POWER,
    "spell_limits": meta.SPELL_LIMITS,
    "trophy_points": meta.TROPHY_POINTS,
    "cave_cards_for_power": meta.CAVE_CARDS_FOR_POWER,
    "object_limit": meta.OBJECT_LIMIT,
}

CONTENT: JSONObject = {
    "board": BOARD,
    "characters": [_character(character) for character in CHARACTERS],
    "abilities": [
        {"id": ability.id, "clause": ability.clause, "names": ability.names, "texts": ability.texts}
        for ability in ABILITIES
    ],
    "cards": [_card(card) for card in CARDS],
    "chambers": [_chamber(chamber) for chamber in chambers.BY_ID.values()],
    "chamber_table": [chambers.KINDS[face].id for face in range(1, 7)],
    "second_table": [chambers.SECOND_KINDS[face].id for face in range(1, 7)],
    "numbers": NUMBERS,
    "terms": WORDS,
}
