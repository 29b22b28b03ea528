from typing import Any

from games.cave import GAME
from games.cave import moves as m
from games.cave.agenda.jobs import Chain
from games.core.chance import Chance
from games.core.testing.playing import fold
from tests.games.cave.scene import do, fight, hero, scene


def test_cave_4_3b_and_r24_3_the_new_adventurer_enters_at_once_with_fresh_values_and_acts_from_its_next_turn() -> None:
    dead = fight(hero("C4", endurance=1, lose_turn=2, slow=1, cave_cards=5, trophies=("J05",)), "J12", dice=(1, 6))
    born = dead.hero()

    assert (born.area, born.entered_from, born.endurance) == ("E", None, 4)
    assert (born.lose_turn, born.slow, born.cave_cards, born.trophies) == (0, 0, 0, ())
    assert dead.one("turn_started").seat == 1


def test_cave_4_3a_and_r23_13_trophies_and_spells_of_the_dead_are_discarded_face_up() -> None:
    asked = fight(hero("C8", endurance=1, spells=("Z02",), trophies=("J05",)), "J12")
    gone = asked.then(0, m.StandAndFight(), dice=(1, 6), picks=["C4"])

    assert gone.board.spells.discard == ("Z02",)
    assert gone.board.cave.discard == ("J05",)


def test_cave_r24_2_an_enemy_that_killed_stays_and_does_nothing_besides() -> None:
    dead = fight(hero("C4", endurance=1, gold=2), "J07", dice=(1, 6))

    assert dead.board.ground("S1").cards == ("J07",)
    assert dead.board.ground("S1").gold == 2


def test_cave_r21_3_and_4_3d_before_the_crystal_is_found_death_puts_nobody_out() -> None:
    text = Chain(seat=0, text="lose(endurance,9)", source="D2", origin="area")
    died = do(scene(hero("C4")), text, picks=["C2"])

    assert died.board.out == (None, None)
    assert died.hero().character == "C2"
    assert {form.type for form in GAME.prompts(died.state)[1].moves} == {"roll", "step"}


def test_cave_4_3_and_r24_3_in_the_variant_without_elimination_the_dead_start_again_whatever_was_found() -> None:
    text = Chain(seat=0, text="lose(endurance,9)", source="D2", origin="area")
    state = scene(hero("C4"), hero("C6", "K9"), crystal_area="K1", eliminates=False)
    died = do(state, text, picks=["C2"])

    assert died.board.out == (None, None)
    assert (died.hero().character, died.hero().area) == ("C2", "E")
    assert "seat_eliminated" not in died.types
    assert died.question.seats == (1,)


def test_cave_4_3_and_r21_2_elimination_is_an_option_that_is_the_rulebooks_by_default_and_marked_as_a_variant() -> None:
    properties: Any = GAME.options_schema["properties"]
    schema = properties["elimination"]

    assert GAME.options({})["elimination"] == "rulebook"
    assert schema["enum"] == ["rulebook", "none"]
    assert "variant" in schema["title"]
    assert "not in the rulebook" in schema["description"]
    for wish, eliminates in (("rulebook", True), ("none", False)):
        begun = fold(GAME, None, GAME.start(GAME.options({"elimination": wish}), 2, Chance(bytes(32))))
        assert begun[-1].board.eliminates == eliminates


def test_cave_4_3c_the_state_at_the_instant_of_death_decides() -> None:
    text = Chain(seat=0, text="lose(endurance,9)", source="D2", origin="area")
    died = do(scene(hero("C4"), hero("C6", "K9"), hero("C2", "K9"), crystal_area="K1"), text)

    assert died.board.out == ("eliminated", None, None)
