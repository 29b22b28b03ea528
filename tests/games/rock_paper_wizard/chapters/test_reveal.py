from typing import Any

from games.core.codec import encode
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import Gesture, GestureState, Source
from tests.games.rock_paper_wizard.scene import NOTHING, Played, cast, choose, folded, play, scene, started

RED, GREEN, YELLOW, BLUE = range(4)
BOOK = ("fireball", "misty_step", "dimension_door", "color_spray")
EXAMPLE = {
    RED: ("fireball", YELLOW),
    GREEN: ("dimension_door", BLUE),
    YELLOW: ("misty_step", BLUE),
    BLUE: ("dimension_door", GREEN),
}


def cut_before(played: Played, state: Any, type: str) -> Any:
    for event in played.events:
        if event.type == type:
            return state
        state = GAME.evolve(state, event)
    raise AssertionError(f"no {type}")


def pointing(card: str, aim: int, source: Source = Source.BOOK) -> Gesture:
    return Gesture(source, card, aim, GestureState.POINTING)


def test_tv_3_two_who_cast_the_same_spell_on_each_other_point_hidden_cards_and_the_book_stays() -> None:
    state = scene(seats=4, book=BOOK)

    played = cast(state, EXAMPLE, "wall_of_force", "burning_hands")

    cast_board = cut_before(played, state, "spell_begun").board
    assert cast_board.gestures == (
        pointing("fireball", YELLOW),
        pointing("wall_of_force", BLUE, Source.WILD),
        pointing("misty_step", BLUE),
        pointing("burning_hands", GREEN, Source.WILD),
    )
    assert cast_board.book == BOOK
    pair = played.one("wild_pair_formed")
    assert (pair.seats, pair.spell) == ((GREEN, BLUE), "dimension_door")


def test_rpw_24_nothing_is_shown_until_the_last_seat_has_answered() -> None:
    first_two = play(scene(), (0, choose("fireball", 1)), (1, choose("fear", 0)))
    all_three = play(scene(), (0, choose("fireball", 1)), (1, choose("fear", 0)), (2, choose("color_spray", 0)))

    assert "gestures_revealed" not in first_two.types
    assert all_three.one("gestures_revealed").gestures == (
        {"spell": "fireball", "target": 1},
        {"spell": "fear", "target": 0},
        {"spell": "color_spray", "target": 0},
    )


def test_rpw_24_seats_the_clock_answered_for_and_resigned_seats_are_not_waited_for() -> None:
    played = play(scene(seats=4, resigned=[3]), (0, NOTHING), (2, NOTHING), (1, choose("fear", 0)))

    assert played.one("gestures_revealed").gestures == (None, {"spell": "fear", "target": 0}, None, None)


def test_rpw_25_a_gesture_keeps_pointing_until_its_owners_turn() -> None:
    state = scene(book=("vampiric_touch", "fear", "fireball"))
    played = cast(state, {0: ("vampiric_touch", 2), 2: ("vampiric_touch", 1)})

    second = cut_before(played, state, "effect_applied").board

    assert second.gestures[0].state is GestureState.RELEASED
    assert second.gestures[2] == pointing("vampiric_touch", 1)


def test_rpw_26_the_wild_card_points_where_the_spell_pointed() -> None:
    played = cast(scene(), {0: ("fear", 1), 1: ("fear", 0)}, "passwall", "feeblemind")

    assert [(event.seat, event.card) for event in played.of("wild_card_drawn")] == [(0, "passwall"), (1, "feeblemind")]
    assert [(event.card, event.aim, event.wild) for event in played.of("spell_begun")] == [
        ("passwall", 1, True),
        ("feeblemind", 0, True),
    ]


def test_rpw_27_a_redirect_that_makes_two_equal_gestures_mutual_starts_no_wild_magic() -> None:
    book = ("confusion", "fireball", "fear")
    played = cast(
        scene(seats=4, book=(*book, "color_spray")), {0: ("confusion", 1), 1: ("fireball", 2), 3: ("fireball", 1)}
    )

    assert played.one("gesture_redirected").after == 3
    assert played.of("wild_pair_formed") == []


def test_rpw_27_a_redirect_of_a_wild_gesture_does_not_undo_wild_magic() -> None:
    state = scene(seats=4, book=("wall_of_force", "fear", "fireball", "color_spray"))

    played = cast(state, {0: ("wall_of_force", 1), 1: ("fear", 2), 2: ("fear", 1)}, "passwall", "feeblemind")

    assert [(event.seat, event.aim, event.wild) for event in played.of("spell_begun")] == [
        (0, 1, False),
        (1, 1, True),
        (2, 1, True),
    ]


def test_rpw_28_the_same_spell_on_a_third_player_is_not_wild() -> None:
    played = cast(scene(seats=4), {0: ("fear", 2), 1: ("fear", 2), 2: ("fear", 3)})

    assert played.of("wild_pair_formed") == played.of("wild_card_drawn") == []


def test_rpw_28_mutual_aim_with_different_spells_is_not_wild() -> None:
    played = cast(scene(), {0: ("fear", 1), 1: ("fireball", 0)})

    assert played.of("wild_pair_formed") == played.of("wild_card_drawn") == []


def test_section_8_six_seats_in_three_mutual_pairs_draw_six_wild_cards_from_the_first_player_clockwise() -> None:
    spells = {0: ("fear", 3), 3: ("fear", 0), 1: ("fireball", 5), 5: ("fireball", 1), 2: ("fear", 4), 4: ("fear", 2)}
    stacked = ("passwall", "feeblemind", "misty_step", "polymorph", "confusion", "ice_storm")

    book = ("fear", "fireball", "color_spray", "imprisonment", "counterspell")
    played = cast(scene(seats=6, book=book, first_player=2), spells, *stacked)

    assert [event.seats for event in played.of("wild_pair_formed")] == [(0, 3), (1, 5), (2, 4)]
    assert [(event.seat, event.card) for event in played.of("wild_card_drawn")] == list(
        zip((2, 3, 4, 5, 0, 1), stacked, strict=True)
    )


def test_rpw_29_a_wild_card_is_sealed_for_the_server_and_nobody_sees_it_before_its_turn() -> None:
    state = scene()
    played = cast(state, {0: ("fear", 1), 1: ("fear", 0)}, "passwall", "feeblemind")

    fact = encode(played.of("wild_card_drawn")[0])
    assert fact.seat == 0
    assert fact.parts == (((), {"card": "passwall"}),)
    assert "passwall" not in str(fact.data)
    held = cut_before(played, state, "spell_begun")
    for viewer in (None, 0, 1, 2):
        gestures: Any = GAME.view(held, viewer)["gestures"]
        assert [gesture["card"] for gesture in gestures] == [None, None, None]
        assert [gesture["source"] for gesture in gestures] == ["wild", "wild", None]


def test_rpw_26_wild_cards_leave_the_deck_and_both_book_cards_stay() -> None:
    new = started(3, "fireball", "fear", "color_spray", 0)
    played = cast(new.state, {0: ("fear", 1), 1: ("fear", 0)}, "passwall", "feeblemind")  # type: ignore[arg-type]

    held = cut_before(played, new.state, "spell_begun").board
    assert len(held.deck) == 18
    assert not {"passwall", "feeblemind"} & set(held.deck)
    assert held.book == new.board.book
    assert folded((*new.events, *played.events)) == played.state
