from typing import Any

import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Chain
from games.cave.events.incidents import EffectApplied
from games.cave.state import Adventurer
from games.cave.view import view
from tests.games.cave.scene import Played, carry_out, do, hero, play, refused, scene


def _ignored(played: Played) -> str | None:
    effect = played.one("effect_applied")
    assert isinstance(effect, EffectApplied)
    return effect.ignored


@pytest.mark.parametrize(("stat", "before"), [("strength", 3), ("power", 3), ("endurance", 4), ("gold", 1)])
def test_cave_r25_1_gain_adds_to_a_stat_without_a_cap(stat: str, before: int) -> None:
    played = carry_out(f"gain({stat},2)")

    assert getattr(played.hero(), stat) == before + 2
    assert played.one("stat_changed").rules == ("CAVE-R25.1",)


@pytest.mark.parametrize(
    ("stat", "own", "left"), [("strength", 6, 4), ("strength", 4, 3), ("power", 4, 3), ("gold", 1, 0)]
)
def test_cave_r25_1_lose_takes_from_a_stat_down_to_its_floor(stat: str, own: int, left: int) -> None:
    has: dict[str, Any] = {stat: own}
    played = carry_out(f"lose({stat},2)", hero(**has))

    assert getattr(played.hero(), stat) == left


def test_cave_1_3_and_2_3_own_strength_at_its_start_cannot_fall_and_that_leaves_a_line() -> None:
    played = carry_out("lose(strength,1)")

    assert played.hero().strength == 3
    assert _ignored(played) == "at_the_floor"


def test_cave_4_3_losing_the_last_endurance_is_death_and_the_rest_of_the_text_is_dropped() -> None:
    played = carry_out("lose(endurance,1) + gain(gold,5)", hero(endurance=1), picks=["C8", "Z05", "Z07"])

    assert "adventurer_died" in played.types
    assert played.hero().character == "C8"
    assert played.hero().gold == 1


@pytest.mark.parametrize(
    ("text", "endurance", "after"), [("heal(1)", 2, 3), ("heal(3)", 2, 4), ("heal(all)", 1, 4), ("heal(2)", 3, 4)]
)
def test_cave_r25_2_heal_cures_wounds_up_to_the_cap(text: str, endurance: int, after: int) -> None:
    assert carry_out(text, hero(endurance=endurance)).hero().endurance == after


@pytest.mark.parametrize("endurance", [4, 5])
def test_cave_4_6_healing_changes_nothing_at_or_over_the_cap(endurance: int) -> None:
    played = carry_out("heal(2)", hero(endurance=endurance))

    assert played.hero().endurance == endurance
    assert _ignored(played) == "not_wounded"


def test_cave_r25_3_raise_endurance_lifts_the_cap_with_it() -> None:
    played = carry_out("raise_endurance(1)", hero(endurance=2))

    assert (played.hero().endurance, played.hero().cap) == (3, 5)


def test_cave_10_2_a_turn_lost_through_an_event_is_the_present_one() -> None:
    played = carry_out("lose_turn(1)", source="J20", origin="event")

    assert played.hero().lose_turn == 0
    assert played.types[-3:] == ["turn_ended", "turn_started", "question_put"]


def test_cave_10_2_of_two_turns_lost_through_an_event_one_is_still_to_come() -> None:
    assert carry_out("lose_turn(2)", source="J20", origin="event").hero().lose_turn == 1


@pytest.mark.parametrize("origin", ["area", "chamber", "stranger", "place"])
def test_cave_10_2a_turns_lost_to_an_area_chamber_stranger_or_place_are_the_next_ones_and_this_one_ends(
    origin: str,
) -> None:
    played = carry_out("lose_turn(2) + gain(gold,1)", origin=origin)

    assert played.hero().lose_turn == 2
    assert played.hero().gold == 1
    assert "turn_ended" in played.types


def test_cave_10_2a_penalties_add_up() -> None:
    assert carry_out("lose_turn(1)", hero(lose_turn=2)).hero().lose_turn == 3


