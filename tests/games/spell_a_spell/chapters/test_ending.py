from typing import Any

import pytest

from games.core.moves import Resign
from games.core.records import replace
from games.spell_a_spell import GAME
from games.spell_a_spell.state import Dealing, Finished, RunOver, Turn
from tests.games.spell_a_spell.scene import (
    DECLINE,
    END,
    SANDSTORM,
    SNOWBALL,
    Played,
    cast,
    play,
    random_match,
    scene,
)


def reason(played: Played) -> str | None:
    outcome = GAME.outcome(played.state)
    return outcome.reason if outcome else None


def test_v14_sas_42_an_empty_deck_and_as_many_free_passes_as_seats_end_the_run() -> None:
    played = play(scene("קופ", "אב", "ג", deck=""), (0, cast("קוף")), (1, END), (2, END), (0, END), (1, END))

    assert played.types[-2:] == ["free_pass", "run_ended"]
    assert reason(played) == "passes"
    outcome = GAME.outcome(played.state)
    assert outcome is not None
    assert (outcome.ranking, outcome.winners) == (((0,), (1, 2)), (0,))


def test_v14_sas_44_hands_score_nothing() -> None:
    assert play(scene("קופקופ", "אב", deck=""), (0, END), (1, END)).scores() == [0, 0]


def test_v23_sas_42_an_effect_card_breaks_the_row() -> None:
    state = scene("א sandstorm", "א", "א", on=1, deck="")
    played = play(state, (1, END), (2, END), (0, SANDSTORM), (0, END), (1, END))

    assert len(played.table.passes) == 2
    assert reason(played) is None
    assert reason(play(played.state, (2, END))) == "passes"


def test_v23_sas_42_a_word_breaks_the_row_and_a_bewitching_neither_counts_nor_breaks_it() -> None:
    state = scene("א", "א", "קופ", deck="")
    played = play(state, (0, END), (1, END), (2, cast("קוף")), (0, END), (1, END))

    assert played.one("seat_bewitched").seat == 0
    assert played.table.passes == (1,)


def test_v23_sas_42_the_pass_that_draws_the_last_card_counts_nothing() -> None:
    played = play(scene("אבגדהו", "א", deck="ז"), (0, END))

    assert played.table.deck == ()
    assert played.table.passes == ()
    assert reason(play(played.state, (1, END), (0, END))) == "passes"


def test_sas_41_with_cards_in_the_deck_passes_end_nothing() -> None:
    assert reason(play(scene("א", "א"), *[(seat % 2, END) for seat in range(6)])) is None


def test_sas_43_the_solver_ends_the_run_when_no_hand_can_make_a_word() -> None:
    played = play(scene("קופ", "ט", deck="", end_check="solver"), (0, cast("קוף")))

    assert played.types[-1] == "run_ended"
    assert played.one("run_ended").reason == reason(played) == "solver"


@pytest.mark.parametrize(
    ("hand", "deck", "ends"),
    [
        ("ט", "", True),
        ("עצ", "", False),
        ("ט*", "", False),
        ("ט snowball", "", False),
        ("ט", "אאאאבבבב", False),
        ("ט firewall sandstorm", "", True),
    ],
)
def test_sas_43_a_word_a_snowball_or_a_card_in_the_deck_keeps_the_run_going(hand: str, deck: str, ends: bool) -> None:
    state = scene("ז", hand, deck=deck, end_check="solver")

    assert (reason(play(state, (0, END))) == "solver") is ends


def test_sas_43_with_repeat_never_words_that_were_cast_do_not_count_but_special_ones_do() -> None:
    state = scene("עצ", "עצ", deck="", end_check="solver", repeat="never")
    assert reason(play(state, (0, cast("עץ")))) == "solver"

    special = scene("אש", "אש", deck="", end_check="solver", repeat="never")
    assert reason(play(special, (0, cast("אש")))) is None


def test_sas_43_without_the_option_nothing_ends_early() -> None:
    assert reason(play(scene("קופ", "ט", deck=""), (0, cast("קוף")))) is None


def test_sas_43_the_solver_looks_after_the_turn_of_a_special_word_too() -> None:
    assert reason(play(scene("אש", "ט", deck="", end_check="solver"), (0, cast("אש")))) == "solver"


