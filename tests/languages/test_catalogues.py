"""The catalogues of the project are whole, and what is listed of a language that is not."""

from pathlib import Path

import orjson
import pytest

from config.local_stack.stack import PROJECT
from games.core.languages import LANGUAGES
from languages import catalogues, keys
from languages.__main__ import main

FOLDERS = catalogues.folders(PROJECT)
NAMES = [folder.relative_to(PROJECT).as_posix() for folder in FOLDERS]


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_every_language_has_all_texts_and_no_others(folder: Path) -> None:
    assert catalogues.findings(folder, LANGUAGES) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_every_language_has_its_texts_in_the_order_of_english(folder: Path) -> None:
    assert {code: catalogues.keys(folder, code) for code in LANGUAGES} == dict.fromkeys(
        LANGUAGES, catalogues.keys(folder, "en")
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=NAMES)
def test_some_code_uses_every_text(folder: Path) -> None:
    assert catalogues.unused(folder, catalogues.words_of(PROJECT)) == []


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if catalogues.is_typed(folder)])
def test_the_types_of_the_keys_are_those_of_the_english_texts(folder: Path) -> None:
    assert (folder / "keys.py").read_text() == keys.module(orjson.loads((folder / "en.json").read_bytes()))


def test_what_is_wrong_with_a_language_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = tmp_path / "games" / "hall"
    room.mkdir(parents=True)
    (room / "__init__.py").touch()
    (room / "hall.py").write_text('TEXTS["greetings.hello"], TEXTS["greetings.goodbye"], "{name, message}"')
    english = {"greetings": {"hello": "Hello", "goodbye": "Bye, {who, message}", "sigh": "Oh"}}
    english["fragments"] = {"who": "you", "nobody": "one"}
    (room / "en.json").write_bytes(orjson.dumps(english))
    (room / "pl.json").write_bytes(orjson.dumps({"greetings": {"hello": "Cześć", "hey": "Hej"}}))

    assert main(tmp_path, ("en", "pl")) == 1
    assert capsys.readouterr().out.splitlines() == [
        "games/hall/pl.json lacks (4):",
        *("  greetings.goodbye", "  greetings.sigh", "  fragments.who", "  fragments.nobody"),
        "games/hall/pl.json has left over (1):",
        "  greetings.hey",
        "no code uses of games/hall (2):",
        *("  greetings.sigh", "  fragments.nobody"),
    ]
    assert '"greetings.hello", "greetings.goodbye"' in (room / "keys.py").read_text()


def test_a_language_that_is_half_done_is_no_error(tmp_path: Path) -> None:
    room = tmp_path / "games" / "hall"
    room.mkdir(parents=True)
    (room / "hall.py").write_text('TEXTS["greetings.hello"]')
    (room / "en.json").write_bytes(orjson.dumps({"greetings": {"hello": "Hello"}}))
    assert main(tmp_path, ("en", "pl")) == 0
