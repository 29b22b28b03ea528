from games.cave.effects import steps as s
from games.cave.effects.parser import parse


def test_cave_r25_10_the_faces_of_a_die_pick_the_branch_they_stand_in() -> None:
    (roll,) = parse("roll(1-2: none | 3-5: gain(gold,1) | 6: gain(gold,2))")

    assert isinstance(roll, s.Roll)
    assert [roll.branch_of(face) for face in range(1, 7)] == [0, 0, 1, 1, 1, 2]
