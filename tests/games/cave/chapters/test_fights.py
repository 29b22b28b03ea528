import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Fight, MeetCards
from tests.games.cave.scene import NOBODY, Played, default, do, fight, hero, scene


def test_cave_r14_1_enemies_with_strength_fight_with_strength_and_spirits_with_power() -> None:
    def meeting(card: str) -> Played:
        state = scene(hero("C4"), NOBODY, lying={"S1": (card,)})
        return do(state, MeetCards(seat=0, lying=(card,)), dice=(3, 3))

    assert meeting("J01").one("fight_decided").by == "strength"
    assert meeting("J15").one("fight_decided").by == "power"


def test_cave_r14_2_the_adventurer_rolls_first_then_the_enemy_each_adding_its_strength() -> None:
    fought = fight(hero("C4"), "J09", dice=(5, 2))

    assert [event.purpose for event in fought.of("die_rolled")] == ["fight", "enemy"]
    assert (fought.one("fight_decided").sum, fought.one("fight_decided").enemy_sum) == (9, 8)


def test_cave_r14_2a_who_can_neither_evade_nor_cast_is_not_asked() -> None:
    assert "question_put" in fight(hero("C5"), "J01").types[:1]
    assert fight(hero("C4"), "J01", dice=(3, 3)).types[0] == "die_rolled"


def test_cave_r14_3a_the_best_weapon_is_used_without_a_question() -> None:
    fought = fight(hero("C4", objects=("P21", "J38")), "J09", dice=(1, 1))

    assert fought.one("fight_decided").sum == 4 + 2 + 1


def test_cave_r14_5a_of_a_group_all_are_killed_or_none() -> None:
    won, lost = fight(hero("C4", strength=9), "J01", "J02", dice=(6, 1)), fight(hero("C4"), "J01", "J02", dice=(1, 6))

    assert won.hero().trophies == ("J01", "J02")
    assert lost.board.ground("S1").cards == ("J01", "J02")


def test_cave_4_0_4_2_and_r14_4_a_lost_fight_costs_1_endurance_and_the_turn() -> None:
    lost = fight(hero("C4"), "J12", dice=(1, 6))

    assert lost.one("stat_changed").rules == ("CAVE-R14.4",)
    assert lost.hero().endurance == 3
    assert "turn_ended" in lost.types


def test_cave_r14_6_one_armour_rolls_the_best_and_outside_its_faces_it_does_not_hold() -> None:
    held = fight(hero("C4", objects=("P23", "J39")), "J12", dice=(1, 6, 4))
    broken = fight(hero("C4", objects=("P23", "J39")), "J12", dice=(1, 6, 3))

    assert (held.one("armour_rolled").card, held.one("armour_rolled").held) == ("J39", True)
    assert (broken.one("armour_rolled").die, broken.one("armour_rolled").low) == (3, 4)
    assert (held.hero().endurance, broken.hero().endurance) == (4, 3)


def test_cave_r14_8_what_the_victor_does_besides_happens_though_armour_held_and_not_on_a_draw() -> None:
    held = fight(hero("C4", objects=("J39",)), "J07", dice=(1, 6, 6))
    drawn = fight(hero("C4"), "J07", dice=(3, 3))

    assert (held.hero().endurance, held.hero().gold) == (4, 1)
    assert drawn.one("fight_decided").result == "drawn"
    assert drawn.hero().gold == 2


def test_cave_r14_8_each_enemy_of_the_group_does_what_its_text_says() -> None:
    lost = fight(hero("C4"), "J04", "J07", dice=(1, 6))

    assert (lost.hero().slow, lost.hero().gold) == (1, 1)


def test_cave_r14_7_enemies_without_a_card_give_no_trophy_and_are_no_monsters() -> None:
    hunter = do(
        scene(hero("C6"), NOBODY), Fight(seat=0, by="strength", value=3, source="N2", origin="area"), dice=(6, 1)
    )

    assert hunter.one("fight_decided").sum == 4 + 6
    assert hunter.hero().trophies == ()


def test_cave_r17_2_and_r25_23a_enemies_without_a_card_cannot_be_evaded() -> None:
    shaman = do(
        scene(hero("C5", spells=("Z01",)), NOBODY, discards=("Z04", "Z05")),
        Fight(seat=0, by="strength", value=3, source="N2", origin="area"),
        dice=(6, 1),
    )

    assert "question_put" not in shaman.types[: shaman.types.index("fight_decided")]


