from typing import Any

import pytest

from games.cave.agenda.jobs import Chain
from games.cave.state import Adventurer
from games.cave.view import view
from tests.games.cave.scene import carry_out, do, hero, ignored, scene


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
    assert ignored(played) == "at_the_floor"


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
    assert ignored(played) == "not_wounded"


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
    assert ignored(lit) == "immune"


def test_cave_r25_4_force_die_movement_counts_moves() -> None:
    assert carry_out("force_die_movement(2)").hero().force_die == 2


def test_cave_r25_5_spells_are_drawn_within_the_limit() -> None:
    played = carry_out("spell(3)", hero("C5"), picks=["Z05", "Z02"])

    assert played.hero().spells == ("Z05", "Z02")
    assert [event.spell for event in played.of("spell_drawn")] == ["Z05", "Z02"]


def test_cave_9_5a_at_the_limit_nothing_is_drawn_and_that_leaves_a_line() -> None:
    played = carry_out("spell(1)", hero("C4"))

    assert played.hero().spells == ()
    assert ignored(played) == "spell_limit"


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
    assert ignored(carry_out("if(alignment=evil: gain(power,1))")) == "no_case"


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
    assert ignored(empty) == "stack_empty"
    assert empty.board.cave.discard == ("J12",)


def test_cave_r25_19_none_leaves_a_line_and_nothing_else() -> None:
    played = carry_out("none")

    assert ignored(played) is None
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


@pytest.mark.parametrize(
    ("text", "who", "more", "rules"),
    [
        ("slow(1)", hero(objects=("J36",)), {"source": "J21", "origin": "event"}, ("CAVE-R25.4", "CAVE-R22.7a")),
        ("lose_turn(1)", hero(), {"source": "J20", "origin": "event"}, ("CAVE-R25.4", "CAVE-10.2")),
        ("heal(2)", hero(), {}, ("CAVE-R25.2", "CAVE-4.6")),
        ("lose(strength,1)", hero(), {}, ("CAVE-R25.1", "CAVE-1.3")),
        ("lose(power,1)", hero(), {}, ("CAVE-R25.1", "CAVE-2.3")),
        ("lose(gold,1)", hero(gold=0), {}, ("CAVE-R25.1",)),
        ("spell(1)", hero("C4"), {}, ("CAVE-R25.5", "CAVE-9.5a")),
        ("discard_cards(spell,1,random)", hero(), {}, ("CAVE-R25.6",)),
        ("peek(cave,3)", hero(), {"stacks": {"cave": ()}}, ("CAVE-R25.17", "CAVE-R25.17a")),
        ("pay(2: gain(strength,1))", hero(), {}, ("CAVE-R25.13",)),
        ("pay(1: spell(1))", hero("C4"), {}, ("CAVE-R25.13", "CAVE-R25.13a")),
        ("if(alignment=evil: gain(power,1))", hero(), {}, ("CAVE-R25.14",)),
        ("none", hero(), {}, ("CAVE-R25.19",)),
    ],
)
def test_a_step_that_leaves_no_other_trace_cites_its_own_clause_and_that_which_stopped_it(
    text: str, who: Adventurer, more: dict[str, Any], rules: tuple[str, ...]
) -> None:
    assert carry_out(text, who, **more).one("effect_applied").rules == rules
