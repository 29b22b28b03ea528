from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.spell_a_spell.components.laying import FOG, lay, spells
from games.spell_a_spell.components.spelling import LETTERS

faces = st.lists(st.sampled_from([*"אבגש", FOG, FOG, "snowball"]), max_size=9)
keys = st.text(alphabet="אבגש", min_size=1, max_size=6)


def test_sas_10_the_cards_are_laid_in_reading_order() -> None:
    assert lay("קופ", ["פ", "ק", "ל", "ו"]) == (1, 3, 0)


def test_sas_28_a_letter_that_is_not_in_hand_is_laid_with_fog() -> None:
    assert lay("אש", [FOG, "א"]) == (1, 0)


def test_sas_6_letter_cards_go_before_fog_cards_and_the_first_of_two_before_the_second() -> None:
    assert lay("אא", [FOG, "א", "א"]) == (1, 2)
    assert lay("אא", [FOG, "א", FOG]) == (1, 0)
    assert lay("א", ["ב", "א", "א"]) == (1,)


def test_sas_10_an_effect_card_lays_no_letter() -> None:
    assert lay("אש", ["א", "firewall"]) is None
    assert not spells("א", ["firewall"])


def test_sas_13_three_fogs_lay_any_word_of_three() -> None:
    assert lay("קופ", [FOG] * 3) == (0, 1, 2)
    assert lay("חתול", [FOG] * 3) is None


def test_sas_12_as_many_cards_are_laid_as_the_word_has_letters() -> None:
    assert spells("קופ", ["ק", FOG, "פ"])
    assert not spells("קופ", ["ק", "ו"])
    assert not spells("קופ", ["ק", "ו", "פ", FOG])
    assert not spells("קופ", ["ו", "ק", "פ"])


@given(keys, faces)
def test_sas_10_what_is_laid_spells_the_word_with_distinct_cards(key: str, hand: list[str]) -> None:
    places = lay(key, hand)
    missing = (Counter(key) - Counter(face for face in hand if face in LETTERS)).total()
    assert (places is not None) == (missing <= hand.count(FOG))
    if places is not None:
        laid = [hand[place] for place in places]
        assert len(set(places)) == len(places)
        assert spells(key, laid)
        assert laid.count(FOG) == missing
