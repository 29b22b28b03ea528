"""The vectors of the rules page (section 13), by their numbers; the first 23 are here, the others in a second file."""

from collections.abc import Callable

import pytest

from games.cave.agenda.jobs import Arrive, ExploreArea, Fight, MeetCards, SetOff, WalkOn
from games.cave.agenda.questions import ChoosingBranch, ChoosingFirstStep, DiscardingSpell, StartingTurn, Taking
from games.cave.chapters.changes import gain, heal, lose
from games.cave.chapters.totals import spell_limit
from games.cave.components.board import branches
from games.cave.draft import Draft
from games.cave.evolve import evolve
from games.cave.moves import (
    Attack,
    Cure,
    DropObject,
    ExchangeTrophies,
    FirstStep,
    Roll,
    Step,
    Take,
    TakeBranch,
    TryGate,
)
from games.cave.state import Adventurer, Running, State
from tests.games.cave.scene import LoadedChance, assert_refused, board_of, do, hero, offered, play, scene

RULES = ("CAVE-R25.1",)
FAR = "K9"


def changed(who: Adventurer, change: Callable[[Draft], object]) -> Adventurer:
    draft = Draft(Running(board_of(who, hero("C6", FAR))), LoadedChance(), evolve)
    change(draft)
    return draft.board.hero(0)


def types(state: State, seat: int) -> set[str]:
    return {str(move["type"]) for move in offered(state, seat)}


def test_vector_1_cave_4_6_two_wounds_take_two_turns_and_two_gold_without_moving() -> None:
    state = scene(hero("C2", "E", endurance=2, gold=2), hero("C6", FAR, lose_turn=1))

    first = play(state, 0, Cure())
    cured = first.then(0, Cure())

    assert (first.hero().endurance, first.hero().gold) == (3, 1)
    assert (cured.hero().endurance, cured.hero().gold, cured.hero().area) == (4, 0, "E")
    assert "step_taken" not in first.types + cured.types


def test_vector_2_cave_4_6_with_one_gold_one_wound_is_cured_and_no_more() -> None:
    cured = play(scene(hero("C2", "E", endurance=2, gold=1), hero("C6", FAR)), 0, Cure())

    assert (cured.hero().endurance, cured.hero().gold) == (3, 0)
    assert "cure" not in types(scene(cured.hero()), 0)


@pytest.mark.parametrize("endurance", [4, 5])
def test_vector_3_cave_4_6_nobody_without_wounds_is_cured_and_healing_stops_at_the_cap(endurance: int) -> None:
    whole = hero("C2", "E", endurance=endurance, gold=3)

    assert "cure" not in types(scene(whole), 0)
    assert changed(whole, lambda draft: heal(draft, 0, 2, RULES)).endurance == endurance
    assert changed(whole, lambda draft: gain(draft, 0, "endurance", 1, RULES)).endurance == endurance + 1


def test_vector_4_cave_4_6a_who_arrives_on_the_entrance_is_not_cured_in_this_turn() -> None:
    arrived = play(scene(hero("C2", "S4", entered_from="S5", endurance=2, gold=2)), 0, Step(to="E"))

    assert (arrived.hero().area, arrived.hero().endurance) == ("E", 2)
    assert arrived.question == StartingTurn(seat=1)


@pytest.mark.parametrize(("power", "limit"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 2), (6, 3), (9, 3)])
def test_vector_5_cave_2_6_total_power_limits_the_spells(power: int, limit: int) -> None:
    assert spell_limit(board_of(hero(power=power)), 0) == limit


def test_vector_5_cave_2_7a_the_cannibal_may_hold_none() -> None:
    assert spell_limit(board_of(hero("C1", power=7)), 0) == 0


def test_vector_6_cave_2_8_who_loses_the_amulet_discards_a_spell_at_once() -> None:
    state = scene(hero(power=3, objects=("J42",), spells=("Z01", "Z03")))

    dropped = do(state, StartingTurn(seat=0)).then(0, DropObject(card="J42"))

    assert dropped.question == DiscardingSpell(seat=0)


@pytest.mark.parametrize(
    ("cards", "points", "strength"),
    [(("J02", "J03"), 7, 1), (("J03", "J05"), 9, 1), (("J05", "J13"), 14, 2)],
)
def test_vector_7_cave_1_4_every_full_7_points_of_trophies_are_1_strength(
    cards: tuple[str, ...], points: int, strength: int
) -> None:
    exchanged = play(scene(hero(trophies=cards)), 0, ExchangeTrophies(cards=cards))

    told = exchanged.one("trophies_exchanged")
    assert (told.points, told.strength) == (points, strength)
    assert exchanged.hero().strength == 3 + strength
    assert exchanged.hero().trophies == ()
    assert set(exchanged.board.cave.discard) == set(cards)


def test_vector_7_cave_1_4a_a_set_of_6_points_is_refused() -> None:
    assert_refused(scene(hero(trophies=("J09",))), 0, ExchangeTrophies(cards=("J09",)), "too_few_trophy_points")


