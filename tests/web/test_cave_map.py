"""The map of Cave's picture: every area has a place, in the order in which the rules count branches."""

import re
from itertools import combinations
from math import atan2, tau
from pathlib import Path

from games.cave.components.areas import AREAS, GATES
from games.cave.components.board import EDGES

LAYOUT = (Path(__file__).parents[2] / "web/games/cave/map/layout.js").read_text()
PLACES = {id: (int(x), int(y)) for id, x, y in re.findall(r"(\w+): \[(\d+), (\d+)\]", LAYOUT)}
# The half width and height of a room, and the name of two lines below it.
HALF_X, HALF_Y, BELOW = 34, 25, 30

Place = tuple[int, int]


def test_every_area_has_a_place_within_the_map() -> None:
    width, height = (int(found) for found in re.findall(r"(?:WIDTH|HEIGHT) = (\d+)", LAYOUT))
    assert PLACES.keys() == {area.id for area in AREAS}
    for x, y in PLACES.values():
        assert HALF_X < x < width - HALF_X
        assert HALF_Y < y < height - HALF_Y - BELOW


def test_no_ways_cross_and_no_rooms_touch() -> None:
    for (one, other), (third, fourth) in combinations(EDGES, 2):
        if len({one, other, third, fourth}) == 4:
            assert not cross(PLACES[one], PLACES[other], PLACES[third], PLACES[fourth]), (one, other, third, fourth)
    for one, other in combinations(PLACES, 2):
        (x, y), (u, v) = PLACES[one], PLACES[other]
        assert abs(x - u) > 2 * HALF_X or abs(y - v) > 2 * HALF_Y + BELOW, (one, other)


def test_exits_stand_clockwise_as_the_rules_count_them() -> None:
    """CAVE-R22.1: who comes in by one exit finds the others from left to right."""
    for area in AREAS:
        drawn = sorted(area.exits, key=lambda exit: turn(PLACES[area.id], PLACES[exit]))
        start = drawn.index(area.exits[0])
        assert (*drawn[start:], *drawn[:start]) == area.exits, area.id


def test_gates_stand_on_ways_long_enough_for_them() -> None:
    for gate in GATES:
        (x, y), (u, v) = (PLACES[area] for area in gate.edge)
        assert abs(x - u) < HALF_X
        assert abs(y - v) > 2 * HALF_Y + 20


def turn(here: Place, there: Place) -> float:
    """The direction from north, clockwise; y grows to the south."""
    return atan2(there[0] - here[0], here[1] - there[1]) % tau


def cross(one: Place, other: Place, third: Place, fourth: Place) -> bool:
    """Whether two lines between places have a point in common."""
    return side(one, other, third) != side(one, other, fourth) and side(third, fourth, one) != side(
        third, fourth, other
    )


def side(one: Place, other: Place, point: Place) -> bool:
    return (other[0] - one[0]) * (point[1] - one[1]) > (other[1] - one[1]) * (point[0] - one[0])
