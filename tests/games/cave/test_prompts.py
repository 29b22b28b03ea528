import pytest

from games.cave import GAME
from games.cave.agenda.jobs import Duel, ExploreArea, Fight, SetOff
from games.cave.agenda.questions import AboutToExplore, BeforeFight, Counterspell
from games.cave.state import Adventurer, Asking
from tests.games.cave.scene import do, hero, offered, scene


def before_fight(who: Adventurer, *cards: str, by: str = "strength") -> Asking:
    state = do(scene(who, lying={"S1": cards}), Fight(seat=0, by=by, cards=cards)).state
    assert isinstance(state, Asking)
    assert isinstance(state.question, BeforeFight)
    return state


def about_to_explore(who: Adventurer) -> Asking:
    state = do(scene(who), ExploreArea(seat=0)).state
    assert isinstance(state, Asking)
    assert isinstance(state.question, AboutToExplore)
    return state


def is_forced(state: Asking, seat: int = 0) -> bool:
    return GAME.prompts(state)[seat].forced


@pytest.mark.parametrize(
    ("spell", "fits"), [("Z04", False), ("Z05", False), ("Z03", True), ("Z07", True), ("Z08", True)]
)
def test_cave_r23_1_and_r23_6_exploring_is_forced_where_no_spell_in_hand_may_come_first(
    spell: str, *, fits: bool
) -> None:
    assert is_forced(about_to_explore(hero("C4", "W1", power=3, spells=(spell,)))) != fits


@pytest.mark.parametrize(("spell", "fits"), [("Z04", False), ("Z03", False), ("Z01", True), ("Z05", True)])
def test_cave_r23_1_and_r14_2a_a_fight_is_forced_where_no_spell_in_hand_fits(spell: str, *, fits: bool) -> None:
    assert is_forced(before_fight(hero("C4", power=3, spells=(spell,)), "J01")) != fits


def test_cave_r17_1_a_fight_that_an_ability_can_evade_is_not_forced() -> None:
    duel = Duel(attacker=0, defender=1, by="strength")
    question = BeforeFight(seat=1, fight=duel)
    thief = scene(hero("C4"), hero("C7", "S1"), question=question)

    assert [move["type"] for move in offered(thief, 1)][:2] == ["fight", "evade"]
    assert not is_forced(thief, 1)


def test_cave_r23_1_a_counterspell_is_forced_on_those_who_do_not_hold_it() -> None:
    heroes = hero("C4", spells=("Z02",)), hero("C6", power=3, spells=("Z04",)), hero("C8", spells=("Z03",))
    asked = scene(*heroes, question=Counterspell(seat=0, waiting=(1, 2)), being_cast="Z02")

    assert (is_forced(asked, 1), is_forced(asked, 2)) == (False, True)


def test_cave_r23_4_free_actions_make_a_question_no_less_forced() -> None:
    owner = hero("C4", "W1", power=3, spells=("Z04",), objects=("J40",), trophies=("J06", "J08", "J09"))

    assert is_forced(about_to_explore(owner))
    assert {"drop_object", "exchange_trophies"} <= {move["type"] for move in offered(about_to_explore(owner), 0)}


def test_cave_r23_3_only_questions_that_secrecy_puts_are_ever_forced() -> None:
    back_only = do(
        scene(hero("C4", "S4", entered_from="E", power=3, spells=("Z04",))), SetOff(seat=0, left=1, mode="dice")
    )

    assert isinstance(back_only.state, Asking)
    assert not is_forced(back_only.state)
    assert not is_forced(scene(hero("C4")))