def test_cave_r15_1a_a_psychic_draw_ends_the_turn_and_costs_nothing() -> None:
    drawn = fight(hero("C4"), "J14", dice=(3, 3), by="power")

    assert drawn.one("fight_decided").result == "drawn"
    assert drawn.hero().endurance == 4
    assert "turn_ended" in drawn.types


def test_cave_r17_1_r17_1a_and_r27_12_the_shaman_may_evade_animals_and_exploring_goes_on() -> None:
    state = scene(hero("C5"), NOBODY, lying={"S1": ("J01", "J40")})
    asked = do(state, MeetCards(seat=0, lying=("J01", "J40")))
    evaded = asked.then(0, m.Evade(ability="beast_speech"))

    assert asked.question.kind == "before_fight"
    assert evaded.one("evaded").cards == ("J01",)
    assert evaded.question.kind == "take"


def test_cave_r17_1_invisibility_covers_all_attackers_on_the_area_at_once() -> None:
    state = scene(hero("C8", spells=("Z01",)), NOBODY, lying={"S1": ("J01", "J16", "J15", "J40")}, discards=("Z04",))
    asked = do(state, MeetCards(seat=0, lying=("J01", "J16", "J40"), drawn=("J15",)))
    evaded = asked.then(0, m.Cast(spell="Z01"))

    assert evaded.one("evaded").cards == ("J01", "J16", "J15")
    assert evaded.of("fight_decided") == []
    assert evaded.hero().cave_cards == 1
    assert evaded.board.ground("S1").cards == ("J01", "J16", "J15", "J40")
    assert evaded.question.kind == "take"


def test_cave_r17_1b_who_evades_some_fights_the_rest_in_the_same_fight() -> None:
    asked = fight(hero("C5"), "J01", "J06")
    rest = asked.then(0, m.Evade(ability="beast_speech"), dice=(6, 1))

    assert rest.one("fight_decided").cards == ("J06",)


def test_cave_r27_12_monsters_and_spirits_cannot_be_spoken_to() -> None:
    assert "question_put" not in fight(hero("C5"), "J06", dice=(3, 3)).types[:1]


def test_cave_r27_7_the_priestess_has_1_power_more_against_spirits() -> None:
    other = hero("C4", "K9")
    priestess = do(
        scene(hero("C3"), other, lying={"S1": ("J15",)}), Fight(seat=0, by="power", cards=("J15",)), dice=(1, 1)
    )
    demon = do(
        scene(hero("C3"), other), Fight(seat=0, by="power", value=5, source="demons", origin="chamber"), dice=(1, 1)
    )

    assert priestess.one("fight_decided").sum == 4 + 1 + 1
    assert demon.one("fight_decided").sum == 4 + 1 + 1


@pytest.mark.parametrize(("card", "sum"), [("J06", 4 + 1 + 1), ("J01", 4 + 1)])
def test_cave_r27_13_the_hunter_has_1_strength_more_where_a_monster_fights(card: str, sum: int) -> None:
    fought = fight(hero("C6", strength=4), card, dice=(1, 1))

    assert fought.one("fight_decided").sum == sum


def test_cave_r27_14_the_hunter_may_fight_a_lost_fight_again_and_the_second_result_stands() -> None:
    asked = fight(hero("C6"), "J12", dice=(1, 6))
    won = asked.then(0, m.FightAgain(), dice=(6, 1))
    lost = asked.then(0, m.FightAgain(), dice=(1, 6))
    accepted = asked.then(0, m.Accept())

    assert asked.question.kind == "second_wind"
    assert default(asked.state, 0) == m.FightAgain()
    assert won.hero().trophies == ("J12",)
    assert (lost.hero().endurance, accepted.hero().endurance) == (3, 3)


def test_cave_r27_4_the_cannibal_feasts_on_an_animal_once_a_fight_and_on_nothing_else() -> None:
    def healed(*cards: str) -> int:
        return fight(hero("C1", strength=9, endurance=1), *cards, dice=(6, 1)).hero().endurance

    assert healed("J01", "J02") == 2
    assert healed("J06") == 1
