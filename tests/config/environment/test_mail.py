import pytest

from config.environment.mail import match_url


def test_a_match_is_opened_where_the_setting_says() -> None:
    assert match_url("https://play.example.org/#/{match}") == "https://play.example.org/#/{match}"


@pytest.mark.parametrize("text", ["", "https://play.example.org/", "play.example.org/{match}", "javascript:{match}"])
def test_what_opens_no_match_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValueError, match="MATCH_URL"):
        match_url(text)
