"""Names for every id that the history of a match may mention."""

from typing import Any

from games.cave.components.areas import AREAS
from games.cave.content import CONTENT
from games.cave.wording.terms import EFFECTS, TERMS
from games.core.languages import LANGUAGES


def test_every_id_of_a_component_and_every_step_of_its_text_has_a_name_in_each_language() -> None:
    book: Any = CONTENT
    ids = {component["id"] for kind in ("characters", "abilities", "cards", "chambers") for component in book[kind]}
    ids |= {area.id for area in AREAS} | {"G1", "G2", "G3", "G4"}

    assert ids <= set(TERMS)
    assert TERMS["S1"]["pl"] == "Korytarz S1"
    assert EFFECTS["lose(gold,1)"]["en"] == "lose 1 gold"
    assert all(list(names) == list(LANGUAGES) and all(names.values()) for names in TERMS.values())


def test_cave_10_2_an_option_that_costs_a_turn_has_a_name_for_each_kind_of_text() -> None:
    assert TERMS["lose_turn(1)@event"]["en"] != TERMS["lose_turn(1)@stranger"]["en"]
