"""Every row of the derived vectors, every step of the vocabulary, and every card turned on its caster."""

from collections.abc import Sequence

import pytest

from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.components.steps import GiveChosenPoorer
from games.rock_paper_wizard.state import GestureState, poorer_than
from tests.games.rock_paper_wizard.scene import (
    Played,
    asked,
    before_scoring,
    play,
    resolve,
    scene,
    self_aimed,
    spell_on_1,
)

BOOK = ("counterspell", "fear", "feeblemind")


def answered_by_default(played: Played) -> Played:
    question = asked(played)
    move = GAME.default_move(question, question.chooser)
    return before_scoring(question, play(question, (question.chooser, move)))


@pytest.mark.parametrize(
    ("spell", "before", "after"),
    [
        ("passwall", (5, 5, 5), (8, 7, 5)),
        ("vampiric_touch", (9, 1, 5), (10, 0, 5)),
        ("dimension_door", (4, 9, 5), (9, 4, 5)),
        ("misty_step", (9, 2, 5), (2, 2, 5)),
        ("telekinesis", (0, 6, 5), (0, 0, 5)),
        ("telekinesis", (8, 2, 5), (8, 7, 5)),
    ],
)
def test_section_8_spells_that_move_wizards(spell: str, before: Sequence[int], after: Sequence[int]) -> None:
    played = spell_on_1(spell, pos=before)

    assert (played.pos(), played.gold()) == (after, (3, 3, 3))


@pytest.mark.parametrize(
    ("spell", "gold", "pos", "gold_after"),
    [
        ("polymorph", (5, 8, 1), (5, 2, 5), (5, 8, 1)),
        ("polymorph", (8, 5, 1), (5, 2, 5), (8, 5, 1)),
        ("teleportation_circle", (3, 10, 4), (10, 5, 5), (3, 10, 4)),
        ("teleportation_circle", (7, 4, 4), (8, 5, 5), (7, 4, 4)),
        ("feeblemind", (5, 8, 1), (5, 5, 5), (7, 6, 1)),
        ("dominate_person", (3, 2, 4), (5, 2, 5), (4, 1, 4)),
        ("dominate_person", (3, 0, 4), (5, 2, 5), (3, 0, 4)),
        ("charm_person", (0, 1, 5), (5, 5, 5), (1, 0, 5)),
        ("charm_person", (5, 4, 4), (5, 5, 5), (5, 4, 4)),
        ("imprisonment", (5, 4, 4), (5, 5, 5), (5, 4, 4)),
        ("imprisonment", (3, 6, 2, 8), (5, 5, 5, 5), (4, 4, 3, 8)),
        ("imprisonment", (9, 2, 1, 0, 1, 0), (5,) * 6, (9, 0, 2, 1, 1, 0)),
        ("color_spray", (3, 1, 0, 0), (5, 5, 5, 5), (3, 0, 0, 0)),
        ("fear", (3, 10, 4, 10), (5, 1, 5, 5), (3, 10, 4, 10)),
        ("burning_hands", (3, 3, 3), (5, 4, 5), (3, 2, 3)),
        ("burning_hands", (3, 0, 3), (5, 4, 5), (3, 0, 3)),
    ],
)
def test_section_8_spells_that_count_gold(
    spell: str, gold: Sequence[int], pos: Sequence[int], gold_after: Sequence[int]
) -> None:
    played = spell_on_1(spell, gold=gold)

    assert (played.pos(), played.gold()) == (pos, gold_after)


@pytest.mark.parametrize(("gold", "after"), [((1, 4, 2), (3, 2, 2)), ((0, 1, 0), (0, 0, 1))])
def test_section_8_charm_person_by_default(gold: Sequence[int], after: Sequence[int]) -> None:
    played = answered_by_default(spell_on_1("charm_person", gold=gold))

    assert played.gold() == after


def test_section_8_ice_storm_on_seat_2_of_5_moves_both_its_neighbours_on() -> None:
    played = resolve(scene(seats=5, book=("ice_storm", *BOOK)), {0: ("ice_storm", 2)})

    assert played.pos() == (5, 7, 1, 7, 5)


def test_section_8_stinking_cloud_on_seat_1_of_5_pushes_the_caster_seated_next_to_it() -> None:
    played = resolve(scene(seats=5, book=("stinking_cloud", *BOOK)), {0: ("stinking_cloud", 1)})

    assert played.pos() == (4, 2, 4, 5, 5)
    assert "RPW-49" in played.of("effect_applied")[1].rules


def test_section_8_chain_lightning_also_pushes_where_the_target_points() -> None:
    state = scene(seats=4, book=("chain_lightning", "passwall", "fear", "feeblemind"))
    played = resolve(state, {0: ("chain_lightning", 1), 1: ("passwall", 2)})

    assert [change["after"] for event in played.of("effect_applied")[:2] for change in event.changes] == [2, 3]
    assert played.pos() == (5, 5, 5, 5)


