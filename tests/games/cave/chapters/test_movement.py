import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, CarryTo
from games.cave.state import Adventurer
from tests.games.cave.scene import assert_refused, default, do, hero, offered, play, scene

ROLL = m.Roll()


def ways(who: Adventurer) -> list[object]:
    return [*dict.fromkeys(move["type"] for move in offered(scene(who), 0) if move["type"] in ("roll", "step"))]


def steps(who: Adventurer) -> list[object]:
    return [move["to"] for move in offered(scene(who), 0) if move["type"] == "step"]


def test_cave_11_1_from_the_entrance_one_goes_straight_into_the_cave() -> None:
    stepped = play(scene(hero("C4", "E")), 0, m.Step(to="S4"))

    assert stepped.hero().area == "S4"
    assert stepped.hero().entered_from == "E"


def test_cave_r22_2_an_adventurer_remembers_where_it_came_from_and_forgets_it_when_carried() -> None:
    carried = do(scene(hero(entered_from="K1")), CarryTo(seat=0, to="entrance"))

    assert carried.hero().entered_from is None


def test_cave_r23_7_the_weak_roll_or_step_the_strong_roll() -> None:
    assert ways(hero(power=5)) == ["roll", "step"]
    assert ways(hero(power=6)) == ["roll"]
    assert ways(hero(power=5, objects=("J42",))) == ["roll"]


def test_cave_r22_7_penalties_leave_one_way_to_move() -> None:
    assert ways(hero(slow=1, power=6)) == ["step"]
    assert ways(hero(force_die=1)) == ["roll"]


def test_cave_r22_7a_a_torch_strikes_slow_off() -> None:
    taken = do(scene(hero(slow=2, objects=("J36",))), Arrive(seat=0))

    assert taken.hero().slow == 0
    assert taken.one("penalty_set").rules == ("CAVE-R22.7a",)


def test_cave_r22_7a_a_cure_and_a_gate_attempt_tick_no_penalty() -> None:
    cured = play(scene(hero("C4", "E", slow=1, endurance=2)), 0, m.Cure())
    tried = play(scene(hero("C4", "W1", slow=1)), 0, m.TryGate(gate="G1", by="strength"), dice=(6, 6))

    assert (cured.hero().slow, tried.hero().slow) == (1, 1)


def test_cave_r22_8_there_is_no_staying_where_one_is() -> None:
    assert {move["type"] for move in offered(scene(hero("C4")), 0)} == {"roll", "step"}


def test_cave_r22_3_the_distance_die_falls_before_the_first_step_is_chosen() -> None:
    rolled = play(scene(hero(power=6)), 0, ROLL, dice=(3,))

    assert rolled.one("die_rolled").purpose == "distance"
    assert rolled.question.kind == "first_step"


def test_cave_r22_3_and_r23_7_a_step_without_the_die_is_asked_with_its_direction_in_one_question() -> None:
    state = scene(hero("C4", "S4", entered_from="E"))
    stepped = play(state, 0, m.Step(to="E"))

    assert [move for move in offered(state, 0) if move["type"] != "roll"] == [
        {"type": "step", "to": to} for to in ("S3", "U2", "S5", "E")
    ]
    assert stepped.one("choice_made").move == {"type": "step", "to": "E"}
    assert stepped.one("step_taken").after == "E"
    assert not stepped.of("die_rolled")
    assert stepped.one("turn_started").seat == 1


def test_cave_r22_3_after_the_die_there_is_no_step_and_a_roll_names_no_direction() -> None:
    rolled = play(scene(hero("C4", "S4", entered_from="E")), 0, ROLL, dice=(1,))

    assert rolled.one("choice_made").move == {"type": "roll"}
    assert_refused(rolled.state, 0, m.Step(to="E"), "not_asked")


def test_cave_r22_3a_one_step_takes_any_exit_whatever_the_power_and_the_default_is_the_leftmost() -> None:
    assert steps(hero("C4", "S4", entered_from="E")) == ["S3", "U2", "S5", "E"]
    assert steps(hero("C4", "S4")) == ["U2", "S5", "E", "S3"]
    assert steps(hero("C4", "D1", entered_from="M1")) == ["M1"]
    assert default(scene(hero("C4", "S4", entered_from="E")), 0) == m.Step(to="S3")
    assert_refused(scene(hero("C4", "S4", entered_from="E")), 0, m.Step(to="K9"), "not_offered")
    assert_refused(scene(hero("C4", "S4", power=6)), 0, m.Step(to="E"), "not_asked")


