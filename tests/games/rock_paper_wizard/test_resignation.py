from typing import Any

from games.core.definition import Outcome
from games.core.moves import Move, Resign
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import ChoosingReceiver, Finished, GestureState, Learning
from tests.games.rock_paper_wizard.scene import (
    NOTHING,
    Played,
    asked,
    assert_refused,
    before_scoring,
    cast,
    choose,
    play,
    receive,
    scene,
)

RESIGN = Resign()


def charmed(spells: dict[int, tuple[str, int]] | None = None, *stacked: str, **facts: Any) -> ChoosingReceiver:
    """Seat 0 has cast Charm Person on seat 1, who is asked; 4 seats."""
    state = scene(gold=(1, 4, 2, 9), book=("charm_person", "fear", "fireball", "passwall"), **facts)
    return asked(cast(state, {0: ("charm_person", 1), **(spells or {})}, *stacked))


def test_rpw_65_resigning_closes_the_open_prompt_and_leaves_the_others_theirs() -> None:
    before = GAME.prompts(scene(seats=4))

    played = play(scene(seats=4), (2, RESIGN))

    assert played.types == ["seat_resigned"]
    assert GAME.prompts(played.state) == {seat: before[seat] for seat in (0, 1, 3)}


def test_rpw_65_a_choice_not_yet_revealed_is_void() -> None:
    played = play(scene(seats=4), (2, choose("fear", 1)), (2, RESIGN), *((seat, NOTHING) for seat in (0, 1, 3)))

    assert played.one("gestures_revealed").gestures == (None, None, None, None)


def test_rpw_65_if_the_last_choice_missing_was_its_own_the_reveal_follows() -> None:
    played = play(scene(seats=4), (0, choose("fear", 1)), (1, NOTHING), (3, NOTHING), (2, RESIGN))

    assert played.types.count("gestures_revealed") == 1
    assert [event.seat for event in played.of("spell_begun")] == [0]


def test_rpw_65_the_wizard_of_a_resigned_seat_is_a_target_gains_gold_and_scores() -> None:
    state = scene(pos=(3, 4, 8), gold=(3, 9, 3), resigned=[2], book=("dominate_person", "fear", "fireball"))
    played = play(state, (0, choose("fireball", 2)), (1, choose("dominate_person", 2)))

    assert before_scoring(state, played).pos() == (3, 4, 0)
    assert before_scoring(state, played).gold() == (3, 10, 2)
    assert cast(scene(pos=(3, 4, 8), resigned=[2]), {}).one("gold_scored").amounts == (0, 3, 5)


def test_rpw_65_a_resigned_seat_takes_its_turn_as_first_player_and_is_the_next_aim() -> None:
    assert cast(scene(resigned=[1], first_player=0), {}).board.first_player == 1
    state = scene(seats=4, resigned=[3], book=("confusion", "fireball", "fear", "passwall"))
    assert cast(state, {0: ("confusion", 1), 1: ("fireball", 2)}).one("gesture_redirected").after == 3


def test_rpw_65_in_every_later_round_its_gesture_is_none() -> None:
    played = cast(scene(seats=4, resigned=[2]), {0: ("fear", 2)})

    assert 2 not in GAME.prompts(played.state)
    assert played.one("gestures_revealed").gestures[2] is None


def test_rpw_65_resigning_while_another_is_asked_cancels_a_gesture_that_still_points() -> None:
    question = charmed({2: ("fireball", 0)})
    assert question.board.gestures[2].live

    played = play(question, (2, RESIGN))

    assert played.types == ["seat_resigned", "gesture_cancelled"]
    cancelled = played.one("gesture_cancelled")
    assert (cancelled.seat, cancelled.wizard, cancelled.card, cancelled.rules) == (2, 2, None, ("RPW-65", "RPW-44"))
    assert GAME.prompts(played.state) == GAME.prompts(question)
    assert play(played.state, (1, receive(2))).of("spell_begun") == []


