from typing import Any

import pytest

from games.core.moves import Move
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import ChoosingReceiver, GestureState
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
    resolve,
    scene,
    spell_on_1,
)

RED, GREEN, YELLOW, BLUE = range(4)


def charmed(gold: tuple[int, ...] = (1, 4, 2), **facts: Any) -> Played:
    """Seat 0 has cast Charm Person on seat 1, the others nothing."""
    return cast(scene(gold=gold, book=("charm_person", "fear", "fireball"), **facts), {0: ("charm_person", 1)})


def test_tv_4_a_push_of_five_from_three_steps_off_the_exit_ends_at_its_last_space() -> None:
    played = spell_on_1("fireball", pos=(5, 3, 5))

    assert played.pos() == (5, 0, 5)
    assert len(played.of("effect_applied")) == 1


def test_tv_5_confusion_on_a_target_that_has_resolved_only_advances_the_caster() -> None:
    state = scene(book=("confusion", "passwall", "fear"), first_player=1)
    played = resolve(state, {0: ("confusion", 1), 1: ("passwall", 2)})

    assert played.pos()[0] == 7
    assert played.board.gestures[1].aim == 2
    assert played.of("gesture_redirected") == []
    last = played.of("effect_applied")[-1]
    assert (last.effect, last.ignored, last.rules) == (
        "redirect_next",
        "target_has_resolved",
        ("RPW-32", "RPW-39", "RPW-33"),
    )


def test_tv_6_rpw_47_a_wild_meteor_swarm_pushes_exactly_one() -> None:
    state = scene(pos=(5, 10, 5), book=("fireball", "passwall", "fear"))
    played = resolve(state, {0: ("fear", 1), 1: ("fear", 0)}, "meteor_swarm", "misty_step")

    pushed = played.of("effect_applied")[0]
    assert (pushed.changes[0]["before"], pushed.changes[0]["after"]) == (10, 9)
    assert "RPW-47" in pushed.rules


def test_tv_7_the_rulebooks_example_of_a_whole_resolve_step_and_its_scoring() -> None:
    book = ("fireball", "misty_step", "dimension_door", "color_spray")
    state = scene(pos=(5, 5, 4, 6), book=book)
    spells = {
        RED: ("fireball", YELLOW),
        GREEN: ("dimension_door", BLUE),
        YELLOW: ("misty_step", BLUE),
        BLUE: ("dimension_door", GREEN),
    }

    whole = cast(state, spells, "wall_of_force", "burning_hands")
    played = before_scoring(state, whole)

    assert [(event.seat, event.card, event.aim) for event in played.of("spell_begun")] == [
        (RED, "fireball", YELLOW),
        (GREEN, "wall_of_force", BLUE),
        (YELLOW, "misty_step", BLUE),
        (BLUE, "burning_hands", BLUE),
    ]
    moves = [(c["wizard"], c["before"], c["after"]) for event in played.of("effect_applied") for c in event.changes]
    assert moves == [(YELLOW, 4, 0), (GREEN, 5, 7), (YELLOW, 0, 6), (BLUE, 6, 5), (BLUE, 3, 2)]
    assert (played.pos(), played.gold()) == ((5, 7, 6, 5), (3, 3, 3, 2))
    assert [event.card for event in played.of("wild_card_discarded")] == ["wall_of_force", "burning_hands"]
    assert whole.one("gold_scored").amounts == (0, 5, 3, 0)
    assert whole.gold() == (3, 8, 6, 2)


@pytest.mark.parametrize(("first", "order"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])])
def test_rpw_30_spells_are_resolved_clockwise_from_the_first_player(first: int, order: list[int]) -> None:
    spells = {0: ("fireball", 1), 1: ("fear", 2), 2: ("color_spray", 0)}
    played = resolve(scene(first_player=first), spells)

    assert [event.seat for event in played.of("spell_begun")] == order


def test_rpw_30_a_spell_is_carried_out_completely_before_the_next_begins() -> None:
    played = resolve(scene(book=("passwall", "vampiric_touch", "fear")), {0: ("passwall", 1), 1: ("vampiric_touch", 2)})

    mine = [(event.type, event.seat) for event in played.events if event.type in ("spell_begun", "effect_applied")]
    assert mine == [("spell_begun", 0), *[("effect_applied", 0)] * 2, ("spell_begun", 1), *[("effect_applied", 1)] * 2]