def test_cave_r22_7_a_step_serves_slow_even_where_power_would_roll() -> None:
    stepped = play(scene(hero("C4", "S4", power=6, slow=1)), 0, m.Step(to="E"))

    assert stepped.hero().slow == 0
    assert stepped.hero().area == "E"


def first_steps(who: Adventurer) -> list[object]:
    return [
        move["to"] for move in offered(play(scene(who), 0, ROLL, dice=(1,)).state, 0) if move["type"] == "first_step"
    ]


def test_cave_r22_3a_and_r22_2a_who_steers_takes_any_exit_others_go_forward_or_back() -> None:
    assert first_steps(hero("C4", "S4", entered_from="E")) == ["forward", "back"]
    assert first_steps(hero("C4", "S4", power=6, entered_from="E")) == ["S3", "U2", "S5", "E"]
    assert first_steps(hero("C4", "S4")) == ["U2", "S5", "E", "S3"]


def test_cave_r22_3a_forward_the_fork_die_falls_at_the_starting_area_already() -> None:
    rolled = play(scene(hero("C4", "S4", entered_from="E")), 0, ROLL, dice=(1,))
    forward = rolled.then(0, m.FirstStep(to="forward"), dice=(3,))

    assert forward.of("die_rolled")[0].purpose == "fork"
    assert forward.one("step_taken").after == "U2"


def test_cave_r22_3a_back_is_the_exit_entered_by() -> None:
    rolled = play(scene(hero("C4", "S4", entered_from="E")), 0, ROLL, dice=(1,))

    assert rolled.then(0, m.FirstStep(to="back")).one("step_taken").after == "E"


def test_cave_r22_3a_in_a_dead_end_one_can_only_go_back() -> None:
    played = play(scene(hero("C4", "D1", entered_from="M1")), 0, ROLL, dice=(1,))

    assert played.one("step_taken").after == "M1"


def test_cave_r22_4_each_fork_has_a_die_of_its_own() -> None:
    gone = play(scene(hero("C4", "E")), 0, ROLL, dice=(4, 1, 6))

    assert [event.dice for event in gone.of("die_rolled") if event.purpose == "fork"] == [(1,), (6,)]
    assert gone.hero().area == "U1"


@pytest.mark.parametrize("owned", [{"friends": ("J46",)}, {"character": "C2"}])
def test_cave_r22_9_and_r27_5_guide_and_pathfinder_choose_at_forks_once_they_have_rolled(
    owned: dict[str, object],
) -> None:
    character = str(owned.pop("character", "C4"))
    rolled = play(scene(hero(character, "E", **owned)), 0, ROLL, dice=(2,))

    assert rolled.question.kind == "branch"
    assert [move["to"] for move in offered(rolled.state, 0) if move["type"] == "branch"] == ["S3", "U2", "S5"]


def test_cave_r22_9_guided_or_not_one_may_still_step_without_a_die() -> None:
    assert ways(hero("C2")) == ["roll", "step"]


def test_cave_r22_7_the_forced_die_overrides_power_and_guide() -> None:
    rolled = play(scene(hero("C2", "E", power=6, force_die=1)), 0, ROLL, dice=(2, 1))

    assert [event.purpose for event in rolled.of("die_rolled")][:2] == ["distance", "fork"]
    assert rolled.hero().area == "S3"


def test_cave_r22_6_the_full_number_is_moved_and_straight_runs_ask_nothing() -> None:
    rolled = play(scene(hero("C4", "E", power=6)), 0, ROLL, dice=(2,))
    gone = rolled.then(0, m.TakeBranch(to="S3"))

    assert rolled.question.kind == "branch"
    assert gone.hero().area == "S3"
    assert_refused(rolled.state, 0, m.TakeBranch(to="E"), "not_offered")


def test_cave_11_4a_no_roll_in_a_dead_end_chamber_nor_where_the_move_starts() -> None:
    ended = play(scene(hero("C4", "S1", power=6, entered_from="S2")), 0, ROLL, dice=(3,))
    into = ended.then(0, m.FirstStep(to="K1"), dice=(3,))
    out = play(scene(hero("C4", "K1", entered_from="S1")), 0, ROLL, dice=(1,))

    assert into.one("move_stopped").cause == "dead_end"
    assert not [event for event in (*into.events, *out.events) if getattr(event, "purpose", "") == "chamber_on_the_way"]


def test_cave_11_4a_the_roll_comes_before_any_choice_of_branch() -> None:
    rolled = play(scene(hero("C4", "U2", power=6, entered_from="S4")), 0, ROLL, dice=(3,))
    in_k3 = rolled.then(0, m.FirstStep(to="K3"), dice=(4,))

    assert in_k3.one("die_rolled").purpose == "chamber_on_the_way"
    assert in_k3.question.kind == "branch"
