"""The shapes in which clients send moves (CAVE-R23.2, CAVE-R23.9)."""

from dataclasses import fields

from games.cave.components.areas import AREAS, GATES
from games.cave.components.cards import CARDS, DECKS
from games.cave.components.characters import CHARACTERS
from games.cave.effects.steps import Pay
from games.cave.meta import MAX_SEATS
from games.cave.moves import MOVES
from games.core.json import JSONObject
from games.core.moves import shape


def one_of(*values: str) -> JSONObject:
    return {"type": "string", "enum": list(values)}


SEAT: JSONObject = {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}
COUNT: JSONObject = {"type": "integer", "minimum": 0, "maximum": 9}
CARD = one_of(*(card.id for card in CARDS))
OWNED = one_of(*(card.id for card in CARDS if card.type in ("object", "magic_object", "friend")))
SPELL = one_of(*(card.id for card in DECKS["spells"]))
CARD_LIST: JSONObject = {"type": "array", "items": CARD, "minItems": 1, "maxItems": 60}
AREA_IDS = tuple(area.id for area in AREAS)
ABILITIES = one_of("pickpocket", "beast_speech", "slip_away")

# By the name of the field; a move's schema is made of those that it has.
FIELDS: dict[str, JSONObject] = {
    "character": one_of(*(character.id for character in CHARACTERS), "random"),
    "gate": one_of(*(gate.id for gate in GATES)),
    "by": one_of("strength", "power", "key", "open"),
    "to": one_of(*AREA_IDS, "forward", "back"),
    "over": {"type": "array", "items": one_of(*AREA_IDS), "maxItems": 5},
    "area": one_of(*(area.id for area in AREAS if any(isinstance(step, Pay) for step in area.steps))),
    "target": SEAT,
    "psychic": {"type": "boolean"},
    "ability": ABILITIES,
    "cave": COUNT,
    "adventure": COUNT,
    "cards": CARD_LIST,
    "spell": SPELL,
    "deck": one_of("cave", "adventure"),
    "prize": one_of("endurance", "gold", "devour", *(card.id for card in CARDS if "object" in card.type)),
    "option": COUNT,
    "leaving": OWNED,
    "card": CARD,
    "kind": one_of("split_draw", "pay", "take"),
}

MOVE_SCHEMAS: dict[str, JSONObject] = {
    move.type: shape(move.type, **{item.name: FIELDS[item.name] for item in fields(move)}) for move in MOVES
}
