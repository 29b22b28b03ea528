"""What the log of all heads is told by the environment."""

from pathlib import Path

import pytest

from config.environment.log_settings import log_keys, log_name, log_witnesses
from config.local_stack.keys import log_key
from tests.games.headlog.logs import WITNESSES

KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
W1, W2 = (str(one.public) for one in WITNESSES[:2])


def test_a_key_is_32_bytes_and_there_may_be_more_while_they_change() -> None:
    assert log_keys(KEY) == [bytes(range(32))]
    assert log_keys(f"{'A' * 43}, {KEY}") == [bytes(32), bytes(range(32))]
    assert log_keys(" ") == []


@pytest.mark.parametrize("text", ["…", KEY[:-4], KEY + "AAAA", f"{KEY},", "not base64!", f"{KEY} {KEY}"])
def test_what_is_no_key_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(ValueError, match="LOG_KEY is not 32 bytes") as refused:
        log_keys(text)
    assert text not in str(refused.value)


def test_a_key_that_make_serve_has_made_is_good(tmp_path: Path) -> None:
    assert len(log_keys(log_key(tmp_path))[0]) == 32
    assert log_key(tmp_path) == log_key(tmp_path)


@pytest.mark.parametrize(
    ("text", "url", "name"),
    [
        ("", "https://play.example.org", "play.example.org/log"),
        ("", "https://example.org/games", "example.org/games/log"),
        ("play.example.org/log/2", "https://elsewhere.example", "play.example.org/log/2"),
    ],
)
def test_a_log_is_called_as_it_is_told_or_by_its_address(text: str, url: str, name: str) -> None:
    assert log_name(text, url) == name


@pytest.mark.parametrize("text", ["two words", "one+more", "a\nb"])
def test_a_name_that_no_note_can_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="LOG_NAME"):
        log_name(text, "https://play.example.org")


def test_witnesses_have_a_key_and_an_address_each() -> None:
    found = log_witnesses(f"{W1} https://one.example/, {W2} http://127.0.0.1:8100")
    assert [(str(one.key), one.url) for one in found] == [(W1, "https://one.example"), (W2, "http://127.0.0.1:8100")]
    assert log_witnesses("") == []


@pytest.mark.parametrize("text", [W1, "https://one.example", f"{W1}x https://one.example", f"{W1} file:///etc/passwd"])
def test_what_is_no_witness_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="LOG_WITNESSES"):
        log_witnesses(text)
