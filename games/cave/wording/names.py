"""The names of areas and gates, which stand with their ids."""

from games.cave.components.area import Area
from games.cave.components.areas import AREAS, GATES
from games.cave.texts import TEXTS
from games.core.languages import LANGUAGES
from games.core.messages import Table, Texts


def of_area(area: Area) -> Texts:
    """The name of an area; most have that of their kind."""
    names = TEXTS.table("areas")
    return names.get(area.id) or names[area.kind]


# Many areas have one name, so its id stands behind it.
AREA_NAMES: Table = {
    area.id: {each: TEXTS.say(each, "places.area", name=of_area(area)[each], id=area.id) for each in LANGUAGES}
    for area in AREAS
}
GATE_NAMES: Table = {
    gate.id: {each: TEXTS.say(each, "places.gate", id=gate.id) for each in LANGUAGES} for gate in GATES
}
