from typing import Any

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, CarryTo, Chain, ExploreArea, Instruct
from games.cave.state import Adventurer, Finished
from tests.games.cave.scene import Played, default, do, hero, offered, play, scene

SEEKER = hero("C4", "K1", strength=9, power=9, gold=6)


def in_crystal_chamber(who: Adventurer = SEEKER, **more: Any) -> Played:
    return do(scene(who, crystal_area="K1", **more), ExploreArea(seat=0))


def test_cave_12_5_12_5a_and_r20_1_the_map_makes_the_chamber_one_stops_in_the_crystal_chamber() -> None:
    asked = do(scene(hero("C4", "K1", objects=("J41",))), ExploreArea(seat=0))
    found = asked.then(0, m.UseMap())

    assert asked.question.kind == "use_map"
    assert default(asked.state, 0) == m.RollKind()
    assert (found.one("crystal_chamber_found").area, found.one("crystal_chamber_found").way) == ("K1", "a")
    assert found.hero().objects == ()
    assert found.board.cave.discard == ("J41",)
    assert "die_rolled" not in found.types
    assert found.question.kind == "trials"


def test_cave_r20_1_its_holder_may_roll_instead() -> None:
    asked = do(scene(hero("C4", "K1", objects=("J41",))), ExploreArea(seat=0))

    assert asked.then(0, m.RollKind(), dice=(3,)).hero().objects == ("J41",)


def test_cave_r20_1a_the_map_is_asked_for_where_one_is_carried_to_a_chamber_after_lying_enemies() -> None:
    state = scene(hero("C4", "S1", strength=9, objects=("J41",)), lying={"K1": ("J01",)})
    carried = do(state, CarryTo(seat=0, to="nearest_chamber"), dice=(6, 1))

    assert carried.types.index("fight_decided") < carried.types.index("question_put")
    assert carried.question.kind == "use_map"


def test_cave_r20_3a_a_map_has_no_effect_once_the_chamber_is_known() -> None:
    played = do(scene(hero("C4", "K2", objects=("J41",)), crystal_area="K1"), ExploreArea(seat=0), dice=(2, 3))

    assert played.one("chamber_identified").chamber == "temple"
    assert played.hero().objects == ("J41",)


def test_cave_12_5b_a_second_die_finds_it_only_while_it_is_unknown() -> None:
    known = do(scene(hero("C4", "K2"), crystal_area="K1"), ExploreArea(seat=0), dice=(6, 1, 1))

    assert known.one("chamber_identified").chamber == "abyss"


def test_cave_r20_3_and_r20_4_there_no_kind_is_rolled_and_the_trials_may_be_declined() -> None:
    asked = in_crystal_chamber()
    declined = asked.then(0, m.Decline())

    assert asked.question.kind == "trials"
    assert "die_rolled" not in asked.types
    assert default(asked.state, 0) == m.Decline()
    assert "turn_ended" in declined.types


def test_cave_r20_4_who_declines_may_still_take_what_lies_there() -> None:
    asked = in_crystal_chamber(lying={"K1": ("J40",)})

    assert asked.then(0, m.Decline()).question.kind == "take"


def test_cave_0_14_r20_5_and_r21_1_who_passes_all_three_trials_takes_the_crystal_and_wins() -> None:
    won = in_crystal_chamber().then(0, m.Attempt(), dice=(4, 5, 3, 6, 6))

    assert [trial.trial for trial in won.of("trial_decided")] == ["strength", "power", "wealth"]
    assert won.hero().gold == 0
    assert isinstance(won.state, Finished)
    assert (won.state.reason, won.state.winners) == ("crystal", (0,))
    assert won.board.crystal_owner == 0


def test_cave_r20_5_failing_strength_or_power_costs_1_endurance_and_the_turn() -> None:
    weak = in_crystal_chamber().then(0, m.Attempt(), dice=(6, 6))
    dull = in_crystal_chamber().then(0, m.Attempt(), dice=(1, 1, 6, 6))

    assert (weak.hero().endurance, dull.hero().endurance) == (3, 3)
    assert "turn_ended" in weak.types
    assert "turn_ended" in dull.types


def test_cave_r20_6_a_turn_there_may_begin_with_the_trials_and_the_first_one_again() -> None:
    again = play(scene(SEEKER, crystal_area="K1"), 0, m.TrialsAgain(), dice=(6, 6))

    assert [trial.trial for trial in again.of("trial_decided")] == ["strength"]


def test_cave_r20_7_with_somebody_there_the_encounter_is_the_ordinary_choice() -> None:
    asked = do(scene(SEEKER, hero("C6", "K1"), crystal_area="K1"), Arrive(seat=0))

    assert asked.question.kind == "engage"
    assert "trials" not in {move["type"] for move in offered(asked.state, 0)}
    assert asked.then(0, m.Explore()).question.kind == "trials"


def test_cave_r25_18_the_bonus_counts_in_the_first_trial_only() -> None:
    who = hero("C4", "K1", strength=5, power=5, bonus=2)
    failed = in_crystal_chamber(who).then(0, m.Attempt(), dice=(3, 4, 3, 3))

    assert [trial.total for trial in failed.of("trial_decided")] == [7, 5]
    assert failed.hero().bonus == 0


def test_cave_r19_1_the_six_kinds_have_the_names_of_the_printed_game() -> None:
    found = [do(scene(hero("C4", "K1", gold=0)), Instruct(seat=0), dice=dice) for dice in _ways_into_each_kind()]

    kinds = ["dread", "temple", "grotto", "demons", "gladiators", "abyss"]
    assert [played.one("chamber_identified").chamber for played in found] == kinds


def _ways_into_each_kind() -> list[tuple[int, ...]]:
    return [(1, 1), (2, 3), (3,), (4, 6, 1), (5, 6, 1), (6, 1, 1, 1)]


def test_cave_r20_2_the_crystal_found_by_dice_may_be_tried_for_at_once() -> None:
    found = do(scene(SEEKER), ExploreArea(seat=0), dice=(6, 4))

    assert found.one("crystal_chamber_found").way == "b"
    assert found.question.kind == "trials"


def test_cave_4_3_dying_in_the_trials_is_the_end_for_the_player() -> None:
    who = hero("C4", "K1", endurance=1)
    dead = do(scene(who, hero("C6", "K9"), hero("C2", "K9"), crystal_area="K1"), ExploreArea(seat=0))
    out = dead.then(0, m.Attempt(), dice=(6, 6))

    assert out.board.out[0] == "eliminated"
    assert out.question.seats == (1,)


def test_cave_r21_2_the_last_player_left_wins_at_once() -> None:
    text = Chain(seat=0, text="lose(endurance,9)", source="D2", origin="area")
    ended = do(scene(hero("C4"), hero("C6", "K9"), crystal_area="K1"), text)

    assert isinstance(ended.state, Finished)
    assert (ended.state.reason, ended.state.winners) == ("last_survivor", (1,))
