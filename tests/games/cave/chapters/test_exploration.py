from dataclasses import replace

import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, CarryTo, DrawCards, ExploreArea, Instruct, MeetCards
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.board import CORRIDORS
from games.cave.components.cards import BY_ID
from games.cave.state import Turn
from games.cave.view import view
from tests.games.cave.scene import Played, default, do, hero, offered, refused, scene


def met(who: str, *lying: str, area: str = "S1", dice: tuple[int, ...] = (), **more: object) -> Played:
    """What lies on the area is met by an adventurer strong enough for most of it."""
    state = scene(hero(who, area, strength=9, power=9, **more), lying={area: lying})
    return do(state, MeetCards(seat=0, lying=lying), dice=dice)


def test_cave_12_1a_with_nobody_else_there_exploring_is_automatic() -> None:
    alone = do(scene(hero("C4", "X1")), Arrive(seat=0), picks=["J40", "J42", "J45"])
    together = do(scene(hero("C4", "X1"), hero("C6", "X1")), Arrive(seat=0))

    assert len(alone.of("card_drawn")) == 3
    assert together.question.kind == "engage"


def test_cave_12_3a_the_explorer_names_the_split_before_seeing_a_card() -> None:
    asked = do(scene(hero("C4", "M2")), ExploreArea(seat=0))
    splits = [(move["cave"], move["adventure"]) for move in offered(asked.state, 0) if move["type"] == "split_draw"]
    drawn = asked.then(0, m.SplitDraw(cave=1, adventure=1), picks=["J40", "P21"])

    assert splits == [(0, 2), (1, 1), (2, 0)]
    assert "card_drawn" not in asked.types
    assert [event.deck for event in drawn.of("card_drawn")] == ["cave", "adventure"]


def test_cave_12_3a_on_cave_areas_nothing_is_asked() -> None:
    drawn = do(scene(hero("C4", "N3")), ExploreArea(seat=0), picks=["J40", "J42"])

    assert [event.deck for event in drawn.of("card_drawn")] == ["cave", "cave"]


def test_cave_r13_6_the_split_offers_only_what_the_stacks_can_serve() -> None:
    asked = do(scene(hero("C4", "M2"), stacks={"adventure": ("P21",)}), ExploreArea(seat=0))
    splits = [(move["cave"], move["adventure"]) for move in offered(asked.state, 0) if move["type"] == "split_draw"]

    assert splits == [(1, 1), (2, 0)]


def test_cave_r13_6_with_stack_and_discard_empty_fewer_cards_are_drawn() -> None:
    drawn = do(scene(hero("C4", "N3"), stacks={"cave": ("J40",)}), ExploreArea(seat=0))

    assert [event.card for event in drawn.of("card_drawn")] == ["J40"]


def test_cave_r13_6_an_empty_stack_is_renewed_from_its_discard() -> None:
    drawn = do(scene(hero("C4", "W1"), stacks={"cave": ()}, discards=("J40",)), ExploreArea(seat=0))

    assert drawn.one("deck_renewed").count == 1
    assert drawn.one("card_drawn").card == "J40"


def test_cave_r23_11_cards_seen_on_top_are_drawn_first_and_in_order() -> None:
    tops = {"cave": (("J42", (1,)), ("J40", (1,)))}
    drawn = do(scene(hero("C4", "N3"), tops=tops), ExploreArea(seat=0))

    assert [event.card for event in drawn.of("card_drawn")] == ["J42", "J40"]
    assert all(event.draws is None for event in drawn.of("card_drawn"))


def test_cave_12_3c_and_12_3d_gold_of_the_dead_is_no_card_and_is_taken_whole_without_a_prompt() -> None:
    drawn = do(scene(hero("C4", "W1", gold=1), gold={"W1": 3}), ExploreArea(seat=0), picks=["J40"])

    assert len(drawn.of("card_drawn")) == 1
    assert drawn.one("gold_taken").amount == 3
    assert drawn.hero().gold == 4
    assert drawn.types.index("gold_taken") < drawn.types.index("question_put")


def test_cave_12_3d_gold_is_taken_in_chambers_and_on_special_areas_too() -> None:
    spring = do(scene(hero("C4", "M1"), gold={"M1": 2}), ExploreArea(seat=0))
    den = do(scene(hero("C4", "K1", power=9), gold={"K1": 2}), ExploreArea(seat=0), dice=(4, 6, 1))

    assert (spring.hero().gold, den.hero().gold) == (4, 4)


