from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.core.definition import Outcome
from games.core.moves import Resign
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.chapters.scoring import gold_for, verdict
from games.rock_paper_wizard.state import Finished, Refreshing
from tests.games.rock_paper_wizard.scene import (
    NOTHING,
    Played,
    assert_refused,
    cast,
    choose,
    play,
    receive,
    scene,
    started,
)


def checked(gold: Sequence[int], **facts: Any) -> tuple[str, tuple[int, ...]]:
    """The check on wizards that have this gold after scoring."""
    return verdict(scene(gold=gold, **facts).board, 0)


def idle_rounds(seats: int, rounds: int) -> Played:
    return play(started(seats).state, *((seat, NOTHING) for _ in range(rounds) for seat in range(seats)))


def test_tv_8_two_level_in_front_get_5_each_and_three_level_behind_them_3_each() -> None:
    assert gold_for((7, 7, 5, 5, 5)) == (5, 5, 3, 3, 3)


def test_tv_9_the_rulebooks_scoring_example() -> None:
    red, green, yellow, blue = gold_for((5, 4, 7, 7))

    assert (blue, yellow, red, green) == (5, 5, 3, 0)


@pytest.mark.parametrize(
    ("gold", "verdict"),
    [
        ((26, 24, 10), ("goal", (0,))),
        ((25, 3, 3), ("goal", (0,))),
        ((27, 27, 10), ("play_on", ())),
        ((24, 24, 24), ("play_on", ())),
        ((27, 27, 28), ("goal", (2,))),
    ],
)
def test_tv_10_who_wins_after_scoring(gold: Sequence[int], verdict: tuple[str, tuple[int, ...]]) -> None:
    assert checked(gold) == verdict


def test_tv_10_a_wizard_that_passes_25_and_falls_back_before_the_check_does_not_win() -> None:
    # Seat 0 takes one coin to stand at 25, then loses its half to seat 2; it stands behind, and scores nothing.
    state = scene(pos=(2, 9, 5), gold=(24, 3, 1), book=("dominate_person", "feeblemind", "fear"))
    played = cast(state, {0: ("dominate_person", 1), 2: ("feeblemind", 0)})

    gold = [
        change["after"] for event in played.of("effect_applied") for change in event.changes if change["wizard"] == 0
    ]
    assert 25 in gold
    assert played.one("win_checked").result == "play_on"


def test_rpw_51_the_closest_wizard_takes_5_and_the_second_closest_3() -> None:
    assert gold_for((2, 9, 6)) == (0, 5, 3)
    played = cast(scene(pos=(2, 9, 6)), {})
    assert (played.one("gold_scored").amounts, played.gold()) == ((0, 5, 3), (3, 8, 6))


def test_rpw_52_all_who_are_level_in_second_place_take_3_and_the_third_space_takes_nothing() -> None:
    assert gold_for((9, 4, 4, 2)) == (5, 3, 3, 0)


def test_rpw_53_all_level_take_5_each_and_nobody_3() -> None:
    assert gold_for((5, 5, 5)) == (5, 5, 5)
    assert cast(scene(), {}).one("gold_scored").rules == ("RPW-51", "RPW-52", "RPW-53")


def test_rpw_53_the_end_areas_change_nothing_in_scoring() -> None:
    assert gold_for((0, 1, 2)) == (0, 3, 5)
    assert gold_for((10, 9, 8)) == (5, 3, 0)


def test_rpw_55_a_shared_lead_plays_on_and_all_players_play() -> None:
    played = cast(scene(pos=(9, 9, 3), gold=(22, 22, 3)), {})

    assert played.gold() == (27, 27, 6)
    assert played.types[-1] == "round_begun"
    assert set(GAME.prompts(played.state)) == {0, 1, 2}


def test_rpw_55_after_a_shared_lead_a_single_richest_below_25_does_not_win() -> None:
    assert checked((24, 23, 3)) == ("play_on", ())


def test_rpw_56_without_a_winner_the_refresh_follows_and_after_a_win_it_does_not() -> None:
    on = cast(scene(), {})
    over = cast(scene(pos=(9, 6, 3), gold=(22, 3, 6)), {})

    assert on.types[on.types.index("win_checked") + 1] == "book_card_retired"
    assert over.types[-1] == "win_checked"
    assert over.pos() == (9, 6, 3)


@pytest.mark.parametrize(
    ("gold", "resigned", "result"), [((30, 26, 3), [0], ("goal", (1,))), ((30, 24, 3), [0], ("play_on", ()))]
)
def test_rpw_65_a_resigned_seat_counts_neither_for_the_25_nor_for_the_comparison(
    gold: Sequence[int], resigned: list[int], result: tuple[str, tuple[int, ...]]
) -> None:
    assert checked(gold, resigned=resigned) == result


