from games.cave.agenda.jobs import ExploreArea
from tests.games.cave.scene import carry_out, do, hero, ignored, scene


def test_cave_r13_6_an_empty_stack_is_renewed_from_its_discard() -> None:
    drawn = do(scene(hero("C4", "W1"), stacks={"cave": ()}, discards=("J40",)), ExploreArea(seat=0))

    assert drawn.one("deck_renewed").count == 1
    assert drawn.one("card_drawn").card == "J40"


def test_cave_r23_11_cards_seen_on_top_are_drawn_first_and_in_order() -> None:
    tops = {"cave": (("J42", (1,)), ("J40", (1,)))}
    drawn = do(scene(hero("C4", "N3"), tops=tops), ExploreArea(seat=0))

    assert [event.card for event in drawn.of("card_drawn")] == ["J42", "J40"]
    assert all(event.draws is None for event in drawn.of("card_drawn"))


def test_cave_0_10a_any_card_of_a_stack_may_come_first() -> None:
    for card in ("J01", "J30", "J49"):
        drawn = do(
            scene(hero("C4", "W1", strength=9, power=9)),
            ExploreArea(seat=0),
            picks=[card],
            dice=(6, 1) * (card == "J01"),
        )
        assert drawn.one("card_drawn").card == card


def test_cave_9_5a_with_stack_and_discard_empty_nothing_is_drawn() -> None:
    played = carry_out("spell(1)", hero("C5"), stacks={"spells": ()})

    assert ignored(played) == "no_spell_left"


def test_cave_9_5a_used_spells_become_the_stack() -> None:
    played = carry_out("spell(1)", hero("C5"), stacks={"spells": ()}, discards=("Z01", "Z03"), picks=["Z03"])

    assert played.one("deck_renewed").count == 2
    assert played.hero().spells == ("Z03",)
    assert played.board.spells.stack == ("Z01",)
