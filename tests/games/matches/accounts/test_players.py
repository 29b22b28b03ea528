import pytest

from games.matches.accounts.players import is_email


@pytest.mark.parametrize("host", [f"b{'ü' * 70}.com", "b.com\u2028c", "\uff0e.com", "b.com\nBcc: c@d.com"])
def test_an_address_that_fits_into_no_mail_is_none(host: str) -> None:
    assert not is_email(f"a@{host}")
    assert is_email("a@bücher.example")
