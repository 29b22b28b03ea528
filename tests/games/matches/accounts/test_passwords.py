import unicodedata

import pytest

from games.matches.accounts import passwords
from games.matches.accounts.players import sign_up
from games.matches.errors import Invalid
from games.matches.models.people import Player


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
