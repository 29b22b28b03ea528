from dataclasses import replace

import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, CarryTo
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.board import CORRIDORS
from games.cave.state import Turn
from tests.games.cave.scene import default, do, hero, scene


@pytest.mark.parametrize(("face", "gold"), [(3, 2), (4, 3), (5, 3)])
def test_cave_12_2b_and_r27_15_the_thief_may_steal_gold_and_her_turn_ends(face: int, gold: int) -> None:
    asked = do(scene(hero("C7"), hero("C2")), Arrive(seat=0))
    stolen = asked.then(0, m.UseAbility(ability="pickpocket", target=1), dice=(face,))

    assert stolen.hero().gold == gold
    assert "turn_ended" in stolen.types


def test_cave_r27_15_on_a_6_she_takes_an_object_of_choice_or_gold() -> None:
    asked = do(scene(hero("C7"), hero("C2", objects=("J38",))), Arrive(seat=0))
    choosing = asked.then(0, m.UseAbility(ability="pickpocket", target=1), dice=(6,))

    assert choosing.question.kind == "pickpocket_take"
    assert choosing.then(0, m.Claim(prize="J38")).hero().objects == ("J38",)
    assert default(choosing.state, 0) == m.Claim(prize="gold")


def test_cave_12_1a_with_nobody_else_there_exploring_is_automatic() -> None:
    alone = do(scene(hero("C4", "X1")), Arrive(seat=0), picks=["J40", "J42", "J45"])
    together = do(scene(hero("C4", "X1"), hero("C6", "X1")), Arrive(seat=0))

    assert len(alone.of("card_drawn")) == 3
    assert together.question.kind == "engage"


def test_cave_12_4a_who_meets_somebody_in_a_chamber_does_not_roll_for_it() -> None:
    asked = do(scene(hero("C4", "K1"), hero("C6", "K1")), Arrive(seat=0))
    fought = asked.then(0, m.Attack(target=1, psychic=False), dice=(3, 3))

    assert "chamber_identified" not in fought.types
    assert "turn_ended" in fought.types


def test_cave_12_1b_who_is_carried_acts_there_as_if_the_move_ended_there() -> None:
    carried = do(scene(hero("C4", "S1")), CarryTo(seat=0, to="area", area="W1"), picks=["J40"])

    assert carried.one("card_drawn").area == "W1"


def test_cave_12_1b_the_fourth_time_in_a_turn_one_is_only_moved() -> None:
    turn = Turn(seat=0, held=(0, 0), cast=(0, 0), carried=3)
    state = scene(hero("C4", "S1"))
    state = replace(state, board=replace(state.board, turn=turn))
    fourth = do(state, CarryTo(seat=0, to="area", area="W1"))

    assert fourth.hero().area == "W1"
    assert "card_drawn" not in fourth.types
    assert "turn_ended" in fourth.types


def test_cave_r26_3_a_random_corridor_is_never_an_area_with_an_instruction() -> None:
    assert {AREAS[area].kind for area in CORRIDORS} == {"corridor"}
