"""The vectors of the rules page (section 13) from 24 on, by their numbers."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.format.canon import canon
from games.cave.agenda.jobs import Arrive, AttemptTrials, ExploreArea, Fight, MeetCards, WalkOn
from games.cave.agenda.questions import (
    AboutToExplore,
    BeforeFight,
    ChoosingFirstStep,
    DroppingExcess,
    FacingTrials,
    StartingTurn,
)
from games.cave.chapters.decks import draw_spells
from games.cave.components.cards import DECKS, stack_of
from games.cave.draft import Draft
from games.cave.evolve import evolve
from games.cave.moves import (
    Attack,
    Claim,
    DropObject,
    FirstStep,
    GoOn,
    Roll,
    StandAndFight,
    Step,
)
from games.cave.prompts import prompts
from games.cave.state import Adventurer, Asking, Finished, Running
from games.cave.view import view
from games.core.moves import Resign
from tests.games.cave.scene import LoadedChance, Played, board_of, do, hero, offered, play, play_all, scene

FULL = ("J36", "J37", "J38", "J39")


def meet(who: Adventurer, *lying: str, dice: Sequence[int] = (), **more: Any) -> Played:
    """The explorer meets these cards of the area, all of them drawn."""
    state = scene(who, lying={who.area: lying}, **more)
    return do(state, MeetCards(seat=0, lying=(), drawn=lying, instructed=True), dice=dice)


def test_vector_24_cave_r14_5_two_enemies_fight_as_one() -> None:
    fought = meet(hero("C1", "S2"), "J02", "J03", dice=(6, 5))

    decided = fought.one("fight_decided")
    assert (decided.sum, decided.enemy_sum) == (4 + 6, 3 + 4 + 5)
    assert fought.hero().endurance == 3
    assert fought.board.ground("S2").cards == ("J02", "J03")


def test_vector_25_cave_r14_3_only_the_best_weapon_counts_and_the_belt_besides() -> None:
    armed = hero("C1", "S2", objects=("J38", "P21", "J45"))

    assert meet(armed, "J02", dice=(1, 1)).one("fight_decided").sum == 4 + 2 + 1 + 1


@pytest.mark.parametrize(("face", "endurance"), [(4, 4), (6, 4), (3, 3)])
def test_vector_26_cave_r14_6_armour_may_hold_after_a_lost_strength_fight(face: int, endurance: int) -> None:
    fought = meet(hero("C1", "S2", objects=("J39",)), "J12", dice=(1, 6, face))

    assert fought.hero().endurance == endurance
    assert fought.one("armour_rolled").held is (face >= 4)


def test_vector_26_cave_r15_1_no_armour_helps_in_a_psychic_fight() -> None:
    fought = meet(hero("C1", "S2", objects=("J39",)), "J19", dice=(1, 6))

    assert fought.hero().endurance == 3
    assert [event.purpose for event in fought.of("die_rolled")] == ["fight", "enemy"]


def test_vector_27_cave_r16_4_a_winner_with_four_objects_drops_one_at_once() -> None:
    state = scene(hero("C1", "S2", objects=FULL), hero("C6", "S2", objects=("J40",)))
    won = do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False), dice=(6, 1)).then(0, Claim(prize="J40"))

    assert won.question == DroppingExcess(seat=0)
    assert won.hero().objects == (*FULL, "J40")


def test_vector_28_cave_4_3_the_dead_leave_their_things_and_a_new_character_enters() -> None:
    dying = hero("C3", "S2", endurance=1, gold=3, objects=("J39",), friends=("J46",), spells=("Z03",), power=6)
    asked = do(scene(dying, lying={"S2": ("J19",)}), Fight(seat=0, by="power", cards=("J19",)))
    fought = asked.then(0, StandAndFight(), dice=(1, 6), picks=("C8", "Z01", "Z05"))

    assert fought.board.ground("S2").cards == ("J19", "J39", "J46")
    assert fought.board.ground("S2").gold == 3
    assert fought.board.spells.discard == ("Z03",)
    assert fought.hero() == hero("C8", "E", spells=("Z01", "Z05"))
    assert "C3" in fought.board.pool
    assert fought.question == StartingTurn(seat=1)


def test_vector_29_cave_4_3_after_the_crystal_chamber_was_found_death_is_the_end() -> None:
    dying = hero("C3", "S2", endurance=1)
    fought = meet(dying, "J19", dice=(1, 6), crystal_area="K9")

    assert fought.board.out == ("eliminated", None)
    assert fought.state == Finished(fought.board, "last_survivor", (1,))


def test_vector_30_cave_12_4_a_chamber_is_another_at_each_visit_and_the_crystal_chamber_never_rolls() -> None:
    first = do(scene(hero(area="K1")), ExploreArea(seat=0), dice=(3,))
    second = do(scene(hero(area="K1")), ExploreArea(seat=0), dice=(5,))
    crystal = do(scene(hero(area="K1"), crystal_area="K1"), ExploreArea(seat=0))

    assert first.one("chamber_identified").chamber == "grotto"
    assert second.one("chamber_identified").chamber == "gladiators"
    assert crystal.question == FacingTrials(seat=0)
    assert crystal.of("die_rolled") == []


def test_vector_31_cave_r20_2_a_6_and_then_a_4_find_the_crystal_chamber() -> None:
    found = do(scene(hero(area="K1")), ExploreArea(seat=0), dice=(6, 4))

    told = found.one("crystal_chamber_found")
    assert (told.area, told.way, found.board.crystal_area) == ("K1", "b", "K1")
    assert found.question == FacingTrials(seat=0)


def test_vector_31_cave_r20_2_a_6_and_then_a_3_are_the_abyss() -> None:
    found = do(scene(hero(area="K1")), ExploreArea(seat=0), dice=(6, 3, 1, 1))

    assert found.one("chamber_identified").chamber == "abyss"
    assert found.one("stat_tested").passed


@pytest.mark.parametrize(("price", "gold", "wins"), [(3, 2, False), (2, 0, True)])
def test_vector_32_cave_r20_5_three_trials_in_one_go(price: int, gold: int, wins: bool) -> None:
    state = scene(hero(area="K1", strength=7, power=6, gold=2), crystal_area="K1")
    tried = do(state, AttemptTrials(seat=0), dice=(3, 4, 3, 3, price))

    assert [event.passed for event in tried.of("trial_decided")] == [True, True, wins]
    assert tried.hero().gold == gold
    assert isinstance(tried.state, Finished) is wins
    if wins:
        assert tried.state == Finished(tried.board, "crystal", (0,))


def test_vector_33_cave_9_2_of_another_hand_only_the_number_is_seen() -> None:
    seen = view(scene(hero(spells=("Z03", "Z05"), power=4)), 1)

    assert seen["adventurers"][0]["spell_count"] == 2
    assert b"Z03" not in canon(seen)


def test_vector_34_cave_9_5a_an_empty_spell_stack_is_renewed_from_the_used_spells() -> None:
    used = ("Z01", "Z02", "Z03")
    draft = Draft(
        Running(board_of(hero(power=4), stacks={"spells": ()}, discards=used)), LoadedChance(picks=("Z02",)), evolve
    )

    assert draw_spells(draft, 0, 1) == 1
    assert (draft.board.spells.stack, draft.board.spells.discard) == (("Z01", "Z03"), ())
    assert draft.board.hero(0).spells == ("Z02",)


def test_vector_34_cave_9_5a_with_both_empty_nothing_is_drawn() -> None:
    draft = Draft(Running(board_of(hero(power=4), stacks={"spells": ()})), LoadedChance(), evolve)

    assert draw_spells(draft, 0, 2) == 0
    assert draft.events == []


def test_vector_35_cave_0_9_the_stacks_hold_59_23_and_8_cards_and_none_of_those_set_aside() -> None:
    assert [len(stack_of(deck)) for deck in ("cave", "adventure", "spells")] == [59, 23, 8]
    aside = {card.id for cards in DECKS.values() for card in cards if card.set_aside}
    assert aside == {"J50", *(f"P0{number}" for number in range(1, 8)), "Z09", "Z10"}
    assert not aside & {*stack_of("cave"), *stack_of("adventure"), *stack_of("spells")}


def test_vector_36_cave_5_2_what_an_evil_adventurer_may_not_own_stays_lying() -> None:
    met = meet(hero("C1", "S2"), "J43")

    assert met.board.ground("S2").cards == ("J43",)
    assert met.question == StartingTurn(seat=1)


def test_vector_37_cave_10_2a_the_basilisk_takes_this_turn_and_the_next_two() -> None:
    fought = meet(hero("C1", "S2"), "J10", dice=(1, 6))

    assert fought.hero().lose_turn == 2
    assert fought.question == StartingTurn(seat=1)


@pytest.mark.parametrize(("endurance", "eats"), [(2, True), (3, False)])
def test_vector_38_cave_r27_3_the_cannibal_eats_whom_he_beats_at_2_endurance_or_less(
    endurance: int, eats: bool
) -> None:
    state = scene(hero("C1", "S2"), hero("C6", "S2", endurance=endurance, gold=0, objects=("J40",)))
    won = do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False), dice=(6, 1))

    prizes = [move["prize"] for move in offered(won.state, 0) if move["type"] == "claim"]
    assert prizes == ["endurance", "J40", *(["devour"] if eats else [])]
    if eats:
        eaten = won.then(0, Claim(prize="devour"), picks=("C4",))
        assert eaten.board.ground("S2").cards == ("J40",)
        assert eaten.hero(1) == hero("C4", "E")


@pytest.mark.parametrize("way", [Roll(), Step(to="K4")])
def test_vector_39_cave_r18_1a_a_closed_gate_is_no_first_step(way: Roll | Step) -> None:
    walker = hero("C7", "W1", entered_from="K4")
    gone = play(scene(walker), 0, way, dice=(1, 3) if way == Roll() else (3,))

    assert [move["to"] for move in offered(scene(walker), 0) if move["type"] == "step"] == ["K4"]
    assert gone.one("step_taken").after == "K4"
    assert [event.purpose for event in gone.of("die_rolled") if event.purpose == "fork"] == []


def test_vector_40_cave_r18_1_starting_next_to_a_gate_it_is_no_branch() -> None:
    asked = play(scene(hero("C7", "N4", entered_from="N3", power=5)), 0, Roll(), dice=(1,))
    gone = asked.then(0, FirstStep(to="forward"), dice=(4, 6))

    assert isinstance(asked.question, ChoosingFirstStep)
    assert gone.one("step_taken").after == "N5"


def test_vector_40_cave_r18_1_arriving_next_to_a_gate_it_is_a_branch_and_stops_the_move() -> None:
    walker = hero("C7", "N4", entered_from="N3", power=5)
    stopped = do(scene(walker), WalkOn(seat=0, left=1, mode="dice"), dice=(5,), picks=("J49",))

    assert (stopped.one("move_stopped").cause, stopped.hero().area) == ("gate", "N4")


def test_vector_41_cave_10_2_a_cave_in_ends_this_turn_and_skips_none() -> None:
    met = meet(hero("C1", "S2"), "J20", "J49", dice=(3,))

    assert met.hero().lose_turn == 0
    assert met.question == StartingTurn(seat=1)
    assert met.board.ground("S2").cards == ("J49",)


def test_vector_42_cave_r22_7_of_two_penalties_slow_is_served_first_and_alone() -> None:
    slowed = hero("C7", "S2", entered_from="S1", power=6, slow=1, force_die=1)
    ways = [(move["type"], move.get("to")) for move in offered(scene(slowed), 0)]
    gone = play(scene(slowed), 0, Step(to="S1"))
    after = gone.hero()
    next_ways = [move["type"] for move in offered(scene(hero("C7", power=6, force_die=1)), 0)]
    forced = play(scene(hero("C7", "S2", entered_from="S1", power=6, force_die=1)), 0, Roll(), dice=(2,))

    assert (ways, next_ways) == ([("step", "U1"), ("step", "S3"), ("step", "S1")], ["roll"])
    assert (after.slow, after.force_die) == (0, 1)
    assert forced.question == ChoosingFirstStep(seat=0, left=2, mode="dice")
    assert forced.hero().force_die == 0


def test_vector_43_cave_r24_1_who_dies_on_the_bridge_lies_there() -> None:
    dead = do(scene(hero("C7", "N5", endurance=1, objects=("J40",))), ExploreArea(seat=0), dice=(1,), picks=("C4",))

    assert dead.board.ground("N5").cards == ("J40",)
    assert dead.hero() == hero("C4", "E")
    assert dead.question == StartingTurn(seat=1)
    assert dead.of("carried") == []


def test_vector_44_cave_r21_2_the_last_of_three_wins_when_two_resign() -> None:
    ended = play_all(scene(hero(), hero("C6", "K9"), hero("C3", "K9")), (1, Resign()), (2, Resign()))

    assert ended.state == Finished(ended.board, "last_survivor", (0,))


def test_vector_45_cave_5_4b_objects_dropped_before_the_draw_do_not_reduce_it() -> None:
    who = hero("C3", "X1", objects=("J36", "J37", "J38"), spells=("Z03",))
    asked = do(scene(who), ExploreArea(seat=0))
    assert asked.question == AboutToExplore(seat=0)
    for card in ("J36", "J37", "J38"):
        asked = asked.then(0, DropObject(card=card))
    drawn = asked.then(0, GoOn(), picks=("J25", "J22", "J24"), dice=())

    assert len(drawn.of("card_drawn")) == 3
    assert {"J36", "J37", "J38"} <= {*drawn.board.ground("X1").cards}
    assert "take" not in [prompt.kind for prompt in prompts(drawn.state).values()]


def test_vector_46_cave_r23_1_what_the_defender_holds_changes_no_prompt_and_no_other_view() -> None:
    asked = []
    for spell in ("Z05", "Z03"):
        state = scene(hero("C1", "S2"), hero("C3", "S2", spells=(spell,)))
        state = Asking(
            board_of(*state.board.adventurers, stacks={"spells": ("Z01", "Z02", "Z04", "Z06")}),
            state.question,
            state.then,
        )
        asked.append(do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False)))
    one, other = asked

    assert isinstance(one.question, BeforeFight)
    assert one.question == other.question
    assert one.question.seat == 1
    for viewer in (None, 0):
        assert view(one.state, viewer) == view(other.state, viewer)
    assert view(one.state, 1) != view(other.state, 1)
    assert prompts(one.state)[1].kind == prompts(other.state)[1].kind