def test_sas_45_a_second_run_is_dealt_anew_and_scores_are_added_up() -> None:
    state = scene("קופ", "א", deck="", runs=2)
    played = play(state, (0, cast("קוף")), (1, END), (0, END), (1, END))

    assert played.types[-5:] == ["run_ended", "run_started", "cards_dealt", "cards_dealt", "turn_started"]
    assert reason(played) is None
    assert (played.table.run, played.scores(), played.sizes()) == (2, [3, 0], [6, 6])
    assert len(played.table.deck) == 78
    assert (played.table.discard, played.table.casts) == ((), ())


def test_sas_45_the_dealer_moves_one_seat_left_each_run() -> None:
    state = scene("א", "א", "א", deck="", runs=2)
    played = play(state, (0, END), (1, END), (2, END))

    assert state.table.dealer == 2
    assert played.table.dealer == 0
    assert isinstance(played.state, Turn)
    assert played.state.seat == 1


def test_sas_45_between_two_runs_the_match_is_over_for_nobody() -> None:
    played = play(scene("א", "א", deck="", runs=2), (0, END), (1, END))
    state = scene("א", "א", deck="", runs=2)
    phases = []
    for event in played.events:
        state = GAME.evolve(state, event)
        phases.append(type(state))

    assert [phase for phase in phases if phase in (RunOver, Dealing)] == [RunOver, Dealing, Dealing, Dealing]


def test_sas_45_the_last_run_ends_the_match_with_its_reason_and_the_sum_of_scores() -> None:
    match = random_match(3, 5, runs=3, hints=True)
    totals = [sum(event.scores[seat] for event in match.of("run_ended")) for seat in range(3)]

    assert isinstance(match.state, Finished)
    assert [event.run for event in match.of("run_ended")] == [1, 2, 3]
    assert match.of("run_ended")[-1].reason == reason(match)
    assert match.scores() == totals


def test_sas_42_a_snowball_with_an_empty_deck_breaks_the_row() -> None:
    state = scene("אב snowball", "גד", deck="", passes=[1])
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, END))

    assert played.table.passes == (0,)


def even(*hands: str, **wished: Any) -> Turn:
    return scene(*hands, rounds="even", **wished)


def test_sas_50_the_run_goes_on_to_the_end_of_the_round_in_which_the_deck_ran_out() -> None:
    played = play(even("קופ", "אב", "עצ", deck="דהו"), (0, cast("קוף")), (1, END))
    assert (played.table.deck, reason(played)) == ((), None)

    ended = play(played.state, (2, cast("עץ")))
    assert ended.types[-1] == "run_ended"
    assert ended.events[-1].rules == ("SAS-41", "SAS-50", "SAS-44")
    assert reason(ended) == "full_round"


def test_sas_50_a_round_that_ends_with_cards_in_the_deck_is_followed_by_another() -> None:
    played = play(even("אב", "אב", deck="דהו"), (0, END), (1, END))

    assert reason(played) == "full_round"
    assert reason(play(even("אבגדהו", "אבגדהו", deck="זחט"), (0, END), (1, END))) is None


def test_sas_50_another_turn_for_a_special_word_is_of_the_same_round() -> None:
    played = play(even("קופ", "אש", deck=""), (0, cast("קוף")), (1, cast("אש")))

    assert (played.types[-1], reason(played)) == ("extra_turn", None)
    assert reason(play(played.state, (1, END))) == "full_round"


def test_sas_50_where_the_first_of_the_round_has_left_the_next_begins_it() -> None:
    state = even("א", "א", "עצ", on=1, deck="")
    begun = replace(state, table=replace(state.table, dealer=2))

    assert reason(play(begun, (0, Resign()), (1, END))) is None
    assert reason(play(begun, (0, Resign()), (1, END), (2, cast("עץ")))) == "full_round"
    assert reason(play(begun, (2, Resign()), (1, END))) == "full_round"


def test_sas_50_by_the_rulebook_the_deck_alone_ends_no_run() -> None:
    assert reason(play(scene("א", "א", "א", deck=""), (0, END), (1, END))) is None
    assert reason(play(scene("קופ", "א", deck=""), (0, cast("קוף")), (1, END))) is None


def test_sas_50_in_a_match_of_several_runs_each_ends_with_a_full_round() -> None:
    match = random_match(3, 6, runs=3, hints=True)

    assert [event.reason for event in match.of("run_ended")] == ["full_round"] * 3
