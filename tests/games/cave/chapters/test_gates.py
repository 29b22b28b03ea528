import pytest

from games.cave import moves as m
from tests.games.cave.scene import hero, offered, play, scene


def test_cave_r18_4_failure_at_a_gate_ends_the_turn_and_costs_nothing_else() -> None:
    tried = play(scene(hero("C2", "W1")), 0, m.TryGate(gate="G1", by="power"), dice=(2, 2))

    assert tried.one("gate_tried").total == 3
    assert tried.types[-3:] == ["turn_ended", "turn_started", "question_put"]
    assert (tried.hero().endurance, tried.hero().area) == (4, "W1")


def test_cave_r18_4_success_steps_through_and_the_area_beyond_is_explored() -> None:
    opened = play(scene(hero("C4", "W1")), 0, m.TryGate(gate="G1", by="strength"), dice=(2, 2), picks=["J40", "J42"])

    assert opened.hero().area == "W2"
    assert len(opened.of("card_drawn")) == 2


def test_cave_r18_2_a_key_opens_without_dice_and_is_kept() -> None:
    opened = play(scene(hero("C4", "W1", objects=("J40",))), 0, m.TryGate(gate="G1", by="key"), picks=["J42", "J45"])

    assert opened.one("gate_opened").by == "key"
    assert opened.hero().objects == ("J40",)


def test_cave_r18_5_next_to_a_gate_nobody_has_to_try_it() -> None:
    kinds = {move["type"] for move in offered(scene(hero("C4", "W1", entered_from="K4")), 0)}

    assert kinds == {"roll", "step", "gate"}


@pytest.mark.parametrize(("who", "total"), [("C4", 4 + 2), ("C6", 4)])
def test_cave_r27_9_the_miner_adds_2_at_gates(who: str, total: int) -> None:
    others = hero("C3", "K9")
    tried = play(scene(hero(who, "W1"), others), 0, m.TryGate(gate="G1", by="strength"), dice=(6, 6))

    assert tried.one("gate_tried").total == total


def test_cave_r25_20_the_pickaxe_counts_at_gates_and_the_bonus_of_the_trader_once() -> None:
    armed = hero("C6", "W1", objects=("J37",), bonus=2)
    tried = play(scene(armed, hero("C3", "K9")), 0, m.TryGate(gate="G1", by="strength"), dice=(6, 6))

    assert tried.one("gate_tried").total == 4 + 2 + 2
    assert tried.hero().bonus == 0