def test_rpw_31_a_caster_points_at_nobody_while_its_spell_is_carried_out() -> None:
    question = asked(charmed())

    assert question.board.gestures[0].state is GestureState.RELEASED


def test_rpw_32_the_target_is_read_when_the_casters_turn_comes() -> None:
    state = scene(seats=4, book=("confusion", "fireball", "fear", "feeblemind"))
    played = resolve(state, {0: ("confusion", 1), 1: ("fireball", 2)})

    assert played.of("spell_begun")[1].aim == 3
    assert played.pos() == (7, 5, 5, 0)


def test_rpw_32_amounts_are_read_when_their_step_is_carried_out() -> None:
    state = scene(gold=(3, 3, 5), book=("imprisonment", "fear", "passwall"))
    played = resolve(state, {0: ("imprisonment", 2), 1: ("fear", 2)})

    # After the gifts all but seat 2 are richer than it, so that Fear finds nobody poorer.
    assert played.gold() == (4, 4, 3)
    assert played.pos() == (5, 5, 5)


def test_rpw_33_the_part_of_a_spell_that_can_be_done_is_done() -> None:
    played = spell_on_1("dominate_person", pos=(5, 1, 5), gold=(3, 0, 3))

    first, second = played.of("effect_applied")
    assert (first.ignored, second.ignored) == ("end_of_track", "too_little_gold")
    assert played.pos() == (5, 0, 5)


def test_rpw_34_nobody_leaves_the_track_at_either_end() -> None:
    assert spell_on_1("fireball", pos=(5, 0, 5)).pos()[1] == 0
    assert spell_on_1("passwall", pos=(10, 10, 5)).pos()[:2] == (10, 10)


def test_rpw_35_gold_never_goes_below_nothing() -> None:
    assert spell_on_1("burning_hands", gold=(3, 0, 3)).gold() == (3, 0, 3)


@pytest.mark.parametrize("spell", ["confusion", "counterspell", "wall_of_force", "antimagic_field"])
def test_rpw_39_the_change_of_a_resolved_gesture_is_ignored_and_the_advance_is_not(spell: str) -> None:
    state = scene(book=(spell, "passwall", "fear"), first_player=1)
    played = resolve(state, {0: (spell, 1), 1: ("passwall", 2)})

    assert played.pos()[0] == 7
    assert played.of("effect_applied")[-1].ignored == "target_has_resolved"
    assert played.board.gestures[1].state is GestureState.RELEASED


@pytest.mark.parametrize("spell", ["confusion", "counterspell", "wall_of_force", "antimagic_field"])
def test_rpw_40_a_wizard_that_casts_nothing_has_no_gesture_to_change(spell: str) -> None:
    played = resolve(scene(book=(spell, "passwall", "fear")), {0: (spell, 1)})

    assert played.pos()[0] == 7
    assert played.of("effect_applied")[-1].ignored == "target_cast_nothing"


@pytest.mark.parametrize("spell", ["confusion", "counterspell", "wall_of_force", "antimagic_field"])
def test_rpw_40_a_cancelled_gesture_cannot_be_changed(spell: str) -> None:
    state = scene(
        book=("counterspell", spell, "fear") if spell != "counterspell" else ("counterspell", "fear", "passwall")
    )
    played = resolve(state, {0: ("counterspell", 2), 1: (spell, 2), 2: ("fear", 0)})

    assert played.pos()[1] == 7
    assert played.of("effect_applied")[-1].ignored == "target_was_cancelled"
    assert played.board.gestures[2].state is GestureState.CANCELLED


def test_rpw_43_redirects_add_up() -> None:
    state = scene(seats=4, book=("confusion", "fireball", "fear", "passwall"))
    played = resolve(state, {0: ("confusion", 3), 1: ("confusion", 3), 3: ("fireball", 0)})

    turns = [(event.before, event.after) for event in played.of("gesture_redirected")]
    assert turns == [(0, 1), (1, 2)]
    assert played.pos() == (7, 7, 0, 5)


def test_rpw_43_a_gesture_on_its_owner_is_not_moved_off_for_being_illegal() -> None:
    state = scene(book=("wall_of_force", "fireball", "fear"))
    played = resolve(state, {0: ("wall_of_force", 2), 1: ("wall_of_force", 2), 2: ("fireball", 0)})

    assert [(event.before, event.after) for event in played.of("gesture_redirected")] == [(0, 2), (2, 2)]
    assert played.pos() == (7, 7, 0)


