"""A word laid by keys: a Latin key for each card, a Hebrew keyboard, and fog that asks for its letter."""

from tabularium_client.terminal.laying import ALPHABET, KEYS, Card, Laying

HAND = (
    Card("L-מ-1", "letter", "מ"),
    Card("E-1", "effect", "snowball"),
    Card("L-י-2", "letter", "י"),
    Card("F-1", "fog", "fog"),
    Card("L-מ-2", "letter", "מ"),
)


def laying() -> Laying:
    return Laying(HAND)


def test_effects_are_no_part_of_a_word_and_each_other_card_has_the_key_of_its_place() -> None:
    one = laying()
    assert [card.id for card in one.hand] == ["L-מ-1", "L-י-2", "F-1", "L-מ-2"]
    assert (one.press("a"), one.press("b"), one.press("a"), one.press("e")) == (True, True, False, False)
    assert one.press("d")
    assert one.word == "מים"
    assert one.move("p1") == {
        "prompt": "p1", "type": "cast_word", "word": "מים", "card_ids": ["L-מ-1", "L-י-2", "L-מ-2"],
    }  # fmt: skip


def test_hebrew_keys_lay_letters_before_fog_and_final_forms_are_the_same_card() -> None:
    one = laying()
    assert all(one.press(sign) for sign in "מים")
    assert [card.id for card, _ in one.laid] == ["L-מ-1", "L-י-2", "L-מ-2"]
    assert one.press("ש")
    assert [card.id for card, _ in one.laid][-1] == "F-1"
    assert not one.press("ש")
    assert one.word == "מימש"


def test_fog_by_its_key_asks_for_a_letter_by_either_keyboard_and_can_be_taken_back() -> None:
    one = laying()
    assert one.press("c")
    assert one.wants is not None
    assert not one.press("z")
    assert one.press(KEYS[ALPHABET.index("ד")])
    assert one.word == "ד"
    assert one.press("a")
    one.take_back()
    one.take_back()
    assert one.press("c")
    one.take_back()
    assert not one.laid
    assert one.press("a")
    one.take_back()
    assert one.press("c")
    assert one.press("ן")
    assert [letter for _, letter in one.laid] == ["נ"]
    one.take_back()
    one.take_back()
    assert one.laid == []


def test_keys_that_mean_nothing_do_nothing() -> None:
    one = laying()
    assert not any(one.press(key) for key in ("", "enter", "1", "?", "z", "א"[:0]))
    assert one.laid == []
