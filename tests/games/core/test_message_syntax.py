import pytest

from games.core.message_syntax import parse


@pytest.mark.parametrize("wrong", ["{", "{a", "}", "{a, plural, one {x}}", "{a, date}", "{a, select, b}", "{a b}"])
def test_what_is_no_message_is_an_error(wrong: str) -> None:
    with pytest.raises(ValueError, match="message"):
        parse(wrong)