def test_rpw_44_a_cancelled_wild_card_is_turned_up_and_discarded_at_once() -> None:
    state = scene(seats=4, book=("counterspell", "fear", "fireball", "passwall"))
    played = resolve(state, {0: ("counterspell", 1), 1: ("fear", 2), 2: ("fear", 1)}, "polymorph", "misty_step")

    cancelled = played.one("gesture_cancelled")
    assert cancelled.card == "polymorph"
    assert played.board.discard[0] == "polymorph"
    assert [event.seat for event in played.of("spell_begun")] == [0, 2]


def test_rpw_44_the_book_spell_of_a_cancelled_gesture_stays_in_the_book() -> None:
    played = resolve(scene(book=("counterspell", "fireball", "fear")), {0: ("counterspell", 1), 1: ("fireball", 0)})

    assert played.board.book == ("counterspell", "fireball", "fear")
    assert played.board.discard == ()


def test_rpw_45_antimagic_field_leaves_a_wild_gesture_as_it_is() -> None:
    state = scene(seats=4, book=("antimagic_field", "fear", "fireball", "passwall"))
    played = resolve(state, {0: ("antimagic_field", 1), 1: ("fear", 2), 2: ("fear", 1)}, "polymorph", "misty_step")

    assert played.of("gesture_made_wild") == []
    assert played.of("effect_applied")[1].ignored == "already_wild"
    assert [event.card for event in played.of("spell_begun")] == ["antimagic_field", "polymorph", "misty_step"]


def test_rpw_45_two_antimagic_fields_on_one_target_draw_one_card() -> None:
    state = scene(seats=4, book=("antimagic_field", "fear", "fireball", "passwall"))
    played = resolve(state, {0: ("antimagic_field", 2), 1: ("antimagic_field", 2), 2: ("fear", 1)}, "polymorph")

    assert len(played.of("gesture_made_wild")) == 1
    assert played.pos()[:2] == (7, 7)


def test_rpw_46_a_wild_card_is_resolved_on_the_aim_of_the_moment_and_then_discarded() -> None:
    state = scene(seats=4, book=("confusion", "fear", "fireball", "passwall"))
    played = resolve(state, {0: ("confusion", 1), 1: ("fear", 2), 2: ("fear", 1)}, "ice_storm", "misty_step")

    begun = played.of("spell_begun")[1]
    assert (begun.card, begun.aim, begun.wild, begun.rules) == ("ice_storm", 3, True, ("RPW-30", "RPW-31", "RPW-46"))
    last_step = max(
        place for place, event in enumerate(played.events) if event.type == "effect_applied" and event.seat == 1
    )
    assert played.events[last_step + 1].type == "wild_card_discarded"


def test_rpw_48_the_targets_target_may_be_the_caster() -> None:
    state = scene(book=("chain_lightning", "passwall", "fear"))
    played = resolve(state, {0: ("chain_lightning", 1), 1: ("passwall", 0)})

    assert [c["wizard"] for event in played.of("effect_applied")[:2] for c in event.changes] == [1, 0]


def test_rpw_48_the_targets_target_may_be_the_target() -> None:
    state = scene(seats=4, book=("wall_of_force", "chain_lightning", "passwall", "fear"))
    played = resolve(state, {0: ("wall_of_force", 2), 1: ("chain_lightning", 2), 2: ("fear", 0)})

    assert played.pos()[2] == 0


@pytest.mark.parametrize(("cancelled", "reason"), [(True, "target_was_cancelled"), (False, "target_cast_nothing")])
def test_rpw_48_a_target_without_a_live_gesture_points_at_nobody(cancelled: bool, reason: str) -> None:
    state = scene(seats=4, book=("counterspell", "chain_lightning", "passwall", "fear"))
    spells = {0: ("counterspell", 2), 1: ("chain_lightning", 2), 2: ("passwall", 3)}
    if not cancelled:
        del spells[2]

    played = resolve(state, spells)

    assert played.of("effect_applied")[-1].ignored == reason
    assert played.pos() == (7, 5, 2, 5)


