from math import atan2, tau

import pytest

from games.cave.components import board
from games.cave.components.areas import AREAS, GATES

EDGES_BOTH_WAYS = [(here, exit) for here, exit in board.EDGES for here, exit in ((here, exit), (exit, here))]


def test_cave_r26_1_there_are_47_areas_53_edges_and_4_gates() -> None:
    kinds = [area.kind for area in AREAS]

    assert len(board.BY_ID) == len(AREAS) == 47
    assert {kind: kinds.count(kind) for kind in kinds} == {"entrance": 1, "corridor": 27, "special": 9, "chamber": 10}
    assert len(board.EDGES) == 53
    assert [gate.id for gate in GATES] == ["G1", "G2", "G3", "G4"]
    assert all(gate.edge in EDGES_BOTH_WAYS for gate in GATES)


def test_cave_r26_1_each_edge_leads_both_ways_between_neighbours_on_the_grid() -> None:
    for here in AREAS:
        for exit in here.exits:
            there = board.BY_ID[exit]
            assert here.id in there.exits
            assert (here.x == there.x) != (here.y == there.y)


def test_cave_r26_1_no_two_areas_are_drawn_in_one_place() -> None:
    assert len({(area.x, area.y) for area in AREAS}) == 47


def test_cave_r22_1_branches_run_from_left_to_right_as_seen_from_the_exit_entered_by() -> None:
    told = {(came_from, area): board.branches(area, came_from) for came_from, area in EDGES_BOTH_WAYS}

    assert told == {(came_from, area): _from_left_to_right(came_from, area) for came_from, area in EDGES_BOTH_WAYS}


def _from_left_to_right(came_from: str, area: str) -> tuple[str, ...]:
    turns = {exit: _turn(came_from, area, exit) for exit in board.BY_ID[area].exits if exit != came_from}
    return tuple(sorted(turns, key=turns.__getitem__))


def _turn(came_from: str, area: str, exit: str) -> float:
    # How far clockwise from looking back the exit lies: left first, then straight on, then right.
    return (_bearing(area, exit) - _bearing(area, came_from)) % tau


def _bearing(start: str, end: str) -> float:
    a, b = board.BY_ID[start], board.BY_ID[end]
    return atan2(b.x - a.x, b.y - a.y) % tau


@pytest.mark.parametrize(
    ("came_from", "area", "branches"),
    [
        ("E", "S4", ("S3", "U2", "S5")),
        ("U2", "K3", ("M3", "U4", "M5")),
        ("S3", "S2", ("S1", "U1")),
        ("N5", "N6", ("T3", "K7", "U6")),
        (None, "S4", ("U2", "S5", "E", "S3")),
    ],
)
def test_cave_r22_1_the_branches_of_test_vector_10(came_from: str | None, area: str, branches: tuple[str, ...]) -> None:
    assert board.branches(area, came_from) == branches


def test_cave_r26_1_exits_stand_clockwise_from_north() -> None:
    for area in AREAS:
        bearings = [_bearing(area.id, exit) for exit in area.exits]
        assert bearings == sorted(bearings)


def test_cave_r26_1_all_areas_are_reached_without_passing_a_gate() -> None:
    closed = frozenset(gate.id for gate in GATES)

    assert len(board.distances(board.ENTRANCE, closed)) == 47
    assert board.distances("W1", closed)["W2"] > board.distances("W1")["W2"] == 1


def test_cave_r22_3b_each_area_has_an_exit_without_a_gate() -> None:
    assert all(any((area.id, exit) not in board.GATE_ON for exit in area.exits) for area in AREAS)


def test_cave_r18_1_a_gate_bars_its_edge_both_ways() -> None:
    assert board.GATE_ON["W1", "W2"] == board.GATE_ON["W2", "W1"] == "G1"
    assert len(board.GATE_ON) == 8


def test_cave_r26_2_cards_are_drawn_in_corridors_only_and_deeper_ones_are_cave_cards() -> None:
    for area in AREAS:
        assert (area.draw > 0) == (area.deck is not None) == (area.kind == "corridor")
        if area.kind == "corridor":
            assert area.deck == ("cave" if area.y >= 4 else "either")


def test_cave_r26_4_special_areas_and_the_entrance_have_an_instruction_and_no_others() -> None:
    assert all(bool(area.steps) == (area.kind in ("special", "entrance")) for area in AREAS)


@pytest.mark.parametrize(
    ("area", "nearest"),
    [("E", {"K3"}), ("S2", {"K1"}), ("K1", {"K3", "K4"}), ("X1", {"K8", "K9"}), ("N4", {"K3", "K8"}), ("U4", {"K3"})],
)
def test_cave_r25_7a_the_nearest_chamber_is_fewest_steps_away_whatever_gates_lie_between(
    area: str, nearest: set[str]
) -> None:
    assert set(board.nearest_chambers(area)) == nearest


def test_cave_r25_7a_random_corridors_are_the_27_areas_of_that_kind() -> None:
    assert len(board.CORRIDORS) == 27
    assert len(board.CHAMBERS) == 10
