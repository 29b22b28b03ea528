import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import Learning, clockwise
from tests.games.rock_paper_wizard.scene import ALL, scene, started


@pytest.mark.parametrize(("seats", "book_size"), [(3, 3), (4, 4), (5, 5), (6, 5)])
def test_tv_1_set_up_gives_each_wizard_3_gold_at_the_start_and_a_book_of_a_card_per_player_up_to_5(
    seats: int, book_size: int
) -> None:
    new = started(seats)

    assert len(new.board.book) == book_size
    assert new.gold() == (3,) * seats
    assert new.pos() == (5,) * seats
    assert sorted(new.board.deck + new.board.discard + new.board.book) == sorted(ALL)
    assert new.board.gestures == ()


def test_tv_2_the_third_card_of_a_colour_is_discarded_and_another_is_dealt() -> None:
    new = started(3, "fireball", "fear", "polymorph", "passwall")

    assert new.board.book == ("passwall", "fear", "fireball")
    assert new.board.discard == ("polymorph",)
    rejected = new.one("card_rejected")
    assert (rejected.card, rejected.colour, rejected.rules) == ("polymorph", "red", ("RPW-13", "RPW-14"))


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_rpw_1_a_match_starts_with_three_to_six_players_only(seats: int) -> None:
    assert (GAME.min_seats, GAME.max_seats) == (3, 6)
    with pytest.raises(RuleBroken) as caught:
        GAME.start({"max_rounds": 60}, seats, Chance(bytes(32)))
    assert (caught.value.code, caught.value.clause) == ("wrong_number_of_seats", "RPW-1")


def test_rpw_3_no_two_players_share_a_wizard_and_whose_is_which_is_public() -> None:
    shown = GAME.view(started(6).state, None)["wizards"]

    assert len({wizard["wizard"] for wizard in shown}) == 6


def test_rpw_7_all_wizards_may_stand_on_one_space() -> None:
    assert set(started(6).pos()) == {5}


def test_rpw_8_the_first_event_makes_all_23_cards_the_deck_and_no_discard_pile() -> None:
    first = GAME.evolve(None, started(4).events[0])

    assert first.board.deck == ALL
    assert first.board.discard == first.board.book == ()


def test_rpw_12_each_card_dealt_is_an_event_with_its_own_draw() -> None:
    new = started(3, "fireball", "fear", "passwall")

    assert [event.card for event in new.of("card_placed")] == ["fireball", "fear", "passwall"]
    assert [event.draws.first for event in new.of("card_placed")] == [0, 1, 2]
    assert {event.draws.count for event in new.of("card_placed")} == {1}
    assert {event.rules for event in new.of("card_placed")} == {("RPW-12", "RPW-14")}


def test_rpw_14_each_card_dealt_pushes_the_earlier_ones_away_from_the_deck() -> None:
    assert started(4, "fireball", "passwall", "fear", "feeblemind").board.book == (
        "feeblemind",
        "fear",
        "passwall",
        "fireball",
    )


def test_rpw_14_colour_is_checked_after_each_card_so_a_fourth_of_a_colour_is_rejected_too() -> None:
    new = started(4, "fireball", "fear", "polymorph", "telekinesis", "passwall", "ice_storm", "feeblemind")

    assert new.board.book == ("feeblemind", "passwall", "fear", "fireball")
    assert new.board.discard == ("polymorph", "telekinesis", "ice_storm")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_rpw_15_the_first_player_is_drawn_and_recorded(first: int) -> None:
    new = started(3, "fireball", "fear", "passwall", first)

    drawn = new.one("first_player_drawn")
    assert (drawn.first_player, drawn.draws.first, drawn.draws.count) == (first, 3, 1)
    assert new.board.first_player == first


def test_rpw_15_every_seat_can_become_the_first_player() -> None:
    keys = [bytes([number]) * 32 for number in range(60)]

    assert {started(6, key=key).board.first_player for key in keys} == set(range(6))


def test_the_deck_stands_in_canonical_order_by_card_number_when_chance_picks_from_it() -> None:
    assert list(scene().board.deck) == [card for card in ALL if card in scene().board.deck]


def test_rpw_16_seats_follow_each_other_clockwise_and_the_last_is_followed_by_seat_0() -> None:
    assert list(clockwise(scene(seats=4).board, 2)) == [2, 3, 0, 1]


def test_rpw_17_round_1_opens_with_the_learn_step_for_all() -> None:
    new = started(4)

    assert isinstance(new.state, Learning)
    assert new.types[-1] == "round_begun"
    assert set(GAME.prompts(new.state)) == {0, 1, 2, 3}
    assert GAME.view(new.state, 0)["step"] == "learn"
