from dataclasses import dataclass
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.codec import encode
from games.core.errors import RuleBroken
from games.core.moves import Move
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.moves import ChooseSpell
from games.rock_paper_wizard.refusals import REFUSALS
from games.rock_paper_wizard.state import Choice, Defaulted, Learning
from tests.games.rock_paper_wizard.scene import NOTHING, assert_refused, cast, choose, play, receive, scene


def test_tv_15_a_choice_aimed_at_oneself_is_refused_and_changes_nothing() -> None:
    before = scene()

    assert_refused(before, 0, choose("fireball", 0), "target_is_self", "RPW-19")

    assert before == scene()


def test_rpw_18_a_choice_names_a_spell_of_the_book_and_a_player() -> None:
    played = play(scene(), (1, choose("fear", 2)))

    assert isinstance(played.state, Learning)
    assert played.state.answers == (None, Choice("fear", 2), None)
    assert played.types == ["choice_made"]


def test_rpw_19_every_seat_is_refused_itself_and_no_other_target() -> None:
    for seat in range(4):
        for target in range(4):
            if target == seat:
                assert_refused(scene(seats=4), seat, choose("fear", target), "target_is_self", "RPW-19")
            else:
                assert play(scene(seats=4), (seat, choose("fear", target))).types == ["choice_made"]


@pytest.mark.parametrize("spell", ["passwall", "levitate", "", "FEAR"])
def test_rpw_20_a_spell_that_is_not_in_the_book_now_is_refused(spell: str) -> None:
    assert_refused(scene(), 0, choose(spell, 1), "spell_not_in_book", "RPW-20")


def test_rpw_20_several_players_may_pick_the_same_spell_and_the_same_target() -> None:
    played = play(scene(seats=4), (0, choose("fear", 3)), (1, choose("fear", 3)))

    assert played.types == ["choice_made", "choice_made"]


def test_rpw_21_that_a_seat_is_ready_is_public_and_what_it_picked_is_sealed_for_it() -> None:
    fact = encode(play(scene(), (1, choose("fear", 2))).events[0])

    assert fact.seat == 1
    assert fact.data == {"rules": ("RPW-18", "RPW-21", "RPW-22")}
    assert fact.parts == (((1,), {"spell": "fear", "target": 2}),)


@pytest.mark.parametrize("again", [choose("fear", 2), choose("fireball", 0), NOTHING])
def test_rpw_22_a_second_answer_in_one_round_is_refused(again: Move) -> None:
    chosen = play(scene(), (1, choose("fear", 2))).state

    assert_refused(chosen, 1, again, "already_chosen", "RPW-22")
    assert 1 not in GAME.prompts(chosen)


@pytest.mark.parametrize("again", [choose("fear", 2), NOTHING])
def test_rpw_22_the_clocks_answer_is_final_too(again: Move) -> None:
    assert_refused(play(scene(), (1, NOTHING)).state, 1, again, "already_chosen", "RPW-22")


def test_rpw_23_the_clock_answers_cast_nothing_and_that_is_public_at_once() -> None:
    played = play(scene(), (2, NOTHING))

    assert isinstance(played.state, Learning)
    assert played.state.answers == (None, None, Defaulted())
    assert GAME.default_move(scene(), 2) == NOTHING
    shown: Any = GAME.view(played.state, None)["wizards"]
    assert [wizard["defaulted"] for wizard in shown] == [False, False, True]


def test_rpw_23_cast_nothing_is_the_clocks_alone_and_stands_in_no_prompt() -> None:
    assert GAME.clock_only == {"cast_nothing": "RPW-23"}
    for prompt in GAME.prompts(scene()).values():
        assert [form.type for form in prompt.moves] == ["choose_spell"]


@pytest.mark.parametrize("target", [-1, 3, 99])
def test_rpw_64_an_unknown_seat_as_target_is_refused(target: int) -> None:
    assert_refused(scene(), 0, choose("fear", target), "unknown_target", "RPW-64")


@pytest.mark.parametrize("seat", [-1, 3])
@pytest.mark.parametrize("move", [choose("fear", 0), NOTHING, receive(1)])
def test_rpw_64_who_is_not_seated_is_refused(seat: int, move: Move) -> None:
    assert_refused(scene(), seat, move, "no_such_seat", "RPW-64")


@pytest.mark.parametrize(("spell", "target"), [(7, 1), (None, 1), ("fear", "1"), ("fear", True), ("fear", 1.0)])
def test_rpw_64_a_malformed_choice_is_refused(spell: Any, target: Any) -> None:
    assert_refused(scene(), 0, ChooseSpell(spell=spell, target=target), "malformed_choice", "RPW-64")


@pytest.mark.parametrize("move", [choose("charm_person", 1), NOTHING])
def test_rpw_64_after_the_reveal_nobody_can_choose(move: Move) -> None:
    asked = cast(scene(gold=(3, 9, 3), book=("charm_person", "fear", "fireball")), {0: ("charm_person", 1)}).state

    assert_refused(asked, 2, move, "not_learning", "RPW-64")


def test_rpw_64_a_move_of_another_game_is_refused() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Dig(Move):
        type = "dig"

    assert_refused(scene(), 0, Dig(), "unknown_move", "RPW-64")


def test_rpw_64_a_refused_action_leaves_the_state_as_it_was_and_draws_nothing() -> None:
    state, chance = scene(), Chance(bytes(32))
    with pytest.raises(RuleBroken):
        GAME.decide(state, 0, choose("levitate", 1), chance)

    assert state == scene()
    assert hash(state) == hash(scene())
    assert chance.next_draw == 0


def test_rpw_64_every_refusal_stands_on_a_clause_of_the_rules() -> None:
    assert {refusal.clause for refusal in REFUSALS.values()} <= set(GAME.clauses)
