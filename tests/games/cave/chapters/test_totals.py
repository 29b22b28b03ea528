from games.cave.chapters.totals import spell_limit
from games.cave.components.characters import CHARACTERS
from tests.games.cave.scene import fight, hero, scene


def test_cave_9_1_and_2_7_anyone_with_power_enough_may_have_spells_but_the_cannibal() -> None:
    limits = {
        who.id: spell_limit(scene(hero(who.id, power=6), hero("C1" if who.id != "C1" else "C2", "K9")).board, 0)
        for who in CHARACTERS
    }
    assert limits == {who.id: 0 if who.id == "C1" else 3 for who in CHARACTERS}


def test_cave_1_6_and_1_1_total_strength_adds_what_is_owned_and_stores_none_of_it() -> None:
    who = hero("C4", objects=("J45",), friends=("P25",))
    fought = fight(who, "J09", dice=(1, 1))

    assert fought.one("fight_decided").sum == 4 + 1 + 2 + 1
    assert fought.hero().strength == 4


def test_cave_2_5_and_2_1_total_power_adds_what_is_owned_and_stores_none_of_it() -> None:
    fought = fight(hero("C4", objects=("J42", "J44")), "J15", dice=(1, 1), by="power")

    assert fought.one("fight_decided").sum == 2 + 1 + 2 + 1
    assert fought.hero().power == 2