def test_cave_r13_1_cards_are_met_in_order_of_rank() -> None:
    played = met("C4", "J32", "J31", "J14", "J01", "P16", dice=(6, 1, 6, 1, 1))
    fights = [event.cards for event in played.of("fight_decided")]

    assert fights == [("J01",), ("J14",)]
    assert played.types.index("stat_changed") < played.types.index("fight_decided")
    assert played.one("effect_applied").source == "J31"
    assert played.of("stat_changed")[0].stat == "gold"
    assert played.question.kind == "pay"


def test_cave_r13_2_of_one_rank_those_lying_come_first_and_enemies_fight_together() -> None:
    state = scene(hero(strength=9), lying={"S1": ("J05", "J01")})
    played = do(state, MeetCards(seat=0, lying=("J05",), drawn=("J01",)), dice=(6, 1))

    assert played.one("fight_decided").cards == ("J05", "J01")
    assert played.one("fight_decided").enemy_sum == 5 + 2 + 1


def test_cave_r13_2_animals_and_spirits_do_not_fight_together() -> None:
    played = met("C4", "J01", "J15", dice=(6, 1, 6, 1))

    assert [event.cards for event in played.of("fight_decided")] == [("J01",), ("J15",)]


def test_cave_r13_3_what_is_left_lying_counts_for_the_next_draw() -> None:
    asked = do(scene(hero("C4", "W1"), lying={"W1": ("J40",)}), ExploreArea(seat=0))
    left = asked.then(0, m.LeaveLying())

    assert "card_drawn" not in asked.types
    assert left.board.ground("W1").cards == ("J40",)


def test_cave_r13_4a_finds_may_be_declined_but_a_stranger_is_met() -> None:
    declined = met("C4", "J40").then(0, m.LeaveLying())
    knight = met("C4", "J28", gold=0)

    assert declined.board.ground("S1").cards == ("J40",)
    assert knight.question.kind == "choose"
    assert {move["type"] for move in offered(knight.state, 0)} == {"choose"}


def test_cave_r13_4_and_5_5_over_the_limit_another_object_stays_in_its_place() -> None:
    asked = met("C4", "J40", objects=("J36", "J37", "J38", "J39"))
    kinds = {move["type"] for move in offered(asked.state, 0)}
    taken = asked.then(0, m.TakeInstead(leaving="J36"))

    assert kinds == {"leave", "take_instead", "drop_object"}
    assert taken.hero().objects == ("J37", "J38", "J39", "J40")
    assert taken.board.ground("S1").cards == ("J36",)


def test_cave_r13_7_and_r13_7a_lying_enemies_come_before_the_instruction_and_finds_after_it() -> None:
    state = scene(hero("C4", "K1", strength=9), lying={"K1": ("J01", "J40")})
    played = do(state, ExploreArea(seat=0), dice=(6, 1, 3))

    assert played.types.index("fight_decided") < played.types.index("chamber_identified")
    assert played.question.kind == "choose"
    assert played.then(0, m.Choose(option=2)).question.kind == "take"


def test_cave_r13_7_who_loses_to_them_does_not_reach_the_instruction() -> None:
    state = scene(hero("C4", "M1", endurance=3), lying={"M1": ("J12",)})
    played = do(state, ExploreArea(seat=0), dice=(1, 6))

    assert played.hero().endurance == 2
    assert "turn_ended" in played.types


def test_cave_12_4a_who_meets_somebody_in_a_chamber_does_not_roll_for_it() -> None:
    asked = do(scene(hero("C4", "K1"), hero("C6", "K1")), Arrive(seat=0))
    fought = asked.then(0, m.Attack(target=1, psychic=False), dice=(3, 3))

    assert "chamber_identified" not in fought.types
    assert "turn_ended" in fought.types


def test_cave_12_1b_who_is_carried_acts_there_as_if_the_move_ended_there() -> None:
    carried = do(scene(hero("C4", "S1")), CarryTo(seat=0, to="area", area="W1"), picks=["J40"])

    assert carried.one("card_drawn").area == "W1"


def test_cave_12_1b_the_fourth_time_in_a_turn_one_is_only_moved() -> None:
    turn = Turn(seat=0, held=(0, 0), cast=(0, 0), carried=3)
    state = scene(hero("C4", "S1"))
    state = replace(state, board=replace(state.board, turn=turn))
    fourth = do(state, CarryTo(seat=0, to="area", area="W1"))

    assert fourth.hero().area == "W1"
    assert "card_drawn" not in fourth.types
    assert "turn_ended" in fourth.types


