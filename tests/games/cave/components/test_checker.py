import pytest

from games.cave.components import cards, chambers
from games.cave.components.areas import AREAS
from games.cave.components.card import Card, CardType, Timing
from games.cave.effects.grammar import EffectError
from games.cave.effects.parser import parse
from tests.games.cave.components.checker import check_area, check_card, check_chamber
from tests.support.asserting import assert_nothing_raised


def test_cave_r28_1_each_card_uses_only_the_words_of_its_type() -> None:
    # The error names the card.
    with assert_nothing_raised():
        for card in cards.CARDS:
            check_card(card)


def test_cave_r26_4_and_r19_2_each_instruction_uses_only_the_words_of_its_place() -> None:
    with assert_nothing_raised():
        for area in AREAS:
            check_area(area)
        for chamber in chambers.BY_ID.values():
            check_chamber(chamber.id, chamber.steps)


@pytest.mark.parametrize(
    ("type", "text"),
    [
        ("event", "bonus(power,1,always)"),
        ("event", "stay"),
        ("event", "roll(1-6: weapon)"),
        ("event", "target(adventurer: slow(1))"),
        ("event", "go(area:Q9)"),
        ("event", "infirmary"),
        ("object", "gain(gold,1)"),
        ("place", "on_defeat(none)"),
        ("spell", "gain(gold,1)"),
        ("stranger", "pay(1: peek_reorder(choice,3))"),
        ("animal", "slow(1)"),
    ],
)
def test_cave_r25_a_word_in_the_wrong_place_is_found(type: CardType, text: str) -> None:
    when: Timing | None = "own_turn_any" if type == "spell" else None
    value = 3 if type == "animal" else None
    card = Card(id="X1", deck="cave", type=type, value=value, when=when, steps=parse(text))
    with pytest.raises(EffectError, match=r"cannot stand here|there is no area"):
        check_card(card)


def test_cave_r25_an_enemy_without_a_value_and_a_spell_without_a_moment_are_found() -> None:
    with pytest.raises(EffectError, match="value"):
        check_card(Card(id="X1", deck="cave", type="animal"))
    with pytest.raises(EffectError, match="says when"):
        check_card(Card(id="X2", deck="spells", type="spell", steps=parse("gate_open")))
