"""History explains every number: what entered a sum, how much, and by which clause."""

from typing import Any

import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, Fight
from games.cave.agenda.questions import FacingTrials
from games.cave.events.addends import Addend, addend, sum_of
from tests.games.cave.scene import NOBODY, Played, carry_out, do, fight, hero, play, scene


def sources(addends: tuple[Addend, ...]) -> list[tuple[str, int, str]]:
    return [(found["source"], found["amount"], found["clause"]) for found in addends]


def test_a_fight_lists_own_strength_the_best_weapon_friends_and_the_die() -> None:
    who = hero("C4", objects=("P21", "J38", "J45"), friends=("P25",))
    fought = fight(who, "J09", dice=(1, 2)).one("fight_decided")

    assert sources(fought.addends) == [
        ("strength", 4, "CAVE-1.6"),
        ("J38", 2, "CAVE-R14.3"),
        ("J45", 1, "CAVE-R25.20"),
        ("P25", 2, "CAVE-R25.20"),
        ("die", 1, "CAVE-R14.2"),
    ]
    assert sources(fought.enemy_addends) == [("J09", 6, "CAVE-R14.2"), ("die", 2, "CAVE-R14.2")]


def test_a_fight_lists_the_hunters_point_and_each_enemy_of_a_group() -> None:
    fought = fight(hero("C6"), "J06", "P11", dice=(6, 1)).one("fight_decided")

    assert ("monster_slayer", 1, "CAVE-R27.13") in sources(fought.addends)
    assert sources(fought.enemy_addends)[:2] == [("J06", 3, "CAVE-R14.5"), ("P11", 2, "CAVE-R14.5")]


def test_a_psychic_fight_lists_the_priestess_point_and_the_enemy_without_a_card_by_its_place() -> None:
    task = Fight(seat=0, by="power", value=5, source="demons", origin="chamber")
    fought = do(scene(hero("C3", objects=("J42",)), hero("C4", "K9")), task, dice=(1, 1)).one("fight_decided")

    assert sources(fought.addends) == [
        ("power", 4, "CAVE-2.5"),
        ("J42", 1, "CAVE-R25.20"),
        ("banish", 1, "CAVE-R27.7"),
        ("die", 1, "CAVE-R15.1"),
    ]
    assert sources(fought.enemy_addends) == [("demons", 5, "CAVE-R25.8"), ("die", 1, "CAVE-R15.1")]


def test_a_fight_lists_what_psychic_blow_adds() -> None:
    state = scene(hero("C5", spells=("Z05",)), lying={"S1": ("J01",)}, discards=("Z04",))
    cast = do(state, Fight(seat=0, by="strength", cards=("J01",))).then(0, m.Cast(spell="Z05"))
    fought = cast.then(0, m.StandAndFight(), dice=(1, 1)).one("fight_decided")

    assert ("Z05", 4, "CAVE-R25.24a") in sources(fought.addends)


def test_a_duel_lists_both_sides() -> None:
    asked = do(scene(hero("C4", objects=("J38",)), hero("C2")), Arrive(seat=0))
    fought = asked.then(0, m.Attack(target=1, psychic=False), dice=(1, 2)).one("duel_decided")

    assert sources(fought.addends) == [
        ("strength", 4, "CAVE-1.6"),
        ("J38", 2, "CAVE-R14.3"),
        ("die", 1, "CAVE-R16.1"),
    ]
    assert sources(fought.enemy_addends) == [("strength", 3, "CAVE-1.6"), ("die", 2, "CAVE-R16.1")]


def test_a_gate_lists_the_pickaxe_the_miners_points_and_the_traders_bonus() -> None:
    armed = hero("C4", "W1", objects=("J37",), bonus=2)
    tried = play(scene(armed, NOBODY), 0, m.TryGate(gate="G1", by="strength"), dice=(6, 6)).one("gate_tried")

    assert sources(tried.addends) == [
        ("strength", 4, "CAVE-1.6"),
        ("J37", 2, "CAVE-R25.20"),
        ("gatebreaker", 2, "CAVE-R27.9"),
        ("next_test_bonus", 2, "CAVE-R25.18"),
    ]
    assert tried.passed is False


def test_the_trials_list_what_counts_and_the_bonus_in_the_first_alone() -> None:
    state = scene(
        hero("C4", "K1", strength=9, power=9, bonus=1, gold=3), question=FacingTrials(seat=0), crystal_area="K1"
    )
    first, second, third = play(state, 0, m.Attempt(), dice=(1, 1, 1, 1, 2)).of("trial_decided")

    assert sources(first.addends) == [("strength", 9, "CAVE-1.6"), ("next_test_bonus", 1, "CAVE-R25.18")]
    assert sources(second.addends) == [("power", 9, "CAVE-2.5")]
    assert sources(third.addends) == [("gold", 3, "CAVE-R20.5")]


def test_a_test_lists_what_counts_and_the_bonus() -> None:
    played = carry_out("test(strength, ok: none | fail: none)", hero(objects=("J45",), bonus=2), dice=(1, 1))

    assert sources(played.one("stat_tested").addends) == [
        ("strength", 3, "CAVE-1.6"),
        ("J45", 1, "CAVE-R25.20"),
        ("next_test_bonus", 2, "CAVE-R25.18"),
    ]


def test_what_adds_nothing_is_not_listed() -> None:
    assert addend("gold", 0, "CAVE-R20.5") == ()
    assert sum_of(addend("gold", 2, "CAVE-R20.5")) == 2


@pytest.mark.parametrize(
    ("text", "more", "type", "source"),
    [
        ("lose(endurance,1)", {"source": "J20", "origin": "event"}, "stat_changed", "J20"),
        ("slow(1)", {"source": "J21", "origin": "event"}, "penalty_set", "J21"),
        ("bonus_next_test(2)", {"source": "J29"}, "bonus_set", "J29"),
        ("roll(1-6: none)", {"source": "J31", "dice": (3,)}, "die_rolled", "J31"),
    ],
)
def test_a_change_and_a_die_name_what_brought_them(text: str, more: dict[str, Any], type: str, source: str) -> None:
    played: Played = carry_out(text, hero("C4"), **more)

    assert played.one(type).source == source
