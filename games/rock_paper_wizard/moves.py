"""What a seat can ask for, and the shape in which a client sends it."""

from dataclasses import dataclass

from games.core.json import JSONObject
from games.core.moves import Move, Resign, shape
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.meta import MAX_SEATS


@dataclass(frozen=True, kw_only=True)
class ChooseSpell(Move):
    """Pick a spell of the book and whom to cast it on, in secret and for good (RPW-18, RPW-22)."""

    type = "choose_spell"
    spell: str
    target: int


@dataclass(frozen=True, kw_only=True)
class ChooseReceiver(Move):
    """As the target of Charm Person, say which poorer wizard gets the gold."""

    type = "choose_receiver"
    receiver: int


@dataclass(frozen=True, kw_only=True)
class CastNothing(Move):
    """What the clock answers for a seat that has not chosen in time (RPW-23)."""

    type = "cast_nothing"


SEAT: JSONObject = {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1}

MOVE_CLASSES: dict[str, type[Move]] = {move.type: move for move in (ChooseSpell, ChooseReceiver, CastNothing, Resign)}
MOVE_SCHEMAS: dict[str, JSONObject] = {
    ChooseSpell.type: shape(
        ChooseSpell.type, spell={"type": "string", "enum": [card.id for card in CARDS]}, target=SEAT
    ),
    ChooseReceiver.type: shape(ChooseReceiver.type, receiver=SEAT),
    CastNothing.type: {**shape(CastNothing.type), "description": "Played by the clock alone (RPW-23)."},
}
