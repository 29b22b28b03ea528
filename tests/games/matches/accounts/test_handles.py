import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.accounts import handles
from games.matches.accounts.players import sign_up
from games.matches.errors import HandleTaken
from tests.support.cast import STRANGER, person
from tests.support.examples import examples

LATIN, HEBREW = "abcxyzABCXYZąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "אבגדהוזחטיכלמנסעפצקרשתךםןףץ"
one_script = st.sampled_from([LATIN, HEBREW]).flatmap(
    lambda letters: st.text(letters + "0123456789_", min_size=3, max_size=24)
)


@given(one_script)
def test_letters_of_one_script_digits_and_the_line_make_a_handle(handle: str) -> None:
    assert handles.handle_fault(handle) is None


@given(one_script, st.integers(0, 24), st.sampled_from(" -.@\u0000\n\u0301\u200f²①🧙"))
def test_any_other_sign_spoils_a_handle(handle: str, place: int, sign: str) -> None:
    assert handles.handle_fault(handle[:place] + sign + handle[place:]) is not None


@given(st.text(LATIN, min_size=1), st.text(HEBREW, min_size=1))
def test_two_scripts_spoil_a_handle(latin: str, hebrew: str) -> None:
    assert handles.handle_fault(latin + hebrew) is not None


@pytest.mark.parametrize("length", [0, 2, 25, 64])
def test_a_handle_has_3_to_24_characters(length: int) -> None:
    assert handles.handle_fault("a" * length) is not None


@settings(max_examples=examples(300))
@given(st.text(min_size=3, max_size=24) | st.text("ﷺﷻﷸﬃǆŉẞİ", min_size=3, max_size=24))
def test_what_can_be_a_handle_has_a_key_that_fits_its_column(handle: str) -> None:
    name = unicodedata.normalize("NFC", handle)
    if handles.handle_fault(name) is None:
        assert 3 <= len(handles.handle_key(name)) <= 96


@given(one_script)
def test_handles_that_differ_in_case_alone_are_the_same(handle: str) -> None:
    assert handles.handle_key(handle.upper()) == handles.handle_key(handle.lower()) == handles.handle_key(handle)


@pytest.mark.parametrize("handle", ["ﷺﷺﷺ", "Ŀamaĸ", "שׁלום"])
def test_a_letter_that_stands_for_more_than_letters_spoils_a_handle(handle: str) -> None:
    assert handles.handle_fault(handle) == "A handle is made of letters, digits and _."


def test_a_handle_is_kept_in_composed_letters() -> None:
    composed = unicodedata.normalize("NFC", person("Zoë").handle + "é")
    made, _ = sign_up(unicodedata.normalize("NFD", composed), locale="en", key=None)
    assert made.handle == composed


def test_handles_that_differ_in_width_or_composition_alone_are_the_same() -> None:
    assert handles.handle_key("Ｗｉｚ") == handles.handle_key("wiz")
    taken = person("Zoë")
    with pytest.raises(HandleTaken):
        sign_up(unicodedata.normalize("NFD", taken.handle), locale="en", key=None)


def test_handles_that_differ_by_the_dot_of_an_i_alone_are_the_same() -> None:
    assert handles.handle_fault("I\u015f\u0131k") is None
    assert handles.handle_key("adm\u0131n") == handles.handle_key("admin")


@pytest.mark.parametrize("handle", ["\u1d00\u1d05\u1d0d\u026a\u0274", "adm\u026an", "\u0280oot"])
def test_a_handle_has_no_letters_that_are_smaller_forms_of_others(handle: str) -> None:
    assert handles.handle_fault(handle) is not None


@pytest.mark.parametrize(
    "handle", ["\u3164\u3164\u3164", "\u115f\u1160\u115f", "가\uffa0나", "a\u202eb", "ab\U000e0041"]
)
def test_a_handle_holds_no_letter_that_shows_nothing(handle: str) -> None:
    assert handles.handle_fault(handle) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "\ufeffa", "a\u00adb", "a\u061cb", "a\U000e0041", "a\ufe0f"),
        *("a\u3164", "a\u2800", "a\u034fb", "a\ue000", "a\U0010ffff", "a\u0378", "a\u2028b", "a\ud800", "a\x85"),
        *("\U0001d159", "a\ufffc", "a" + 5 * "\u0329"),
        *("\u0301", "\u0301a", " ", "\u00a0\u2003", "\u05b8"),
    ],
)
def test_a_name_is_what_can_be_seen(name: str) -> None:
    assert handles.name_fault(name) is not None


@pytest.mark.parametrize(
    "name", ["", "Zażółć gęślą", "שָׁלוֹם עֲלֵיכֶם", "צ׳יפס", "תנ״ך", "בית־ספר", "Zoe\u0301", "l'été – №1", "🧙 & 🐉"]
)
def test_points_accents_apostrophes_and_pictures_are_part_of_names(name: str) -> None:
    assert handles.name_fault(name) is None


def test_the_name_and_the_entropy_of_a_match_and_the_label_of_a_token_are_held_to_that() -> None:
    wish = {"game": "rock-paper-wizard", "seats": 3, "name": "safe\u202egnp.exe"}
    refused = person("Alice").post("/matches", wish)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/name")
    for entropy in ("safe\u202egnp.exe", "\x1b[2J", "\u200b"):
        refused = person("Bob").post("/matches", {**wish, "name": "safe", "entropy": entropy})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/entropy")
    assert person("Carol").post("/matches", {**wish, "name": "safe", "entropy": None}).status_code == 201
    log_in = {"handle": "nobody", "password": "correct horse battery", "label": "\u200b", "scopes": ["read"]}
    refused = STRANGER.post("/tokens", log_in)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/label")
