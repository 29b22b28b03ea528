import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleBroken
from games.spell_a_spell.components.spelling import LETTERS, MAX_TYPED, normal

FINALS = dict(zip("ךםןףץ", "כמנפצ", strict=True))
hebrew = st.text(alphabet=[*LETTERS, *FINALS], min_size=1, max_size=12)


def key(typed: str) -> str:
    return normal(typed).key


def test_sas_3_a_letter_card_stands_for_the_letter_in_any_position() -> None:
    assert key("קוף") == key("קופ") == "קופ"
    assert key("ךםןףץ") == "כמנפצ"


def test_sas_v24_points_fall_out_of_the_key_and_stay_in_what_is_shown() -> None:
    assert (key("קוּף"), normal("קוּף").shown) == ("קופ", "קוּף")
    assert key("שׁ\u05b8\u05c1לֶג") == "שלג"


@pytest.mark.parametrize("geresh", ["'", "\u2019", "׳"])
def test_sas_v24_geresh_has_no_card(geresh: str) -> None:
    assert key(f"ג{geresh}ירפה") == "גירפה"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("\ufb4f", "אל"),
        ("\ufb2a\ufb3cג", "שלג"),
        ("\ufb1f", "יי"),
        ("\u05f0", "וו"),
        ("\u05f1", "וי"),
        ("\ufb20ץ", "עצ"),
    ],
    ids=ascii,
)
def test_sas_5_presentation_forms_and_digraphs_are_split_into_letters(typed: str, expected: str) -> None:
    assert key(typed) == expected


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "בית ספר", " קוף", "קוף\n", "קוף\u200f", "\u2067קוף\u2069", "בית\u05beספר", "צה״ל", 'צה"ל', "קוף."),
        *("kof", "קof", "٣", "\u05b8", "'", "קוף\x00", "\ufb29", "\u05c6א", "\ud800", "א" * (MAX_TYPED + 1)),
    ],
    ids=ascii,
)
def test_sas_10_what_is_no_letter_point_or_geresh_is_refused(typed: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        normal(typed)
    assert (refused.value.code, refused.value.clause, refused.value.params) == ("word_malformed", "SAS-10", {})


@given(hebrew)
def test_sas_3_a_key_has_one_of_the_22_letters_for_each_letter_typed(typed: str) -> None:
    word = normal(typed)
    assert word.shown == typed
    assert word.key == "".join(FINALS.get(letter, letter) for letter in typed)


@given(st.text(max_size=80))
def test_sas_10_every_text_has_a_key_of_letters_or_is_refused(typed: str) -> None:
    try:
        word = normal(typed)
    except RuleBroken:
        return
    assert set(word.key) <= set(LETTERS)
    assert normal(word.shown) == word
    assert normal(word.key).key == word.key
