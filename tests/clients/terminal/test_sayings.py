"""The client's own texts: all languages have the same ones, and the user's locale chooses."""

import json
import re
from pathlib import Path

import pytest
from tabularium_client.terminal import sayings
from tabularium_client.terminal.sayings import LANGUAGES, Sayings, spoken

ROOM = Path(sayings.__file__).parent
TEXTS = {code: json.loads((ROOM / f"texts/{code}.json").read_text("utf-8")) for code in LANGUAGES}
CODE = "".join(path.read_text("utf-8") for path in ROOM.rglob("*.py"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_texts_in_the_same_order_with_the_same_arguments(language: str) -> None:
    assert list(TEXTS[language]) == list(TEXTS["en"])
    for key, text in TEXTS[language].items():
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", TEXTS["en"][key]), key
        assert text.strip() == text
        assert text


def test_some_code_uses_every_text() -> None:
    made = re.compile(r"^(level|clock|legend)_")
    words = set(re.findall(r"[a-z_]+", CODE)) | {word.replace("-", "_") for word in re.findall(r"[a-z]+-label", CODE)}
    assert [key for key in TEXTS["en"] if key not in words and not made.match(key)] == []


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "he_IL.UTF-8"}, "he"),
        ({"LANG": "iw_IL"}, "he"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": ""}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale_where_it_is_spoken(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language


def test_a_text_takes_its_arguments_and_an_unknown_language_is_english() -> None:
    assert Sayings("en")("which_step", most=9) == "To which step, of 9?"
    assert Sayings("xx").language == "en"
    assert Sayings("he").right_to_left
