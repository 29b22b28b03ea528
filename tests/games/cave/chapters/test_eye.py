from games.cave import moves as m
from tests.games.cave.scene import carry_out


def test_cave_r25_17_peek_reorder_puts_the_cards_back_in_the_order_named() -> None:
    asked = carry_out("peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", picks=["J12", "J40", "J25"])
    assert asked.question.kind == "eye"

    ordered = asked.then(0, m.OrderCards(cards=("J40", "J25", "J12")))
    assert [seen.card for seen in ordered.board.cave.top] == ["J40", "J25", "J12"]
    assert ordered.one("stack_ordered").order == ("J40", "J25", "J12")
    assert "choice_made" not in ordered.types


def test_cave_r23_1_the_eye_asks_about_two_equal_cards_too() -> None:
    asked = carry_out(
        "peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", stacks={"cave": ("J01", "J01")}
    )

    assert asked.question.kind == "eye"


def test_cave_r25_17_of_one_card_no_order_is_asked() -> None:
    played = carry_out("peek_reorder(choice,3)", source="Z08", origin="spell", deck="cave", stacks={"cave": ("J12",)})

    assert played.question.kind == "start_action"