@pytest.mark.parametrize(("own", "loss", "left"), [(4, 1, 4), (6, 3, 4), (6, 1, 5)])
def test_vector_8_cave_1_3_own_strength_never_falls_below_its_start(own: int, loss: int, left: int) -> None:
    assert changed(hero("C1", strength=own), lambda draft: lose(draft, 0, "strength", loss, RULES)).strength == left


@pytest.mark.parametrize(("face", "area"), [(1, "S1"), (2, "S1"), (3, "S1"), (4, "U1"), (5, "U1"), (6, "U1")])
def test_vector_9_cave_11_2a_the_die_picks_left_or_right_at_a_fork_of_two(face: int, area: str) -> None:
    walker = hero(area="S2", entered_from="S3")
    gone = do(scene(walker), WalkOn(seat=0, left=1, mode="dice"), dice=(face,))

    assert gone.one("step_taken").after == area


@pytest.mark.parametrize(("face", "area"), [(1, "S3"), (2, "S3"), (3, "U2"), (4, "U2"), (5, "S5"), (6, "S5")])
def test_vector_9_cave_11_2a_the_die_picks_left_straight_or_right_at_a_fork_of_three(face: int, area: str) -> None:
    gone = do(scene(hero(area="S4", entered_from="E")), WalkOn(seat=0, left=1, mode="dice"), dice=(face,))

    assert gone.one("step_taken").after == area


@pytest.mark.parametrize(
    ("area", "entered_from", "ways"),
    [
        ("S4", "E", ("S3", "U2", "S5")),
        ("K3", "U2", ("M3", "U4", "M5")),
        ("S2", "S3", ("S1", "U1")),
        ("N6", "N5", ("T3", "K7", "U6")),
    ],
)
def test_vector_10_cave_r22_1_branches_run_from_left_to_right(
    area: str, entered_from: str, ways: tuple[str, ...]
) -> None:
    assert branches(area, entered_from) == ways


def test_vector_11_cave_11_2_a_free_mover_goes_exactly_as_far_as_the_die_says_and_turns_at_will() -> None:
    state = scene(hero(area="E", power=6))
    at_fork = play(state, 0, Roll(), dice=(4,))

    assert at_fork.question == ChoosingBranch(seat=0, left=3, mode="free")
    assert [move["to"] for move in offered(at_fork.state, 0) if move["type"] == "branch"] == ["S3", "U2", "S5"]
    gone = at_fork.then(0, TakeBranch(to="S3")).then(0, TakeBranch(to="S1"))
    assert gone.board.turn is not None
    assert gone.board.turn.path == ("E", "S4", "S3", "S2", "S1")


def test_vector_12_cave_11_2b_one_step_needs_no_die_and_leads_to_any_neighbour_not_behind_a_closed_gate() -> None:
    state = scene(hero("C7", "N4", entered_from="N3", power=5))

    assert [move["to"] for move in offered(state, 0) if move["type"] == "step"] == ["T2", "N5", "N3"]
    gone = play(state, 0, Step(to="N5"), dice=(4,))
    assert [event.purpose for event in gone.of("die_rolled")] == ["effect"]


def test_vector_13_cave_r22_5_in_a_dead_end_the_move_ends() -> None:
    gone = do(scene(hero(area="D3", entered_from="M3")), WalkOn(seat=0, left=3, mode="dice"), picks=("J49", "J49"))

    assert (gone.one("move_stopped").cause, gone.one("move_stopped").area) == ("dead_end", "D3")
    assert len(gone.of("card_drawn")) == 2


def test_vector_14_cave_11_3_a_closed_gate_stops_the_move_and_may_be_tried_next_turn() -> None:
    walker = hero(area="K4", entered_from="M1", power=6)
    stopped = play(scene(walker), 0, Roll(), dice=(3,))
    while isinstance(stopped.question, ChoosingFirstStep):
        stopped = stopped.then(0, FirstStep(to="W1"), picks=("J49",))

    assert (stopped.one("move_stopped").cause, stopped.hero().area) == ("gate", "W1")
    assert [event.area for event in stopped.of("card_drawn")] == ["W1"]
    later = scene(hero(area="W1", entered_from="K4", power=6))
    gates = [(move["gate"], move["by"]) for move in offered(later, 0) if move["type"] == "gate"]
    assert gates == [("G1", "strength"), ("G1", "power")]


def test_vector_15_cave_r18_2_two_dice_up_to_the_total_open_the_gate() -> None:
    state = scene(hero(area="W1", entered_from="K4", strength=7))

    opened = play(state, 0, TryGate(gate="G1", by="strength"), dice=(3, 4), picks=("J49", "J49"))
    failed = play(state, 0, TryGate(gate="G1", by="strength"), dice=(4, 4))

    assert (opened.board.gates_open, opened.hero().area) == (("G1",), "W2")
    assert [event.area for event in opened.of("card_drawn")] == ["W2", "W2"]
    assert (failed.board.gates_open, failed.hero().area, failed.of("card_drawn")) == ((), "W1", [])
    assert failed.question == StartingTurn(seat=1)