def test_rpw_65_a_wild_card_of_who_resigns_is_turned_up_and_discarded() -> None:
    question = charmed({2: ("fear", 3), 3: ("fear", 2)}, "polymorph", "misty_step")

    played = play(question, (3, RESIGN))

    assert played.one("gesture_cancelled").card == "misty_step"
    assert played.board.discard[-1] == "misty_step"
    assert played.board.gestures[3].state is GestureState.CANCELLED
    assert played.board.gestures[2].live


def test_rpw_65_a_released_gesture_is_not_cancelled() -> None:
    played = play(charmed(), (0, RESIGN))

    assert played.types == ["seat_resigned"]
    assert played.board.gestures[0].state is GestureState.RELEASED


def test_section_8_the_target_that_resigns_when_asked_is_answered_for_by_the_default_and_the_round_goes_on() -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"))
    question = asked(cast(state, {0: ("charm_person", 1)}))

    played = play(question, (1, RESIGN))

    assert before_scoring(question, played).gold() == (3, 2, 2)
    chosen = played.one("receiver_chosen")
    assert (chosen.receiver, chosen.for_resigned, chosen.rules) == (0, True, ("RPW-38", "RPW-65"))
    assert isinstance(played.state, Learning)
    assert set(GAME.prompts(played.state)) == {0, 2}


def test_rpw_65_who_resigns_when_asked_loses_a_gesture_that_still_points_before_the_default_is_taken() -> None:
    played = play(charmed({1: ("fireball", 0)}), (1, RESIGN))

    assert played.types[:4] == ["seat_resigned", "gesture_cancelled", "receiver_chosen", "effect_applied"]
    assert played.of("spell_begun") == []


def test_rpw_65_a_resigned_target_is_not_asked_later_either() -> None:
    state = scene(gold=(1, 4, 2, 9), resigned=[1], book=("charm_person", "fear", "fireball", "passwall"))

    played = cast(state, {0: ("charm_person", 1)})

    assert played.of("receiver_asked") == []
    assert (played.one("receiver_chosen").receiver, played.one("receiver_chosen").for_resigned) == (0, True)


def test_rpw_65_who_has_resigned_can_do_nothing_more() -> None:
    gone = play(scene(seats=4), (2, RESIGN)).state
    moves: tuple[Move, ...] = (choose("fear", 1), NOTHING, RESIGN, receive(1))

    for move in moves:
        assert_refused(gone, 2, move, "seat_resigned", "RPW-65")


def test_rpw_65_resigning_is_never_in_a_prompt_and_has_no_schema() -> None:
    assert "resign" in GAME.move_classes
    assert "resign" not in GAME.move_schemas
    for state in (scene(), charmed()):
        assert all(form.type != "resign" for prompt in GAME.prompts(state).values() for form in prompt.moves)


def test_rpw_66_the_last_seat_that_has_not_resigned_wins_at_once() -> None:
    played = play(scene(gold=(9, 3, 5)), (1, choose("fear", 0)), (0, RESIGN), (2, RESIGN))

    assert played.types == ["choice_made", "seat_resigned", "seat_resigned", "last_seat_remained"]
    assert isinstance(played.state, Finished)
    assert GAME.outcome(played.state) == Outcome(reason="last_seat", ranking=((1,), (0,), (2,)), winners=(1,))
    assert GAME.prompts(played.state) == {}


def test_rpw_66_nothing_of_a_resignation_is_carried_out_when_it_leaves_one_seat() -> None:
    question = asked(
        cast(scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball")), {0: ("charm_person", 1), 1: ("fear", 0)})
    )

    played = play(question, (2, RESIGN), (1, RESIGN))

    assert played.types == ["seat_resigned", "seat_resigned", "last_seat_remained"]
    assert played.gold() == (1, 4, 2)
    assert played.board.gestures[1].live


def test_rpw_66_with_two_seats_left_the_match_goes_on() -> None:
    played: Played = play(scene(), (2, RESIGN))

    assert GAME.outcome(played.state) is None
    assert cast(scene(resigned=[2]), {0: ("fear", 1)}).types[-1] == "round_begun"