def test_cave_r25_4_slow_counts_moves_and_a_torch_strikes_it_off() -> None:
    assert carry_out("slow(1)", hero(slow=1)).hero().slow == 2

    lit = carry_out("slow(1)", hero(objects=("J36",)))
    assert lit.hero().slow == 0
    assert _ignored(lit) == "immune"


def test_cave_r25_4_force_die_movement_counts_moves() -> None:
    assert carry_out("force_die_movement(2)").hero().force_die == 2


def test_cave_r25_5_spells_are_drawn_within_the_limit() -> None:
    played = carry_out("spell(3)", hero("C5"), picks=["Z05", "Z02"])

    assert played.hero().spells == ("Z05", "Z02")
    assert [event.spell for event in played.of("spell_drawn")] == ["Z05", "Z02"]


def test_cave_9_5a_at_the_limit_nothing_is_drawn_and_that_leaves_a_line() -> None:
    played = carry_out("spell(1)", hero("C4"))

    assert played.hero().spells == ()
    assert _ignored(played) == "spell_limit"


def test_cave_9_5a_with_stack_and_discard_empty_nothing_is_drawn() -> None:
    played = carry_out("spell(1)", hero("C5"), stacks={"spells": ()})

    assert _ignored(played) == "no_spell_left"


def test_cave_9_5a_used_spells_become_the_stack() -> None:
    played = carry_out("spell(1)", hero("C5"), stacks={"spells": ()}, discards=("Z01", "Z03"), picks=["Z03"])

    assert played.one("deck_renewed").count == 2
    assert played.hero().spells == ("Z03",)
    assert played.board.spells.stack == ("Z01",)


def test_cave_r25_6_a_random_discard_takes_what_chance_picks_and_shows_it() -> None:
    played = carry_out("discard_cards(spell,1,random)", hero("C8", spells=("Z05", "Z01")), picks=["Z01"])

    assert played.hero().spells == ("Z05",)
    assert played.one("belonging_discarded").card == "Z01"
    assert played.one("belonging_discarded").draws is not None
    assert played.board.spells.discard == ("Z01",)


def test_cave_r25_6_who_has_nothing_of_the_kind_loses_nothing() -> None:
    assert _ignored(carry_out("discard_cards(spell,1,random)")) == "nothing_to_discard"


def test_cave_r25_6_by_own_choice_the_owner_names_the_cards_one_after_the_other() -> None:
    asked = carry_out("discard_cards(object,2,own)", hero(objects=("J38", "P21", "J40")))
    assert asked.question.kind == "discard_cards"

    once = asked.then(0, m.DiscardCard(card="P21"))
    assert once.question.kind == "discard_cards"

    twice = once.then(0, m.DiscardCard(card="J38"))
    assert twice.hero().objects == ("J40",)
    assert twice.board.adventure.discard == ("P21",)
    assert twice.board.cave.discard == ("J38",)


def test_cave_r25_6_friends_go_to_the_discard_of_their_own_deck() -> None:
    played = carry_out("discard_cards(friend,1,own)", hero(friends=("P25",)))

    assert played.hero().friends == ()
    assert played.board.adventure.discard == ("P25",)


@pytest.mark.parametrize(
    ("text", "area"), [("go(entrance)", "E"), ("go(nearest_chamber)", "K1"), ("go(area:M5)", "M5")]
)
def test_cave_r25_7_go_carries_the_adventurer_away(text: str, area: str) -> None:
    dice = {"E": (), "K1": (4, 6, 1), "M5": ()}[area]
    played = carry_out(text, dice=dice)

    assert played.one("carried").after == area
    assert (played.hero().area, played.hero().entered_from) == (area, None)


def test_cave_r25_7a_a_random_corridor_is_any_plain_one_but_the_present() -> None:
    played = carry_out("go(random_corridor)", picks=["X2"])

    assert played.one("carried").after == "X2"
    assert played.one("carried").draws is not None


def test_cave_r25_7a_ties_of_the_nearest_chamber_are_drawn() -> None:
    played = carry_out("go(nearest_chamber)", hero(area="K1"), dice=(4, 6, 1), picks=["K4"])

    assert played.hero().area == "K4"


