import pytest

from games.core.chance import Chance
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.chapters.dealing import fits
from games.rock_paper_wizard.components.cards import COLOUR
from games.rock_paper_wizard.components.track import reentry
from tests.games.rock_paper_wizard.scene import ALL, NOTHING, cast, choose, play, scene


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 3), (1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 7), (9, 7), (10, 7)],
)
def test_tv_11_rpw_57_wizards_in_an_end_area_come_back_two_from_the_start_and_the_others_stay(
    before: int, after: int
) -> None:
    assert reentry(before) == after
    played = cast(scene(pos=(before, 5, 5)), {})
    assert played.pos() == (after, 5, 5)
    moved = [(event.wizard, event.before, event.after) for event in played.of("wizard_reentered")]
    assert moved == ([(0, before, after)] if before != after else [])


def test_tv_12_rpw_59_the_farthest_card_goes_the_others_move_and_the_new_one_enters_next_to_the_deck() -> None:
    state = scene(seats=4, book=("fireball", "fear", "color_spray", "passwall"))

    played = cast(state, {}, "confusion")

    assert played.one("book_card_retired").card == "passwall"
    assert played.board.book == ("confusion", "fireball", "fear", "color_spray")
    assert played.board.discard == ("passwall",)
    assert played.one("card_placed").rules == ("RPW-59",)


def test_tv_13_a_new_card_that_would_be_the_third_of_its_colour_is_discarded_and_another_enters() -> None:
    state = scene(seats=4, book=("passwall", "misty_step", "color_spray", "imprisonment"))

    played = cast(state, {}, "confusion", "fear")

    assert played.board.book == ("fear", "passwall", "misty_step", "color_spray")
    assert played.board.discard == ("imprisonment", "confusion")
    rejected = played.one("card_rejected")
    assert (rejected.card, rejected.colour, rejected.rules) == ("confusion", "blue", ("RPW-60",))


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_tv_14_the_marker_passes_to_the_next_player_clockwise(first: int) -> None:
    played = cast(scene(seats=4, first_player=first), {})

    assert played.one("marker_passed").first_player == (first + 1) % 4
    assert played.board.first_player == (first + 1) % 4


def test_rpw_9_an_empty_deck_is_renewed_from_the_discard_pile_when_a_card_is_drawn() -> None:
    discard = tuple(card for card in ALL if card not in ("fireball", "fear", "color_spray"))

    played = cast(scene(deck=(), discard=discard), {}, "confusion")

    renewed = played.one("discard_became_deck")
    # The retired book card lies on the pile before the new one is drawn.
    assert renewed.count == 21
    assert renewed.draws is None
    assert played.board.book == ("confusion", "fireball", "fear")
    assert played.board.discard == ()
    assert len(played.board.deck) == 20


def test_rpw_10_the_discard_pile_becomes_the_deck_when_a_card_is_missed_and_not_before() -> None:
    book = ("fireball", "fear", "color_spray")
    discard = tuple(card for card in ALL if card not in (*book, "confusion"))

    last_drawn = cast(scene(book=book, deck=("confusion",), discard=discard), {})

    assert last_drawn.of("discard_became_deck") == []
    assert last_drawn.board.deck == ()
    next_round = play(last_drawn.state, *((seat, NOTHING) for seat in range(3)))
    assert next_round.types.index("discard_became_deck") == next_round.types.index("card_placed") - 1


def test_rpw_10_a_card_rejected_for_its_colour_is_part_of_the_new_deck() -> None:
    book = ("passwall", "misty_step", "fear")
    discard = tuple(card for card in ALL if card not in (*book, "confusion"))

    played = cast(scene(book=book, deck=("confusion",), discard=discard), {}, "confusion", "fireball")

    assert played.types.index("card_rejected") < played.types.index("discard_became_deck")
    assert "confusion" in played.board.deck


def test_rpw_10_wild_cards_held_and_the_one_being_resolved_stay_out_of_the_new_deck() -> None:
    book = ("antimagic_field", "fear", "color_spray", "counterspell")
    rest = tuple(card for card in ALL if card not in (*book, "passwall", "vampiric_touch"))
    state = scene(seats=4, book=book, deck=("passwall", "vampiric_touch"), discard=rest, first_player=2)

    # Seats 0 and 1 go wild and empty the deck; seat 2 then makes seat 3's spell wild, which needs a new deck.
    spells = {0: ("fear", 1), 1: ("fear", 0), 2: ("antimagic_field", 3), 3: ("color_spray", 0)}
    played = cast(state, spells, "passwall", "vampiric_touch")

    renewed = played.one("discard_became_deck")
    assert renewed.count == len(rest)
    assert played.one("gesture_made_wild").card in rest


