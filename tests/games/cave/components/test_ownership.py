from games.cave.components import ownership
from games.cave.effects import passives


def test_cave_r14_3_only_the_best_weapon_counts_in_a_fight_and_other_bonuses_all() -> None:
    assert ownership.bonus(("J38", "P21", "J45"), "strength", "fight") == 3
    assert ownership.bonus(("J37", "J38"), "strength", "fight") == 2
    assert ownership.bonus(("P25", "P21"), "strength", "fight") == 3


def test_cave_1_6a_and_2_5a_a_bonus_counts_where_its_text_says_and_always_where_it_says_always() -> None:
    assert ownership.bonus(("J37", "J38"), "strength", "gate") == 2
    assert ownership.bonus(("J45",), "strength", "trial") == 1
    assert ownership.bonus(("J44", "J42"), "power", "psychic") == 3
    assert ownership.bonus(("J44", "J42"), "power", "always") == 1
    assert ownership.bonus(("J38",), "power", "fight") == 0


def test_cave_r14_6_the_armour_that_saves_on_most_faces_is_the_best() -> None:
    assert ownership.armour_of(("P23", "J39", "P22")) == ("J39", passives.Armour(4, 6))
    assert ownership.armour_of(("J38",)) is None


def test_cave_5_3a_5_2_and_r25_22_limits_restrictions_and_words_are_read_off_the_cards() -> None:
    assert ownership.extra_objects(("J47", "J38")) == 4
    assert not ownership.may_own("J43", "evil")
    assert ownership.may_own("J43", "neutral")
    assert ownership.may_own("J38", "evil")
    assert ownership.has(("J38", "J40"), passives.Key)
    assert not ownership.has(("J38",), passives.Map)
    assert ownership.is_object("J41")
    assert not ownership.is_object("J46")
