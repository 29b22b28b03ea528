from dataclasses import replace
from typing import Any

from games.cave import moves as m
from games.cave.agenda.jobs import Chain, ExploreArea, Fight
from games.cave.agenda.questions import Eye, StartingTurn, Taking
from games.cave.moves import OrderCards
from games.cave.prompts import prompts
from games.cave.state import Finished, Running
from games.cave.view import view
from tests.games.cave.scene import NOBODY, Played, carry_out, do, hero, play, scene

SEEN = ("J05", "J13", "J24")


def looking() -> Played:
    """Seat 0 looks at the top of the Cave stack, which seat 1 has seen before."""
    known = tuple((card, (1,)) for card in SEEN)
    return carry_out(
        "peek_reorder(choice,3)",
        hero(),
        hero("C6", "K9"),
        source="Z08",
        origin="spell",
        deck="cave",
        tops={"cave": known},
    )


def seen_by(played: Played, seat: int | None) -> object:
    return view(played.state, seat)["you_have_seen"]


def test_cave_r25_17a_who_has_peeked_sees_the_cards_until_another_puts_them_in_order() -> None:
    asked = looking()
    ordered = asked.then(0, OrderCards(cards=SEEN[::-1]))

    assert asked.question == Eye(seat=0, deck="cave", count=3)
    assert seen_by(asked, 0) == seen_by(asked, 1) == {"cave": [*SEEN]}
    assert seen_by(ordered, 0) == {"cave": [*SEEN[::-1]]}
    assert seen_by(ordered, 1) == seen_by(ordered, None) == {}


def test_cave_r23_13_the_order_of_a_stack_is_the_secret_of_who_made_it() -> None:
    one, other = (looking().then(0, OrderCards(cards=cards)) for cards in (SEEN, SEEN[::-1]))

    assert one.state != other.state
    for viewer in (None, 1):
        assert view(one.state, viewer) == view(other.state, viewer)
    assert view(one.state, 0) != view(other.state, 0)
    assert prompts(one.state) == prompts(other.state)


def test_cave_r23_11_cards_seen_on_top_are_drawn_first_and_without_chance() -> None:
    known = (("J49", (0,)), ("J25", (0,)))
    drawn = do(scene(hero(area="W2"), tops={"cave": known}), ExploreArea(seat=0))

    assert [(event.card, event.draws) for event in drawn.of("card_drawn")] == [("J49", None), ("J25", None)]


def test_cave_r23_13_what_is_asked_and_what_it_is_about_is_public() -> None:
    state = scene(hero(area="S1"), lying={"S1": ("J40",)}, question=Taking(seat=0, card="J40"))
    asked = view(state, None)["asked"]

    assert asked == {
        "kind": "take",
        "seats": (0,),
        "about": {"card": "J40", "area": "S1", "full": False},
    }


def test_cave_r23_13_what_is_still_to_be_done_is_public_and_the_open_question_stands_last() -> None:
    state = scene(hero(area="S1"), lying={"S1": ("J40",)}, question=Taking(seat=0, card="J40"))

    assert view(state, None)["agenda"] == [
        {"do": "end_turn", "seat": 0},
        {"do": "take", "seat": 0, "cast_done": False, "card": "J40"},
    ]
    assert view(Finished(state.board, "crystal", (0,)), None)["agenda"] == []


def test_cave_r25_17_who_has_seen_the_top_of_a_stack_is_public() -> None:
    asked = looking()
    ordered = asked.then(0, OrderCards(cards=SEEN[::-1]))

    for viewer in (0, 1, None):
        assert view(asked.state, viewer)["seen_by"] == {"cave": [(0, 1)] * 3}
        assert view(ordered.state, viewer)["seen_by"] == {"cave": [(0,)] * 3}


def test_cave_r23_10_who_is_out_and_who_has_resigned_since_is_public() -> None:
    board = scene(hero(), hero("C6"), None, None, out=(None, None, "eliminated", "eliminated"), gone=(3, 2)).board
    shown = view(Running(replace(board, resigned=(2,))), None)

    assert (shown["gone"], shown["resigned"], shown["questions"]) == ((3, 2), (2,), 1)


def test_cave_r25_17a_a_peek_shows_no_more_cards_than_there_are_and_renews_nothing() -> None:
    chain = Chain(seat=0, text="peek(cave,3)", source="J30", origin="stranger")
    peeked = do(scene(hero(), stacks={"cave": ("J05",)}, discards=("J24",)), chain)

    assert peeked.one("cards_peeked").cards == ("J05",)
    assert peeked.board.cave.discard == ("J24",)
    assert peeked.board.cave.size == 1


def total_of(who: Any, kind: str, stat: str) -> Any:
    shown: Any = view(scene(who), None)["adventurers"]
    (found,) = [each for each in shown[0]["totals"] if (each["kind"], each["stat"]) == (kind, stat)]
    return found


def test_cave_1_6a_the_view_shows_the_totals_that_fights_gates_trials_and_tests_would_use_and_why() -> None:
    hunter = hero("C4", objects=("J38", "J37"), bonus=2)

    assert total_of(hunter, "fight", "strength")["total"] == 4 + 2
    assert total_of(hero("C6", objects=("J38",)), "monster_fight", "strength")["addends"] == (
        {"source": "strength", "amount": 4, "clause": "CAVE-1.6"},
        {"source": "J38", "amount": 2, "clause": "CAVE-R14.3"},
        {"source": "monster_slayer", "amount": 1, "clause": "CAVE-R27.13"},
    )
    assert total_of(hunter, "gate", "strength")["total"] == 4 + 2 + 2 + 2
    assert total_of(hero("C3"), "psychic_fight", "power")["total"] == 4 + 1
    assert total_of(hero("C3"), "psychic_duel", "power")["total"] == 4
    assert (total_of(hunter, "trial", "strength")["total"], total_of(hunter, "trial", "power")["total"]) == (6, 2)


def test_cave_r23_13_the_view_shows_both_sides_of_a_fight_that_is_about_to_be_fought() -> None:
    state = scene(hero("C5", objects=("J38",)), NOBODY, lying={"S1": ("J01", "J06")})
    shown: Any = view(do(state, Fight(seat=0, by="strength", cards=("J01", "J06"))).state, None)

    about = shown["asked"]["about"]
    assert (about["total"], about["enemy_total"]) == (2 + 2, 2 + 3)
    assert [found["source"] for found in about["enemy_addends"]] == ["J01", "J06"]


def test_cave_r23_13_the_view_shows_what_the_turn_has_used_up() -> None:
    state = scene(hero("C8", spells=("Z03",), endurance=3), discards=("Z04",))
    used: Any = view(play(state, 0, m.Cast(spell="Z03")).then(0, m.DarkPact(), picks=["Z05"]).state, None)[
        "turn_so_far"
    ]

    assert used == {
        "path": (),
        "left": (),
        "carried": 0,
        "opened": None,
        "dark_pact": True,
        "second_wind": False,
        "spells_held": (1, 0),
        "spells_cast": (1, 0),
    }


def test_no_class_of_the_code_is_named_in_what_is_asked() -> None:
    for question in (StartingTurn(seat=0), Taking(seat=0, card="J40")):
        shown: Any = view(scene(hero(), question=question), 0)["asked"]
        assert "do" not in shown["about"]