def test_section_8_three_rounds_by_the_clock_alone_end_the_match_without_a_winner() -> None:
    played = idle_rounds(3, 3)

    assert played.gold() == (18, 18, 18)
    assert GAME.outcome(played.state) == Outcome(reason="abandoned", ranking=((0, 1, 2),), winners=())
    assert GAME.prompts(played.state) == {}


def test_rpw_67_a_round_with_one_choice_starts_the_count_of_idle_rounds_anew() -> None:
    two = idle_rounds(3, 2).state
    assert two.board.idle_rounds == 2

    spell = two.board.book[0]
    third = play(two, (0, choose(spell, 1)), (1, NOTHING), (2, NOTHING))

    assert not isinstance(third.state, Finished)
    assert third.board.idle_rounds == 0


def test_rpw_67_seats_that_resigned_do_not_keep_a_match_alive_that_the_clock_plays_alone() -> None:
    state = scene(seats=4, resigned=[3], idle_rounds=2)

    assert cast(state, {}).one("win_checked").result == "abandoned"


def test_rpw_67_a_seat_that_cast_and_then_resigned_does_not_keep_the_match_alive_either() -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"), idle_rounds=2)
    question = cast(state, {0: ("charm_person", 1)}).state

    assert play(question, (0, Resign()), (1, receive(2))).one("win_checked").result == "abandoned"


def test_section_8_after_the_last_round_allowed_all_who_are_level_share_the_win() -> None:
    played = play(started(3, max_rounds=1).state, *((seat, NOTHING) for seat in range(3)))

    assert played.gold() == (8, 8, 8)
    assert GAME.outcome(played.state) == Outcome(reason="round_limit", ranking=((0, 1, 2),), winners=(0, 1, 2))
    assert played.types[-1] == "win_checked"


def test_rpw_67_no_round_limit_with_0() -> None:
    assert checked((3, 3, 3), round=1000, max_rounds=0) == ("play_on", ())
    assert checked((3, 3, 3), round=59, max_rounds=60) == ("play_on", ())
    assert checked((3, 3, 3), round=60, max_rounds=60) == ("round_limit", (0, 1, 2))


def test_rpw_67_of_a_resigned_richest_and_the_others_the_others_share_the_win_at_the_limit() -> None:
    assert checked((9, 5, 5), resigned=[0], round=60) == ("round_limit", (1, 2))


def test_rpw_67_a_winner_goes_before_abandoned_and_abandoned_before_the_limit() -> None:
    board = scene(gold=(30, 3, 3), round=60).board

    assert verdict(board, 3) == ("goal", (0,))
    assert verdict(replace(board, wizards=scene().board.wizards), 3) == ("abandoned", ())
    assert verdict(replace(board, wizards=scene().board.wizards), 2) == ("round_limit", (0, 1, 2))


@pytest.mark.parametrize("move", [choose("fireball", 1), NOTHING, Resign()])
def test_rpw_64_nothing_can_be_done_after_the_end(move: Any) -> None:
    over = cast(scene(pos=(9, 6, 3), gold=(22, 3, 6)), {}).state

    assert_refused(over, 0, move, "match_is_over", "RPW-64")


def test_rpw_6_gold_is_public_at_all_times() -> None:
    state: Any = scene(gold=(1, 4, 2))
    for event in cast(state, {0: ("fireball", 1)}).events:
        state = GAME.evolve(state, event)
        shown: Any = GAME.view(state, None)["wizards"]
        assert [wizard["gold"] for wizard in shown] == [wizard.gold for wizard in state.board.wizards]
        if isinstance(state, Refreshing):
            assert GAME.view(state, 0)["step"] == "refresh"


def test_rpw_5_the_hoard_pays_in_full_whatever_the_wizards_own_already() -> None:
    played = cast(scene(pos=(9, 9, 3), gold=(500, 500, 500)), {})

    assert played.gold() == (505, 505, 503)


@pytest.mark.parametrize(
    ("gold", "rules"),
    [((22, 22, 3), ("RPW-54", "RPW-55")), ((3, 3, 3), ("RPW-54", "RPW-56"))],
)
def test_rpw_55_and_56_the_check_names_the_one_that_lets_the_match_go_on(
    gold: tuple[int, ...], rules: tuple[str, ...]
) -> None:
    played = cast(scene(pos=(9, 9, 3), gold=gold), {})

    assert played.one("win_checked").rules == rules
