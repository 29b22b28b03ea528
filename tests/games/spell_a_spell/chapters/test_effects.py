import pytest

from games.core.events import Draws
from games.spell_a_spell.state import Turn
from tests.games.spell_a_spell.scene import (
    DECLINE,
    END,
    FIREWALL,
    SANDSTORM,
    SNOWBALL,
    assert_refused,
    cast,
    play,
    scene,
)


@pytest.mark.parametrize("effect", [SANDSTORM, SNOWBALL])
def test_sas_31_an_effect_card_that_is_not_held_cannot_be_played(effect: object) -> None:
    assert_refused(scene("אב firewall", "א sandstorm snowball"), 0, effect, "effect_not_in_hand", "SAS-31")  # type: ignore[arg-type]


def test_sas_31_a_spent_effect_card_lies_beside_the_deck_scores_for_nobody_and_is_not_replaced() -> None:
    played = play(scene("אב sandstorm", "גדהוז"), (0, SANDSTORM))

    assert played.table.discard == ("FX-SAND-1",)
    assert played.scores() == [0, 0]
    assert sorted(played.sizes()) == [2, 5]
    assert played.of("cards_drawn") == []


def test_v5_sas_32_in_a_sandstorm_everyone_gets_the_hand_of_his_left_neighbour() -> None:
    played = play(scene("אא sandstorm", "בבב", "גג", spell="מלך"), (0, SANDSTORM))

    assert [played.faces(seat) for seat in range(3)] == ["בבב", "גג", "אא"]
    assert played.table.spell is not None
    assert isinstance(played.state, Turn)
    assert played.state.seat == 0


def test_sas_32_with_the_option_hands_are_passed_to_the_left() -> None:
    played = play(scene("אא sandstorm", "בבב", "גג", sandstorm="pass_to_left"), (0, SANDSTORM))

    assert [played.faces(seat) for seat in range(3)] == ["גג", "אא", "בבב"]
    assert played.one("hands_rotated").direction == "pass_to_left"


@pytest.mark.parametrize("direction", ["receive_from_left", "pass_to_left"])
def test_sas_32_with_two_players_both_directions_are_one_swap(direction: str) -> None:
    played = play(scene("אא sandstorm", "בבב", sandstorm=direction), (0, SANDSTORM))

    assert [played.faces(seat) for seat in range(2)] == ["בבב", "אא"]


def test_sas_32_each_hand_is_told_to_giver_and_receiver_and_draws_nothing() -> None:
    played = play(scene("אא sandstorm", "בבב", "גג"), (0, SANDSTORM))

    told = [(event.seat, event.receiver, event.count, event.told) for event in played.of("hand_passed")]
    assert told == [(1, 0, 3, (1, 0)), (2, 1, 2, (2, 1)), (0, 2, 2, (0, 2))]
    assert all(event.draws is None for event in played.events)


def test_sas_33_whole_hands_move_with_their_effect_cards_and_no_refill() -> None:
    played = play(scene("א sandstorm", "snowball firewall", spell="מלך"), (0, SANDSTORM))

    assert played.faces(0) == "firewall snowball"
    assert played.of("cards_drawn") == []
    assert play(played.state, (0, FIREWALL)).one("spell_ended").seat == 0


def test_sas_33_a_sandstorm_moves_empty_hands_too() -> None:
    played = play(scene("sandstorm", "בבב"), (0, SANDSTORM))

    assert played.sizes() == [3, 0]


def test_v6_sas_34_a_firewall_removes_a_spell_of_four_and_a_word_of_two_is_legal() -> None:
    played = play(scene("עצ firewall", "א", spell="מלכה"), (0, FIREWALL), (0, cast("עץ")))

    assert played.one("spell_ended").reason == "firewall"
    assert played.one("word_cast").word == "עץ"


def test_sas_34_without_a_spell_there_is_nothing_to_stop() -> None:
    assert_refused(scene("עצ firewall", "א"), 0, FIREWALL, "nothing_to_stop", "SAS-34")


def test_sas_34_who_makes_no_word_after_a_firewall_passes_freely() -> None:
    played = play(scene("עצ firewall", "א", spell="מלכה"), (0, FIREWALL), (0, END))

    assert "free_pass" in played.types
    assert "seat_bewitched" not in played.types


def test_sas_42_an_effect_card_breaks_a_row_of_passes() -> None:
    assert play(scene("א sandstorm", "ב", deck="", passes=[1]), (0, SANDSTORM)).table.passes == ()


def test_sas_35_a_theft_has_a_draw_for_each_card() -> None:
    played = play(scene("א snowball", "בג"), (0, SNOWBALL), (1, DECLINE))

    assert played.one("cards_stolen").draws == Draws(first=0, count=1)
