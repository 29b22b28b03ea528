import shutil
from pathlib import Path

import pytest

from api.pages import translations
from tests.config.test_rights import started


def start(texts: Path) -> tuple[int, str]:
    """The exit status of a process whose page has the texts in a folder, and its last line."""
    code = f"""
import pathlib
from api.pages import translations
translations.FOLDER = pathlib.Path({str(texts)!r})
import config.asgi
"""
    done = started(["-c", code])
    return done.returncode, (done.stderr.strip().splitlines() or [""])[-1]


def texts_in(folder: Path) -> Path:
    return Path(shutil.copytree(translations.FOLDER, folder / "texts"))


@pytest.mark.parametrize("name", ["en.json", "he.json", "pl.json"])
def test_a_damaged_text_of_the_page_stops_the_start_of_the_web_process_and_is_named(tmp_path: Path, name: str) -> None:
    texts = texts_in(tmp_path)
    damaged = texts / name
    damaged.write_bytes(damaged.read_bytes()[:-100])
    status, said = start(texts)
    assert status == 1
    assert f"{damaged} is damaged" in said


def test_a_web_process_without_the_page_s_english_texts_does_not_start(tmp_path: Path) -> None:
    texts = texts_in(tmp_path)
    (texts / "en.json").unlink()
    status, said = start(texts)
    assert (status, f"{texts / 'en.json'} is missing" in said) == (1, True)


def test_whole_texts_let_the_web_process_start(tmp_path: Path) -> None:
    assert start(texts_in(tmp_path))[0] == 0
