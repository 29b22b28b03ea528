from games.cave.outcome import ranking
from tests.games.cave.scene import hero, scene


def test_cave_r21_5_the_living_rank_by_strength_power_and_gold_then_the_dead_then_those_who_left() -> None:
    heroes = (hero("C4", "E", gold=9), hero("C6", "K9"), None, None, hero("C2", "K9", gold=1), None)
    board = scene(*heroes, out=(None, None, "eliminated", "resigned", None, "eliminated"), gone=(3, 2, 5)).board

    assert ranking(board, ()) == ((0,), (1, 4), (5,), (2,), (3,))
    assert ranking(board, (1,)) == ((1,), (0,), (4,), (5,), (2,), (3,))