def test_section_8_chain_lightning_on_a_target_that_has_resolved_pushes_it_alone() -> None:
    state = scene(seats=4, book=("chain_lightning", "passwall", "fear", "feeblemind"), first_player=1)
    played = resolve(state, {0: ("chain_lightning", 1), 1: ("passwall", 2)})

    assert played.pos() == (5, 5, 7, 5)
    second = played.of("effect_applied")[-1]
    assert (second.effect, second.changes, second.ignored) == ("push", (), "target_has_resolved")
    assert "RPW-48" in second.rules


def test_section_8_counterspell_cancels_the_fireball() -> None:
    played = resolve(
        scene(book=("counterspell", "fireball", "feeblemind")), {0: ("counterspell", 1), 1: ("fireball", 0)}
    )

    assert played.pos() == (7, 5, 5)


def test_section_8_confusion_on_a_fireball_aimed_at_the_caster_turns_it_on_its_owner() -> None:
    played = resolve(scene(book=("confusion", "fireball", "feeblemind")), {0: ("confusion", 1), 1: ("fireball", 0)})

    assert played.pos() == (7, 0, 5)


def test_section_8_confusion_on_a_misty_step_aimed_at_seat_2_turns_it_on_seat_0() -> None:
    played = resolve(scene(book=("confusion", "misty_step", "feeblemind")), {0: ("confusion", 1), 1: ("misty_step", 2)})

    redirected = played.one("gesture_redirected")
    assert (redirected.wizard, redirected.before, redirected.after) == (1, 2, 0)
    assert played.pos() == (7, 7, 5)


def test_section_8_antimagic_field_makes_a_fireball_a_hidden_meteor_swarm() -> None:
    state = scene(book=("antimagic_field", "fireball", "feeblemind"))
    played = resolve(state, {0: ("antimagic_field", 1), 1: ("fireball", 0)}, "meteor_swarm")

    assert played.pos() == (6, 5, 5)
    assert played.board.discard == ("meteor_swarm",)


def test_section_8_two_walls_of_force_turn_gestures_back_one_after_the_other() -> None:
    state = scene(book=("wall_of_force", "fireball", "feeblemind"))
    played = resolve(state, {0: ("wall_of_force", 1), 1: ("wall_of_force", 2), 2: ("fireball", 0)})

    assert played.pos() == (2, 7, 5)


# Seat 0 first advances 2 by its Wall of Force, and seat 1's spell then works on seat 1.
@pytest.mark.parametrize(
    ("spell", "before", "after"),
    [
        ("dimension_door", (5, 4, 5), (7, 4, 5)),
        ("misty_step", (5, 4, 5), (7, 4, 5)),
        ("passwall", (5, 4, 5), (7, 9, 5)),
        ("vampiric_touch", (5, 4, 5), (7, 4, 5)),
        ("vampiric_touch", (5, 1, 5), (7, 2, 5)),
        ("telekinesis", (5, 4, 5), (7, 3, 5)),
        ("telekinesis", (5, 0, 5), (7, 0, 5)),
        ("chain_lightning", (5, 4, 5), (7, 1, 5)),
        ("fireball", (5, 6, 5), (7, 1, 5)),
        ("meteor_swarm", (5, 6, 5), (7, 3, 5)),
        ("ice_storm", (5, 6, 5), (9, 2, 7)),
        ("stinking_cloud", (5, 6, 5), (6, 3, 4)),
    ],
)
def test_card_note_a_moving_spell_turned_on_its_caster(spell: str, before: Sequence[int], after: Sequence[int]) -> None:
    assert self_aimed(spell, pos=before).pos() == after


@pytest.mark.parametrize(
    ("spell", "gold", "pos", "gold_after"),
    [
        ("polymorph", (9, 3, 0), (7, 5, 5), (9, 3, 0)),
        ("teleportation_circle", (9, 3, 0), (7, 5, 5), (9, 3, 0)),
        ("feeblemind", (9, 3, 0), (7, 5, 5), (9, 3, 0)),
        ("dominate_person", (9, 3, 0), (7, 2, 5), (9, 3, 0)),
        ("fear", (1, 3, 0), (7, 1, 5), (1, 3, 0)),
        ("color_spray", (1, 3, 0), (7, 5, 5), (1, 1, 0)),
        ("charm_person", (9, 3, 0), (7, 5, 5), (9, 1, 2)),
        ("imprisonment", (1, 3, 0), (7, 5, 5), (2, 1, 1)),
        ("burning_hands", (9, 3, 0), (7, 4, 5), (9, 2, 0)),
    ],
)
def test_card_note_a_gold_spell_turned_on_its_caster(
    spell: str, gold: Sequence[int], pos: Sequence[int], gold_after: Sequence[int]
) -> None:
    played = self_aimed(spell, gold=gold)

    assert (played.pos(), played.gold()) == (pos, gold_after)