def test_rpw_49_with_three_players_both_others_are_the_neighbours() -> None:
    assert resolve(scene(book=("ice_storm", "fear", "passwall")), {0: ("ice_storm", 1)}).pos() == (7, 1, 7)


def test_rpw_50_passing_25_while_spells_resolve_ends_nothing() -> None:
    state = scene(gold=(1, 24, 26), book=("feeblemind", "dominate_person", "fear"))
    played = cast(state, {0: ("dominate_person", 2), 1: ("feeblemind", 2)})

    types = played.types
    assert types.index("gold_scored") > max(place for place, type in enumerate(types) if type == "effect_applied")
    assert types.count("win_checked") == 1


def test_d2_the_target_of_charm_person_chooses_and_the_match_waits() -> None:
    question = asked(charmed())

    assert question.chooser == 1
    (prompt,) = GAME.prompts(question).values()
    assert (prompt.id, prompt.kind, prompt.optional) == ("p2.1", "choose_receiver", False)
    assert prompt.moves[0].legal == (
        {"type": "choose_receiver", "receiver": 2},
        {"type": "choose_receiver", "receiver": 0},
    )


@pytest.mark.parametrize(("receiver", "gold"), [(0, (3, 2, 2)), (2, (1, 2, 4))])
def test_d2_the_chosen_wizard_gets_the_gold_and_the_round_goes_on(receiver: int, gold: tuple[int, ...]) -> None:
    question = asked(charmed())

    whole = play(question, (1, receive(receiver)))

    assert before_scoring(question, whole).gold() == gold
    chosen = whole.one("receiver_chosen")
    assert (chosen.seat, chosen.receiver, chosen.for_resigned) == (1, receiver, False)
    assert whole.types[-1] == "round_begun"


def test_d2_spells_after_the_question_are_resolved_after_the_answer() -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"))
    held = cast(state, {0: ("charm_person", 1), 2: ("fireball", 0)})
    assert [event.seat for event in held.of("spell_begun")] == [0]

    after = play(held.state, (1, receive(0)))

    assert [event.seat for event in after.of("spell_begun")] == [2]


def test_d2_a_wild_charm_person_is_discarded_after_the_answer() -> None:
    held = cast(scene(gold=(1, 4, 2)), {0: ("fear", 1), 1: ("fear", 0)}, "charm_person", "passwall")
    question = asked(held)
    assert question.board.turned_up == "charm_person"
    assert "charm_person" not in question.board.discard

    after = play(question, (1, receive(2)))

    assert after.types[:3] == ["receiver_chosen", "effect_applied", "wild_card_discarded"]


@pytest.mark.parametrize("receiver", [1, 3, -1])
def test_rpw_64_a_receiver_who_is_not_poorer_than_the_target_is_refused(receiver: int) -> None:
    question = asked(charmed((1, 4, 2, 4))) if receiver == 3 else asked(charmed())

    assert_refused(question, 1, receive(receiver), "receiver_not_poorer", "RPW-38")


@pytest.mark.parametrize("seat", [0, 2])
def test_rpw_64_a_receiver_chosen_by_someone_else_is_refused(seat: int) -> None:
    assert_refused(asked(charmed()), seat, receive(0), "not_your_choice", "RPW-64")


def test_rpw_64_a_receiver_nobody_asked_for_is_refused() -> None:
    assert_refused(scene(), 0, receive(1), "no_receiver_wanted", "RPW-64")


@pytest.mark.parametrize("receiver", ["0", None, True, 0.0])
def test_rpw_64_a_malformed_receiver_is_refused(receiver: Any) -> None:
    assert_refused(asked(charmed()), 1, receive(receiver), "malformed_choice", "RPW-64")


@pytest.mark.parametrize("move", [choose("fear", 0), NOTHING])
def test_rpw_64_the_target_that_is_asked_can_answer_with_a_receiver_only(move: Move) -> None:
    assert_refused(asked(charmed()), 1, move, "not_learning", "RPW-64")


def test_d2_the_default_is_the_poorest_and_of_equals_the_first_on_the_targets_left() -> None:
    poorest = asked(charmed((1, 4, 2)))
    level = asked(charmed((2, 4, 2)))

    assert isinstance(poorest, ChoosingReceiver)
    assert GAME.default_move(poorest, 1) == receive(0)
    assert GAME.default_move(level, 1) == receive(2)
