import pytest

from games.cave import moves as m
from games.cave.state import Adventurer
from tests.games.cave.scene import Played, assert_refused, carry_out, default, hero, offered, play

KNIGHT = "choose(fight(strength,7,win: gain(strength,1)) | pay(1: none) | lose_turn(1))"
TRADER = "choose(pay(2: bonus_next_test(2)) | pay(1: spell(1)) | none)"


def test_cave_r25_12_the_adventurer_picks_one_option_and_it_alone_is_carried_out() -> None:
    asked = carry_out("choose(gain(gold,1) | gain(strength,1) | none)")
    chosen = asked.then(0, m.Choose(option=1))

    assert asked.question.kind == "choose"
    assert chosen.one("choice_made").effects == ("gain(strength,1)",)
    assert (chosen.hero().strength, chosen.hero().gold) == (4, 1)


def test_cave_r25_13_an_option_with_a_price_is_offered_to_who_has_the_gold() -> None:
    def options(gold: int) -> list[object]:
        asked = carry_out(TRADER, hero(gold=gold))
        return [move["option"] for move in offered(asked.state, 0) if move["type"] == "choose"]

    assert options(2) == [0, 1, 2]
    assert options(1) == [1, 2]


def test_cave_r25_13_without_the_gold_the_option_is_refused() -> None:
    assert_refused(carry_out(TRADER, hero(gold=1)).state, 0, m.Choose(option=0), "not_offered")


def test_cave_r25_13_a_choice_is_paid_for_before_it_is_carried_out() -> None:
    played = carry_out(TRADER, hero(gold=3)).then(0, m.Choose(option=0))

    assert (played.hero().gold, played.hero().bonus) == (1, 2)
    assert played.types.index("stat_changed") < played.types.index("bonus_set")
    assert "CAVE-3.3" in played.one("stat_changed").rules


def test_cave_r19_3_without_gold_the_gladiators_must_be_fought() -> None:
    text = "choose(fight(strength,5,win: gain(gold,2)) | pay(1: none))"
    played = carry_out(text, hero(gold=0), source="gladiators", origin="chamber", dice=(6, 1))

    assert "choice_made" not in played.types
    assert played.hero().gold == 2


@pytest.mark.parametrize(
    ("text", "gold", "option"), [(TRADER, 3, 2), (KNIGHT, 1, 2), ("choose(none | gain(gold,1))", 1, 0)]
)
def test_cave_r25_12_the_default_is_none_if_offered_else_the_last_option(text: str, gold: int, option: int) -> None:
    assert default(carry_out(text, hero(gold=gold)).state, 0) == m.Choose(option=option)


def test_cave_r25_12_the_default_is_the_last_option_that_is_legal() -> None:
    asked = carry_out("choose(gain(gold,1) | heal(1) | pay(3: none))")

    assert default(asked.state, 0) == m.Choose(option=1)


def test_cave_r25_13a_a_useless_option_of_a_choice_may_be_taken() -> None:
    played = carry_out("choose(heal(all) | spell(1) | gain(gold,1))").then(0, m.Choose(option=0))

    assert played.one("effect_applied").ignored == "not_wounded"


def test_cave_r25_13_an_offer_can_be_paid_or_declined() -> None:
    asked = carry_out("pay(2: gain(strength,1))", hero(gold=2))
    assert asked.question.kind == "pay"

    paid, declined = asked.then(0, m.Pay()), asked.then(0, m.Decline())
    assert (paid.hero().gold, paid.hero().strength) == (0, 4)
    assert (declined.hero().gold, declined.hero().strength) == (2, 3)


def test_cave_r23_9_the_clock_declines_an_offer() -> None:
    assert default(carry_out("pay(1: heal(2))").state, 0) == m.Decline()


def test_cave_r25_13_without_the_gold_no_offer_is_made() -> None:
    played = carry_out("pay(2: gain(strength,1))", hero(gold=1))

    assert played.one("effect_applied").ignored == "too_little_gold"
    assert played.question.kind == "start_action"


def test_cave_r25_13a_an_offer_of_a_spell_alone_is_not_made_at_the_limit() -> None:
    full = carry_out("pay(2: spell(1))", hero("C4", gold=2))
    room = carry_out("pay(2: spell(1))", hero("C5", gold=2))

    assert full.one("effect_applied").ignored == "spell_limit"
    assert room.question.kind == "pay"


def test_cave_r25_13_the_text_goes_on_after_an_offer_whatever_the_answer() -> None:
    asked = carry_out("pay(1: gain(strength,1)) + gain(power,1)")

    assert asked.then(0, m.Decline()).hero().power == 4
    assert asked.then(0, m.Pay()).hero().power == 4


def test_cave_r25_12_choices_within_choices_are_asked_in_turn() -> None:
    asked = carry_out("choose(choose(gain(strength,1) | gain(power,1)) | none)")
    within = asked.then(0, m.Choose(option=0))

    assert within.question.kind == "choose"
    assert within.then(0, m.Choose(option=1)).hero().power == 4


def test_cave_r23_6_healing_may_be_cast_where_a_text_asks() -> None:
    asked = carry_out("pay(1: gain(strength,1))", hero("C5", endurance=2, spells=("Z03",)), discards=("Z04",))
    healed = asked.then(0, m.Cast(spell="Z03"))

    assert healed.hero().endurance == 4
    assert healed.question.kind == "pay"


TEMPLE = "roll(1: lose(endurance,1) | 2-5: none | 6: gain(gold,1))"


def _in_temple(priestess: Adventurer, face: int) -> Played:
    return carry_out(TEMPLE, priestess, source="temple", origin="chamber", dice=(face,))


def test_cave_r27_8_the_priestess_may_keep_the_temple_die() -> None:
    asked = _in_temple(hero("C3"), 6)
    assert asked.question.kind == "prayer"

    assert asked.then(0, m.Keep()).hero().gold == 2


def test_cave_r27_8_or_roll_once_more_and_the_second_result_stands() -> None:
    again = _in_temple(hero("C3"), 6).then(0, m.Reroll(), dice=(1,))

    assert again.hero().endurance == 3
    assert again.one("ability_used").ability == "prayer"
    assert again.question.kind == "start_action"


def test_cave_r27_8_nobody_else_prays_and_she_prays_in_the_temple_only() -> None:
    assert _in_temple(hero("C2"), 6).hero().gold == 2
    elsewhere = carry_out(TEMPLE, hero("C3"), source="D2", origin="area", dice=(6,))
    assert elsewhere.hero().gold == 2


def test_cave_r27_8_the_clock_keeps_the_die_and_nothing_else_is_accepted() -> None:
    asked = _in_temple(hero("C3"), 6)

    assert_refused(asked.state, 0, m.Pay(), "not_asked")
    assert_refused(asked.state, 1, m.Keep(), "not_asked")
    assert play(asked.state, 0, m.Keep()).hero().gold == 2