def test_rpw_10_a_wild_antimagic_field_being_resolved_is_no_part_of_the_new_deck() -> None:
    book = ("confusion", "fireball", "color_spray", "counterspell")
    rest = tuple(card for card in ALL if card not in (*book, "antimagic_field", "vampiric_touch"))
    state = scene(seats=4, book=book, deck=("antimagic_field", "vampiric_touch"), discard=rest, first_player=3)

    # Seat 3 turns the hidden Antimagic Field of seat 0 onto seat 2, whose spell is not wild: a card must be drawn.
    spells = {3: ("confusion", 0), 0: ("color_spray", 1), 1: ("color_spray", 0), 2: ("fireball", 3)}
    played = cast(state, spells, "antimagic_field", "vampiric_touch")

    assert [event.aim for event in played.of("spell_begun")][1] == 2
    assert played.one("discard_became_deck").count == len(rest)
    assert played.one("gesture_made_wild").card in rest


def test_rpw_11_with_five_in_the_book_and_six_wild_cards_held_twelve_are_left_to_draw_from() -> None:
    book = ("fear", "fireball", "color_spray", "imprisonment", "counterspell")
    spells = {0: ("fear", 3), 3: ("fear", 0), 1: ("fireball", 5), 5: ("fireball", 1), 2: ("fear", 4), 4: ("fear", 2)}
    state = scene(seats=6, book=book)
    board = state.board

    for event in cast(state, spells).events:
        if event.type == "spell_begun":
            break
        state = GAME.evolve(state, event)
        board = state.board

    assert sum(gesture.live for gesture in board.gestures) == 6
    assert len(board.deck) + len(board.discard) == 12


def test_rpw_13_the_book_takes_two_cards_of_a_colour_and_not_a_third() -> None:
    assert fits(("fireball", "passwall"), "fear")
    assert not fits(("fireball", "passwall", "fear"), "polymorph")
    assert fits(("fireball", "passwall", "fear"), "misty_step")


def test_rpw_58_retiring_and_drawing_happen_after_the_wizards_came_back_and_before_the_marker_passes() -> None:
    played = cast(scene(pos=(0, 5, 10)), {})

    end = ["win_checked", "wizard_reentered", "wizard_reentered", "book_card_retired"]
    first = played.types.index("win_checked")
    assert played.types[first : first + 4] == end
    assert played.types[-3:] == ["card_placed", "marker_passed", "round_begun"]


def test_rpw_60_colour_is_counted_after_the_farthest_card_has_left() -> None:
    played = cast(scene(book=("passwall", "fear", "misty_step")), {}, "confusion")

    assert played.of("card_rejected") == []
    assert played.board.book == ("confusion", "passwall", "fear")


def test_rpw_61_the_redraw_ends_after_at_most_one_new_deck_even_if_every_card_of_the_deck_is_rejected() -> None:
    book = ("passwall", "misty_step", "fear", "fireball", "color_spray")
    full = [card for card in ALL if COLOUR[card] in ("blue", "red") and card not in book]
    rest = [card for card in ALL if card not in (*book, *full)]

    played = cast(scene(seats=5, book=book, deck=full, discard=rest), {})

    # All thirteen blue and red cards may be drawn in vain, some of them again from the new deck.
    assert len(played.of("discard_became_deck")) == 1
    assert COLOUR[played.one("card_placed").card] == "green"


def test_rpw_63_gestures_are_cleared_before_the_refresh_and_no_wild_card_is_held_then() -> None:
    state = scene()
    played = cast(state, {0: ("fear", 1), 1: ("fear", 0), 2: ("fireball", 0)})

    for event in played.events:
        state = GAME.evolve(state, event)
        if event.type in ("win_checked", "wizard_reentered", "book_card_retired", "card_placed", "round_begun"):
            assert state.board.gestures == ()
            assert state.board.turned_up is None
    assert len(played.of("wild_card_discarded")) == 2


def test_rpw_62_the_next_learn_step_asks_every_seat_anew() -> None:
    played = cast(scene(), {0: ("fear", 1)})

    assert played.board.round == 2
    assert {prompt.id for prompt in GAME.prompts(played.state).values()} == {"p2.0", "p2.1", "p2.2"}
    again = play(played.state, (0, choose(played.board.book[0], 1)), chance=Chance(bytes(32)))
    assert again.types == ["choice_made"]