@pytest.mark.parametrize(("here", "there"), [("W1", "W2"), ("W2", "W1")])
def test_vector_16_cave_r18_3_an_open_gate_is_an_ordinary_way(here: str, there: str) -> None:
    state = scene(hero(area=here), gates_open=("G1",))

    assert there in [move["to"] for move in offered(state, 0) if move["type"] == "step"]


def test_vector_17_cave_11_4_no_die_is_rolled_in_the_chamber_where_the_move_ends_anyway() -> None:
    gone = do(scene(hero(area="S6", entered_from="S5")), SetOff(seat=0, left=2, mode="step"))
    gone = gone.then(0, FirstStep(to="S7"), dice=(6, 3))

    assert [event.purpose for event in gone.of("die_rolled")] == ["fork", "chamber_kind"]
    assert gone.hero().area == "K2"


@pytest.mark.parametrize(("face", "stops"), [(4, False), (5, True)])
def test_vector_17_cave_11_4_a_5_or_6_ends_the_move_in_the_chamber_on_the_way(face: int, stops: bool) -> None:
    walker = hero(area="U2", entered_from="S4", power=6)
    dice = (face, 3) if stops else (face,)
    gone = do(scene(walker), WalkOn(seat=0, left=3, mode="free"), dice=dice)

    assert gone.one("step_taken").after == "K3"
    purposes = [event.purpose for event in gone.of("die_rolled")]
    assert purposes == ["chamber_on_the_way", *(["chamber_kind"] if stops else [])]
    assert isinstance(gone.question, ChoosingBranch) is not stops


def test_vector_18_cave_12_1_after_a_failed_gate_nothing_is_done_on_that_area() -> None:
    state = scene(hero(area="W1", entered_from="K4"), hero("C6", "W1"), lying={"W1": ("J40",)})
    failed = play(state, 0, TryGate(gate="G1", by="power"), dice=(6, 6))

    assert failed.question == StartingTurn(seat=1)
    assert failed.board.ground("W1").cards == ("J40",)


def test_vector_19_cave_12_1_who_attacks_draws_no_card() -> None:
    asked = do(scene(hero(area="S2"), hero("C6", "S2")), Arrive(seat=0))
    fought = asked.then(0, Attack(target=1, psychic=False), dice=(3, 2))

    assert fought.one("duel_decided").winner is None
    assert fought.of("card_drawn") == []


@pytest.mark.parametrize(("lying", "drawn"), [(("J40",), 1), (("J40", "J36"), 0), (("J40", "J36", "J37"), 0)])
def test_vector_20_cave_12_3_only_as_many_cards_are_drawn_as_are_missing(lying: tuple[str, ...], drawn: int) -> None:
    asked = do(scene(hero(area="W2"), lying={"W2": lying}), ExploreArea(seat=0), picks=("J49",) * drawn)

    assert len(asked.of("card_drawn")) == drawn
    assert isinstance(asked.question, Taking)
    assert asked.question.card == lying[0]


@pytest.mark.parametrize(
    ("before", "drawn", "power", "count"),
    [(6, ("J25",), 1 + 1, 0), (5, ("J25", "J49", "J49"), 1 + 1, 1)],
)
def test_vector_21_cave_12_3b_seven_cave_cards_carried_out_are_1_power(
    before: int, drawn: tuple[str, ...], power: int, count: int
) -> None:
    state = scene(hero(area="X1", cave_cards=before), lying={"X1": drawn})
    met = do(state, MeetCards(seat=0, lying=(), drawn=drawn, instructed=True))
    while isinstance(met.question, Taking):
        met = met.then(0, Take())

    assert (met.hero().power - 3, met.hero().cave_cards) == (power, count)


def test_vector_21_cave_12_3b_adventure_cards_and_those_that_lay_there_do_not_count() -> None:
    state = scene(hero(area="S2", cave_cards=6), lying={"S2": ("J25", "P16")})
    met = do(state, MeetCards(seat=0, lying=("J25",), drawn=("P16",), instructed=True))

    assert (met.hero().cave_cards, met.of("cave_cards_counted")) == (6, [])


def test_vector_22_cave_r13_5_an_event_that_carries_away_leaves_the_enemy_lying() -> None:
    state = scene(hero(area="W2"), lying={"W2": ("J12", "J24")})
    met = do(state, MeetCards(seat=0, lying=(), drawn=("J12", "J24"), instructed=True))

    assert met.hero().area == "E"
    assert met.board.ground("W2").cards == ("J12",)
    assert met.hero().cave_cards == 1
    assert met.board.cave.discard == ("J24",)


def test_vector_23_cave_r14_4_equal_sums_cost_nothing_and_end_the_turn() -> None:
    state = scene(hero("C1", "S2"), lying={"S2": ("J05",)})
    fought = do(state, Fight(seat=0, by="strength", cards=("J05",)), dice=(3, 2))

    decided = fought.one("fight_decided")
    assert (decided.sum, decided.enemy_sum, decided.result) == (7, 7, "drawn")
    assert fought.hero().endurance == 4
    assert fought.board.ground("S2").cards == ("J05",)
    assert fought.question == StartingTurn(seat=1)