def test_cave_r26_3_a_random_corridor_is_never_an_area_with_an_instruction() -> None:
    assert {AREAS[area].kind for area in CORRIDORS} == {"corridor"}


def test_cave_2_4_and_r23_9_cave_cards_are_drawn_before_adventure_cards_and_only_they_count() -> None:
    drawn = do(scene(hero("C4", "M2", cave_cards=6)), DrawCards(seat=0, cave=1, adventure=1), picks=["J40", "P21"])
    taken = drawn.then(0, m.LeaveLying()).then(0, m.LeaveLying())

    assert [BY_ID[event.card].deck for event in drawn.of("card_drawn")] == ["cave", "adventure"]
    assert (taken.hero().power, taken.hero().cave_cards) == (3, 0)


def test_cave_5_4_5_4a_6_4_and_6_4a_objects_and_friends_are_left_at_any_own_decision_and_the_prompt_stands_again() -> (
    None
):
    asked = met("C4", "J40", objects=("J36",), friends=("P25",))
    dropped = asked.then(0, m.DropObject(card="J36"))
    left = dropped.then(0, m.LeaveFriend(card="P25"))

    assert left.question.kind == "take"
    assert left.board.ground("S1").cards == ("J40", "J36", "P25")
    assert left.hero().owned == ()


def test_cave_5_4b_what_the_explorer_left_is_not_offered_to_him_again_in_this_turn() -> None:
    asked = met("C4", "J40", objects=("J36",)).then(0, m.DropObject(card="J36"))

    assert asked.then(0, m.LeaveLying()).question.kind == "start_action"


def test_cave_5_1_6_1_and_6_2_what_one_owns_is_public_and_friends_are_any_number() -> None:
    friends = ("J46", "J47", "J48", "P25")
    shown = view(scene(hero("C4", objects=("J36",), friends=friends)), 1)["adventurers"]
    assert isinstance(shown, list)
    assert shown[0]["objects"] == ("J36",)
    assert shown[0]["friends"] == friends


def test_cave_5_3_and_3_5_five_objects_are_too_many_and_gold_is_none() -> None:
    excess = do(scene(hero("C4", gold=9, objects=("J36", "J37", "J38", "J39"))), Arrive(seat=0), picks=[])
    over = do(scene(hero("C4", objects=("J36", "J37", "J38", "J39", "J40"))), Arrive(seat=0))

    assert excess.question.kind == "split_draw"
    assert over.question.kind == "drop_excess"


def test_cave_5_5_the_owner_decides_which_to_keep_and_the_clock_drops_the_newest() -> None:
    over = do(scene(hero("C4", objects=("J36", "J37", "J38", "J39", "J40"))), Arrive(seat=0))
    kept = over.then(0, m.DropExcess(cards=("J36",)))
    assert default(over.state, 0) == m.DropExcess(cards=("J40",))
    assert kept.hero().objects == ("J37", "J38", "J39", "J40")
    assert kept.board.ground("S1").cards == ("J36",)
    refused(over.state, 0, m.DropExcess(cards=("J36", "J37")), "not_offered")


def test_cave_5_3a_the_porter_carries_four_more() -> None:
    objects = ("J36", "J37", "J38", "J39", "J40")

    assert do(scene(hero("C4", objects=objects, friends=("J47",))), Arrive(seat=0)).question.kind == "split_draw"


def test_cave_r26_4_pay_is_optional_and_offered_at_every_exploration() -> None:
    asked = do(scene(hero("C4", "S5", gold=3)), Instruct(seat=0))

    assert asked.question.kind == "pay"
    assert asked.then(0, m.Decline()).hero().gold == 3


@pytest.mark.parametrize("kind", ["engage", "split_draw", "take"])
def test_cave_r23_6_spells_of_any_time_are_cast_at_these_prompts(kind: str) -> None:
    who = hero("C5", "S1", endurance=2, spells=("Z03",))
    states = {
        "engage": do(scene(who, hero("C6", "S1"), discards=("Z04",)), Arrive(seat=0)),
        "split_draw": do(scene(who, discards=("Z04",)), ExploreArea(seat=0)),
        "take": do(scene(who, lying={"S1": ("J40",)}, discards=("Z04",)), MeetCards(seat=0, lying=("J40",))),
    }
    asked = states[kind]

    assert asked.question.kind == kind
    assert asked.then(0, m.Cast(spell="Z03")).hero().endurance == 4
