"""What the bots are told of good play."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.cave import GAME
from games.cave import moves as m
from games.cave.agenda.jobs import Chain, Duel, Fight
from games.cave.agenda.questions import BeforeFight, Choosing, ClaimingReward, DroppingExcess, FacingTrials, Taking
from games.cave.agenda.tasks import Question
from games.cave.bot import BOT, prospects
from games.cave.imagined import after
from games.cave.state import Asking, Finished, State
from games.core.bots import WON, Grade
from games.core.chance import Chance
from games.core.moves import Move
from games.core.testing.playing import play
from tests.games.cave.scene import hero, scene

ALL = Grade(moves=1000)


def positions() -> Iterator[State]:
    for seats in range(GAME.min_seats, GAME.max_seats + 1):
        match = play(GAME, seats=seats, seed=seats, options={"max_rounds": 15}, max_moves=3000)
        yield from (step.after for step in match.steps[::5] if isinstance(step.after, Asking))


def liked(state: State, seat: int = 0) -> Move:
    """What a bot plays that looks no further."""
    return BOT.order(state, seat, BOT.grades["easy"])[0]


def asked(question: Question, *heroes: Any, **more: Any) -> Move:
    return liked(scene(*heroes, question=question, **more))


def test_each_move_of_the_order_is_legal_and_belongings_are_never_thrown_away() -> None:
    for state in positions():
        for seat in GAME.prompts(state):
            moves = BOT.order(state, seat, ALL)
            assert moves
            assert len(BOT.order(state, seat, Grade(moves=1))) == 1
            for move in moves:
                assert not isinstance(move, m.DropObject | m.LeaveFriend)
                assert GAME.decide(state, seat, move, Chance(b"legal")).events


def test_a_playout_answers_from_the_order() -> None:
    for number, state in enumerate(positions()):
        for seat in GAME.prompts(state):
            assert BOT.rollout(state, seat, Chance(bytes([number % 256]))) in BOT.order(state, seat, ALL)


def test_values_are_whole_numbers_and_shares_of_what_all_are_worth() -> None:
    for state in positions():
        values = [BOT.value(state, seat) for seat in range(state.board.seats)]
        assert all(type(value) is int and 0 <= value < WON for value in values)
        assert WON - len(values) <= sum(values) <= WON + len(values)


def test_won_is_won_and_out_is_out() -> None:
    board = scene(hero(), None, out=(None, "eliminated"), gone=(1,)).board
    ended = Finished(board, "crystal", (0,))

    assert (BOT.value(ended, 0), BOT.value(ended, 1)) == (WON, 0)
    assert BOT.value(Asking(board, FacingTrials(seat=0), ()), 1) == 0


@pytest.mark.parametrize(
    "better",
    [
        {"strength": 5},
        {"power": 5},
        {"gold": 4},
        {"endurance": 5},
        {"objects": ("J38",)},
        {"trophies": ("J05",)},
        {"cave_cards": 4},
        {"bonus": 2},
    ],
)
def test_it_is_better_to_have_more(better: dict[str, Any]) -> None:
    assert BOT.value(scene(hero(**better)), 0) > BOT.value(scene(hero()), 0)
    assert BOT.value(scene(hero(), hero("C6", "K9", **better)), 0) < BOT.value(scene(hero(), hero("C6", "K9")), 0)


@pytest.mark.parametrize("worse", [{"lose_turn": 1}, {"slow": 1}, {"force_die": 1}, {"endurance": 3}])
def test_it_is_worse_to_be_hindered(worse: dict[str, Any]) -> None:
    assert BOT.value(scene(hero(**worse)), 0) < BOT.value(scene(hero()), 0)


def test_whoever_may_pass_the_trials_stands_better_near_the_crystal() -> None:
    strong: dict[str, Any] = {"strength": 9, "power": 9, "gold": 6}
    far, near = (scene(hero(area=area, **strong), crystal_area="K3") for area in ("K9", "U2"))

    assert BOT.value(near, 0) > BOT.value(far, 0)


def test_cave_r20_5_prospects_are_the_chance_of_all_three_trials() -> None:
    board = scene(hero(strength=7, power=12, gold=3)).board

    assert prospects(board, 0) == 1000 * 21 * 36 * 3 // (36 * 36 * 6)


def test_the_trials_are_tried_with_good_prospects_alone() -> None:
    strong, weak = hero(area="K3", strength=9, power=9, gold=6), hero(area="K3")

    assert asked(FacingTrials(seat=0), strong, crystal_area="K3") == m.Attempt()
    assert asked(FacingTrials(seat=0), weak, crystal_area="K3") == m.Decline()


def test_seven_points_of_trophies_are_exchanged_and_more_than_one_is_not_wasted() -> None:
    assert liked(scene(hero(trophies=("J02", "J03", "J05")))) == m.ExchangeTrophies(cards=("J02", "J03"))
    assert not isinstance(liked(scene(hero(trophies=("J05", "J03")))), m.ExchangeTrophies)


def test_the_wounded_are_cured_and_go_where_they_can_be() -> None:
    assert liked(scene(hero(area="E", endurance=2))) == m.Cure()
    assert liked(scene(hero(area="S4", endurance=2, entered_from="S3"))) == m.Step(to="E")


def test_a_fight_that_looks_lost_is_evaded() -> None:
    speaker, dragon, bat = hero("C5", spells=("Z01",)), Fight(seat=0, by="strength", cards=("J05",)), ("J01",)

    assert asked(BeforeFight(seat=0, fight=dragon), speaker, lying={"S1": ("J05",)}) == m.Evade(ability="beast_speech")
    easy = Fight(seat=0, by="strength", cards=bat)
    assert asked(BeforeFight(seat=0, fight=easy), speaker, lying={"S1": bat}) == m.StandAndFight()


def test_the_weaker_is_attacked_and_eaten() -> None:
    question = ClaimingReward(seat=0, loser=1, by="strength")

    assert asked(question, hero("C1"), hero("C6", "S1", endurance=2)) == m.Claim(prize="devour")


def test_the_milder_option_is_chosen_by_what_it_brings() -> None:
    text = "choose(lose(endurance,1) | lose_turn(1))"
    question = Choosing(seat=0, chain=Chain(seat=0, text=text, source="P17", origin="event"))

    assert asked(question, hero()) == m.Choose(option=1)


def test_the_better_object_is_kept() -> None:
    objects = ("J36", "J38", "J42", "J45", "J39")

    assert asked(DroppingExcess(seat=0), hero(objects=objects)) == m.DropExcess(cards=("J36",))
    full = hero(objects=("J36", "J38", "J42", "J45"))
    assert asked(Taking(seat=0, card="J39"), full, lying={"S1": ("J39",)}) == m.TakeInstead(leaving="J36")


def test_a_duel_is_counted_from_the_side_that_is_asked() -> None:
    duel = Duel(attacker=1, defender=0, by="strength")
    strong, weak = hero("C1", strength=9), hero("C2", spells=("Z01",))
    state = scene(weak, replace(strong, area="S1"), question=BeforeFight(seat=0, fight=duel), turn=1)

    assert liked(state) == m.Cast(spell="Z01")


def test_a_playout_is_settled_when_the_turn_in_which_it_began_is_over() -> None:
    before = scene(hero(), hero("C6"), turn=0)
    later = scene(hero(), hero("C6"), turn=1)

    assert BOT.settled(before, later)
    assert not BOT.settled(before, before)


def test_the_first_sight_of_a_move_weighs_no_more_than_chance_may_correct() -> None:
    state = scene(hero(trophies=("J02", "J03", "J05")))
    exchange, roll = m.ExchangeTrophies(cards=("J02", "J03")), m.Roll()

    assert BOT.hunch(state, 0, roll) < BOT.hunch(state, 0, exchange) <= WON // 20


def test_an_imagined_move_leads_where_the_rules_lead_and_draws_as_much() -> None:
    for number, state in enumerate(positions()):
        for seat in GAME.prompts(state):
            for move in BOT.order(state, seat, ALL):
                chance, luck = Chance(bytes([number % 256])), Chance(bytes([number % 256]))
                assert after(state, seat, move, luck) == GAME.decide(state, seat, move, chance).state
                assert luck.next_draw == chance.next_draw