def test_cave_r25_7a_the_rest_of_the_text_is_carried_out_before_the_way_is_gone() -> None:
    played = carry_out("go(entrance) + gain(gold,1)")

    assert played.types.index("stat_changed") < played.types.index("carried")


def test_cave_r25_8_a_fight_won_brings_what_follows_victory() -> None:
    played = carry_out("fight(power,5,win: gain(power,1))", hero("C5"), dice=(6, 1))

    assert played.one("fight_decided").result == "won"
    assert played.hero().power == 5


def test_cave_r25_8_a_fight_lost_costs_endurance_and_the_turn_and_brings_nothing() -> None:
    played = carry_out("fight(power,5,win: gain(power,1))", dice=(1, 6))

    assert played.one("fight_decided").result == "lost"
    assert (played.hero().endurance, played.hero().power) == (3, 3)
    assert "turn_ended" in played.types


def test_cave_r25_8_a_fight_with_strength_counts_strength() -> None:
    played = carry_out("fight(strength,5)", hero(strength=6), dice=(3, 3))

    assert (played.one("fight_decided").sum, played.one("fight_decided").enemy_sum) == (9, 8)


@pytest.mark.parametrize(("face", "gold"), [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_cave_r25_10_the_die_picks_the_branch(face: int, gold: int) -> None:
    played = carry_out("roll(1-2: none | 3-5: gain(gold,1) | 6: gain(gold,2))", dice=(face,))

    assert played.one("die_rolled").dice == (face,)
    assert played.hero().gold == gold


@pytest.mark.parametrize(("dice", "passed"), [((1, 2), True), ((1, 3), False)])
def test_cave_r25_11_a_test_is_passed_with_two_dice_up_to_the_total(dice: tuple[int, int], passed: bool) -> None:
    played = carry_out("test(strength, ok: gain(gold,1) | fail: lose(gold,1))", dice=dice)

    assert played.one("stat_tested").passed is passed
    assert played.hero().gold == (2 if passed else 0)


def test_cave_r25_11_a_test_counts_what_always_counts_and_no_weapon() -> None:
    with_belt = carry_out("test(strength, ok: gain(gold,1) | fail: none)", hero(objects=("J45", "J38")), dice=(2, 2))
    without = carry_out("test(strength, ok: gain(gold,1) | fail: none)", hero(objects=("J38",)), dice=(2, 2))

    assert (with_belt.hero().gold, without.hero().gold) == (2, 1)


def test_cave_r25_18_the_bonus_counts_once() -> None:
    given = carry_out("bonus_next_test(2)")
    assert given.hero().bonus == 2

    tested = carry_out("test(strength, ok: gain(gold,1) | fail: none)", hero(bonus=2), dice=(2, 3))
    assert (tested.hero().gold, tested.hero().bonus) == (2, 0)


@pytest.mark.parametrize(("who", "power", "endurance"), [("C8", 6, 4), ("C2", 3, 4), ("C3", 4, 3)])
def test_cave_r25_14_the_first_case_of_the_alignment_is_taken(who: str, power: int, endurance: int) -> None:
    text = "if(alignment=evil: gain(power,1) | alignment=neutral: none | alignment=good: lose(endurance,1))"
    played = carry_out(text, hero(who))

    assert (played.hero().power, played.hero().endurance) == (power, endurance)


def test_cave_r25_14_without_a_case_for_the_alignment_nothing_happens() -> None:
    assert _ignored(carry_out("if(alignment=evil: gain(power,1))")) == "no_case"


def test_cave_r25_15_each_all_reaches_every_living_adventurer_in_turn_order_from_the_one_on_turn() -> None:
    heroes = hero(), hero("C6", "K9"), None, hero("C7", "E")
    state = scene(*heroes, turn=1, out=(None, None, "eliminated", None))
    played = do(state, Chain(seat=1, text="each_all(slow(1))", source="J21", origin="event"))

    assert [event.seat for event in played.of("penalty_set")] == [1, 3, 0]


def test_cave_r25_16_target_works_on_the_adventurer_named_with_the_cast_wherever_he_is() -> None:
    played = carry_out("target(adventurer: lose_turn(1))", source="Z02", origin="spell", target=1)

    assert played.one("turn_skipped").seat == 1
    assert played.one("penalty_set").seat == 1


def test_cave_r25_17_peek_shows_the_top_cards_to_one_seat_alone() -> None:
    played = carry_out("peek(cave,3)", hero(), picks=["J12", "J40", "J25"])

    assert played.one("cards_peeked").cards == ("J12", "J40", "J25")
    assert [seen.card for seen in played.board.cave.top] == ["J12", "J40", "J25"]
    assert all(seen.seats == (0,) for seen in played.board.cave.top)


def test_cave_r23_13_and_r25_17a_what_was_peeked_at_stands_in_the_view_of_its_seer_and_in_no_other() -> None:
    state = carry_out("peek(cave,2)", picks=["J12", "J40"]).state

    assert view(state, 0)["you_have_seen"] == {"cave": ["J12", "J40"]}
    assert view(state, 1)["you_have_seen"] == {}
    assert view(state, None)["you_have_seen"] == {}


def test_cave_r25_17a_peek_shows_no_more_than_the_stack_holds_and_renews_none() -> None:
    short = carry_out("peek(cave,3)", stacks={"cave": ("J12",)})
    assert short.one("cards_peeked").count == 1

    empty = carry_out("peek(cave,3)", stacks={"cave": ()}, discards=("J12",))
    assert _ignored(empty) == "stack_empty"
    assert empty.board.cave.discard == ("J12",)


def test_cave_r25_17_peek_reorder_puts_the_cards_back_in_the_order_named() -> None:
    asked = carry_out("peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", picks=["J12", "J40", "J25"])
    assert asked.question.kind == "eye"

    ordered = asked.then(0, m.OrderCards(cards=("J40", "J25", "J12")))
    assert [seen.card for seen in ordered.board.cave.top] == ["J40", "J25", "J12"]
    assert ordered.one("stack_ordered").order == ("J40", "J25", "J12")
    assert "choice_made" not in ordered.types


def test_cave_r23_1_the_eye_asks_about_two_equal_cards_too() -> None:
    asked = carry_out(
        "peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", stacks={"cave": ("J01", "J01")}
    )

    assert asked.question.kind == "eye"


def test_cave_r25_17_of_one_card_no_order_is_asked() -> None:
    played = carry_out("peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", stacks={"cave": ("J12",)})

    assert played.question.kind == "start_action"


def test_cave_r25_19_none_leaves_a_line_and_nothing_else() -> None:
    played = carry_out("none")

    assert _ignored(played) is None
    assert played.types == ["effect_applied", "turn_ended", "turn_started", "question_put"]


@pytest.mark.parametrize(("text", "who", "gold"), [("gain(gold,1)", "C4", 4), ("gain(gold,2)", "C2", 3)])
def test_cave_r27_10_the_miner_finds_1_gold_more_in_the_rock(text: str, who: str, gold: int) -> None:
    assert carry_out(text, hero(who), source="D2", origin="area").hero().gold == gold


def test_cave_r27_10_elsewhere_the_miner_gets_what_all_get() -> None:
    assert carry_out("gain(gold,1)", hero("C4"), source="P16", origin="event").hero().gold == 3


def test_cave_r27_6_a_cave_in_takes_no_endurance_from_the_caver_but_the_turn() -> None:
    text = "roll(1-2: lose(endurance,1) + lose_turn(1) | 3-6: none)"
    caver = carry_out(text, hero("C2"), source="J20", origin="event", dice=(1,))
    hunter = carry_out(text, hero("C4"), source="J20", origin="event", dice=(1,))

    assert (caver.hero().endurance, hunter.hero().endurance) == (4, 3)
    assert caver.one("ability_used").ability == "sure_foot"
    assert "effect_applied" in caver.types
    assert "turn_ended" in caver.types


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

    refused(asked.state, 0, m.Pay(), "not_asked")
    refused(asked.state, 1, m.Keep(), "not_asked")
    assert play(asked.state, 0, m.Keep()).hero().gold == 2
