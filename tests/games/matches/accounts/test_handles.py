import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.accounts import handles, passwords, tokens
from games.matches.accounts.players import is_email, sign_up
from games.matches.errors import AlreadyCreated, HandleTaken, Invalid
from games.matches.models.people import Player
from tests.cast import person

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


@settings(max_examples=300)
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


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("7chars!", "password_too_short"),
        ("9351702648", "password_entirely_numeric"),
        ("password123", "password_too_common"),
        ("WIZARD_OF_ODDS", "password_is_handle"),
    ],
)
def test_a_weak_password_is_refused_without_being_quoted(password: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        sign_up("wizard_of_odds", locale="en", key=None, password=password)
    assert code in [wrong.code for wrong in refused.value.violations]
    assert {wrong.pointer for wrong in refused.value.violations} == {"/password"}
    assert password not in repr(refused.value.violations)
    assert not Player.objects.filter(handle="wizard_of_odds").exists()


def test_a_password_opens_however_its_letters_are_composed() -> None:
    kept = passwords.hashed(unicodedata.normalize("NFD", "żółta łódź"))
    assert passwords.opens(unicodedata.normalize("NFC", "żółta łódź"), kept)
    assert not passwords.opens("zolta lodz", kept)


def test_no_password_opens_where_none_is_kept() -> None:
    assert not passwords.opens("", "")
    assert not passwords.opens("anything", "")


def test_eight_requests_at_once_under_one_key_make_one_token() -> None:
    player = Player.objects.get(id=person("Alice").id)

    def issue(_: int) -> str | None:
        try:
            return tokens.issue(player, label="laptop", scopes=["read"], key="race")[1]
        except AlreadyCreated:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        made = [secret for secret in pool.map(issue, range(8)) if secret is not None]
    assert len(made) == 1
    assert player.tokens.filter(label="laptop").count() == 1


@pytest.mark.parametrize("host", [f"b{'ü' * 70}.com", "b.com\u2028c", "\uff0e.com", "b.com\nBcc: c@d.com"])
def test_an_address_that_fits_into_no_mail_is_none(host: str) -> None:
    assert not is_email(f"a@{host}")
    assert is_email("a@bücher.example")