@pytest.mark.parametrize("spell", ["confusion", "counterspell", "wall_of_force", "antimagic_field"])
def test_rpw_40_a_spell_on_gestures_turned_on_its_caster_only_advances(spell: str) -> None:
    state = scene(book=("confusion", spell, "fear"))
    if spell == "confusion":
        state = scene(book=("wall_of_force", spell, "fear"))
    first = state.board.book[0]

    played = resolve(state, {0: (first, 1), 1: (spell, 0)})

    assert played.pos() == (7, 7, 5)
    last = played.of("effect_applied")[-1]
    assert (last.ignored, last.changes) == ("target_is_caster", ())
    assert "RPW-40" in last.rules


@pytest.mark.parametrize("spell", ["dimension_door", "feeblemind", "dominate_person"])
def test_card_note_an_exchange_with_oneself_is_recorded_as_ignored(spell: str) -> None:
    last = self_aimed(spell).of("effect_applied")[-1]

    assert (last.seat, last.changes, last.ignored) == (1, (), "target_is_caster")


def test_card_note_charm_person_turned_on_its_caster_asks_the_caster() -> None:
    question = asked(self_aimed("charm_person", gold=(1, 3, 0)))

    assert (question.caster, question.chooser, question.amount) == (1, 1, 2)


def test_rpw_37_step_push_moves_toward_the_exit_and_stops_at_its_end() -> None:
    pushed = spell_on_1("fireball", pos=(5, 3, 5)).one("effect_applied")

    assert (pushed.effect, pushed.amount, pushed.ignored) == ("push", 5, "end_of_track")
    assert pushed.changes == ({"wizard": 1, "of": "pos", "before": 3, "after": 0},)
    assert pushed.rules == ("RPW-32", "RPW-37", "RPW-34", "RPW-33")


def test_step_push_that_fits_ignores_nothing() -> None:
    pushed = spell_on_1("fireball", pos=(5, 5, 5)).one("effect_applied")

    assert (pushed.changes[0]["after"], pushed.ignored, pushed.rules) == (0, None, ("RPW-32", "RPW-37"))


def test_rpw_36_step_advance_moves_toward_the_treasure_and_stops_at_its_end() -> None:
    first, second = spell_on_1("passwall", pos=(9, 8, 5)).of("effect_applied")

    assert (first.changes[0]["after"], first.ignored) == (10, "end_of_track")
    assert (second.changes[0]["after"], second.ignored) == (10, None)
    assert "RPW-36" in first.rules


def test_step_place_puts_the_caster_on_the_targets_space() -> None:
    placed = spell_on_1("misty_step", pos=(2, 8, 5)).one("effect_applied")

    assert (placed.effect, placed.amount) == ("place", None)
    assert placed.changes == ({"wizard": 0, "of": "pos", "before": 2, "after": 8},)


def test_step_swap_changes_both_and_records_both() -> None:
    swapped = spell_on_1("dimension_door", pos=(4, 9, 5)).one("effect_applied")

    assert [(change["wizard"], change["after"]) for change in swapped.changes] == [(0, 9), (1, 4)]


def test_step_lose_pays_the_hoard_and_at_most_what_one_has() -> None:
    lost = spell_on_1("color_spray", gold=(2, 4, 3)).one("effect_applied")
    short = spell_on_1("color_spray", gold=(0, 1, 0)).one("effect_applied")

    assert (lost.amount, lost.changes[0]["after"], lost.ignored) == (2, 2, None)
    assert (short.amount, short.changes[0]["after"], short.ignored) == (2, 0, "too_little_gold")
    assert "RPW-35" in short.rules


def test_step_give_moves_gold_between_two_and_keeps_the_sum() -> None:
    given = spell_on_1("dominate_person", gold=(3, 2, 4)).of("effect_applied")[1]

    assert given.changes == (
        {"wizard": 1, "of": "gold", "before": 2, "after": 1},
        {"wizard": 0, "of": "gold", "before": 3, "after": 4},
    )


def test_step_give_each_poorer_pays_clockwise_from_the_targets_left_while_its_gold_lasts() -> None:
    given = spell_on_1("imprisonment", gold=(9, 2, 1, 0, 1, 0)).one("effect_applied")

    assert [change["wizard"] for change in given.changes] == [1, 2, 3, 4, 5]
    assert [change["after"] for change in given.changes] == [0, 2, 1, 1, 0]
    assert given.ignored == "too_little_gold"


