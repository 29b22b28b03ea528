from games.cave.agenda.jobs import Chain, ExploreArea
from games.cave.agenda.questions import Eye, Taking
from games.cave.moves import OrderCards
from games.cave.prompts import prompts
from games.cave.view import view
from tests.games.cave.scene import Played, carry_out, do, hero, scene

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
        "about": {"seat": 0, "cast_done": False, "card": "J40"},
    }


def test_cave_r25_17a_a_peek_shows_no_more_cards_than_there_are_and_renews_nothing() -> None:
    chain = Chain(seat=0, text="peek(cave,3)", source="J30", origin="stranger")
    peeked = do(scene(hero(), stacks={"cave": ("J05",)}, discards=("J24",)), chain)

    assert peeked.one("cards_peeked").cards == ("J05",)
    assert peeked.board.cave.discard == ("J24",)
    assert peeked.board.cave.size == 1