@pytest.mark.parametrize("spell", ["charm_person", "imprisonment"])
def test_step_give_to_poorer_wizards_does_nothing_when_nobody_is_poorer(spell: str) -> None:
    given = spell_on_1(spell, gold=(5, 4, 4)).one("effect_applied")

    assert (given.changes, given.ignored) == ((), "nobody_poorer")


def test_step_give_chosen_poorer_asks_when_two_are_possible() -> None:
    played = spell_on_1("charm_person", gold=(1, 4, 2))

    wanted = played.one("receiver_asked")
    assert (wanted.seat, wanted.caster, wanted.amount) == (1, 0, 2)
    assert played.of("effect_applied") == []


def test_step_give_chosen_poorer_asks_nobody_when_one_is_possible() -> None:
    played = spell_on_1("charm_person", gold=(9, 4, 2))

    assert played.of("receiver_asked") == []
    assert played.gold() == (9, 2, 4)


def test_step_give_chosen_poorer_is_the_last_step_of_its_card() -> None:
    for card in CARDS:
        assert not any(isinstance(step, GiveChosenPoorer) for step in card.steps[:-1])


def test_step_pool_split_gives_the_odd_coin_to_the_caster() -> None:
    pooled = spell_on_1("feeblemind", gold=(5, 8, 1)).one("effect_applied")

    assert [(change["wizard"], change["after"]) for change in pooled.changes] == [(0, 7), (1, 6)]


@pytest.mark.parametrize("aim", [0, 2])
def test_rpw_41_step_redirect_self_turns_a_gesture_back_whomever_it_aimed_at(aim: int) -> None:
    state = scene(book=("wall_of_force", "fireball", "feeblemind"))
    played = resolve(state, {0: ("wall_of_force", 1), 1: ("fireball", aim)})

    turned = played.one("gesture_redirected")
    assert (turned.seat, turned.wizard, turned.before, turned.after) == (0, 1, aim, 1)
    assert "RPW-41" in turned.rules


def test_rpw_42_step_redirect_next_does_not_skip_the_target_itself() -> None:
    state = scene(seats=4, book=("confusion", "fireball", "feeblemind", "fear"))
    played = resolve(state, {0: ("confusion", 2), 2: ("fireball", 1)})

    turned = played.one("gesture_redirected")
    assert (turned.wizard, turned.before, turned.after) == (2, 1, 2)
    assert played.pos() == (7, 5, 0, 5)


def test_step_cancel_skips_the_targets_turn() -> None:
    played = resolve(scene(book=("counterspell", "fireball", "fear")), {0: ("counterspell", 1), 1: ("fireball", 2)})

    cancelled = played.one("gesture_cancelled")
    assert (cancelled.seat, cancelled.wizard, cancelled.card, cancelled.rules) == (0, 1, None, ("RPW-44",))
    assert [event.seat for event in played.of("spell_begun")] == [0]
    assert played.board.gestures[1].state is GestureState.CANCELLED


def test_step_make_wild_draws_a_hidden_card_for_the_same_aim() -> None:
    state = scene(book=("antimagic_field", "fireball", "fear"))
    played = resolve(state, {0: ("antimagic_field", 1), 1: ("fireball", 2)}, "passwall")

    made = played.one("gesture_made_wild")
    assert (made.seat, made.wizard, made.card, made.draws.count) == (0, 1, "passwall", 1)
    begun = played.of("spell_begun")[1]
    assert (begun.card, begun.aim, begun.wild) == ("passwall", 2, True)


@pytest.mark.parametrize(("slot", "push"), [(0, 1), (1, 3), (2, 5), (3, 7), (4, 9)])
def test_tv_6_meteor_swarm_pushes_two_further_for_each_card_between_it_and_the_deck(slot: int, push: int) -> None:
    book = ["fireball", "passwall", "feeblemind", "counterspell"]
    book.insert(slot, "meteor_swarm")
    played = resolve(scene(pos=(5, 10, 5, 5, 5), book=book), {0: ("meteor_swarm", 1)})

    assert played.pos()[1] == 10 - push


@pytest.mark.parametrize(
    ("spell", "rule"),
    [("fear", "RPW-38"), ("color_spray", "RPW-38"), ("imprisonment", "RPW-38"), ("charm_person", "RPW-38")],
)
def test_rpw_38_poorer_means_poorer_than_the_target_with_the_caster_among_them(spell: str, rule: str) -> None:
    state = scene(gold=(2, 5, 5, 1), book=(spell, "passwall", "misty_step", "telekinesis"))

    assert poorer_than(state.board, 1) == (3, 0)
    played = resolve(state, {0: (spell, 1)})
    assert rule in (played.of("effect_applied") + played.of("receiver_asked"))[0].rules
