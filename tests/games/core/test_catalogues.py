"""Catalogues: what is read of them, what stands in for what is missing, and what is refused."""

from collections.abc import Mapping
from pathlib import Path

import orjson
import pytest

from games.core.catalogues import Catalogue, NotAlike, mark_stand_ins, read
from games.core.languages import BY_CODE
from games.table.texts import TEXTS

ENGLISH = {"events": {"won": "{seat, seat} wins.", "paid": "{n, plural, one {# coin} other {# coins}}"}}


def catalogue(folder: Path, **files: Mapping[str, Mapping[str, str]]) -> Catalogue[str, str]:
    for code, sections in files.items():
        (folder / f"{code}.json").write_bytes(orjson.dumps(sections))
    return read(folder, {code: BY_CODE[code] for code in ("en", "pl")})


def test_a_catalogue_has_each_text_in_each_language(tmp_path: Path) -> None:
    polish = {"won": "Wygrywa {seat, seat}.", "paid": "{n, plural, one {# moneta} few {# monety} other {# monet}}"}
    found = catalogue(tmp_path, en=ENGLISH, pl={"events": polish})
    assert found["events.won"] == {"en": "{seat, seat} wins.", "pl": "Wygrywa {seat, seat}."}
    assert list(found.table("events")) == ["won", "paid"]
    assert found.say("pl", "events.paid", n=22) == "22 monety"
    assert found.told("en", "events", "paid", {"n": 1}) == "1 coin"


def test_what_a_language_lacks_stands_in_english_and_is_marked_in_tests(tmp_path: Path) -> None:
    found = catalogue(tmp_path, en=ENGLISH, pl={"events": {"won": "Wygrywa {seat, seat}."}})
    assert found["events.paid"]["pl"] == "⟦{n, plural, one {# coin} other {# coins}}⟧"
    assert found.say("pl", "events.paid", n=2) == "⟦2 coins⟧"
    assert found.say("pl", "events.won", seat=1) == "Wygrywa Miejsce 1."


def test_a_language_without_a_file_stands_in_english(tmp_path: Path) -> None:
    assert catalogue(tmp_path, en=ENGLISH).say("pl", "events.won", seat=1) == "⟦Miejsce 1 wins.⟧"


def test_nothing_is_marked_where_nobody_asked_for_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.core.catalogues._marks", ("", ""))
    assert catalogue(tmp_path, en=ENGLISH)["events.won"]["pl"] == "{seat, seat} wins."
    mark_stand_ins()
    assert catalogue(tmp_path, en=ENGLISH)["events.won"]["pl"] == "⟦{seat, seat} wins.⟧"


def test_a_fragment_stands_in_each_text_that_names_it(tmp_path: Path) -> None:
    english = {
        "events": {"drawn": "{seat, seat} draws {cards, message}."},
        "fragments": {"cards": "{n, plural, one {# {kind, message}} other {# {kind, message}s}}", "kind": "card"},
    }
    found = catalogue(tmp_path, en=english)
    assert found["events.drawn"]["en"] == "{seat, seat} draws {n, plural, one {# card} other {# cards}}."
    assert found.say("en", "events.drawn", seat=0, n=2) == "Seat 0 draws 2 cards."


def test_a_text_whose_fragment_is_not_translated_stands_in_english(tmp_path: Path) -> None:
    english = {"events": {"drawn": "{seat, seat} draws {cards, message}."}, "fragments": {"cards": "a card"}}
    polish = {"events": {"drawn": "{seat, seat} ciągnie {cards, message}."}}
    assert catalogue(tmp_path, en=english, pl=polish)["events.drawn"]["pl"] == "⟦{seat, seat} draws a card.⟧"


@pytest.mark.parametrize(
    ("english", "polish", "fault"),
    [
        ("{a} and {b}", "{a}", "the text events.x has different arguments|events.x has different arguments"),
        ("{a, select, one {x} other {y}}", "{a, select, two {x} other {y}}", "events.x has different variants"),
        ("{n, plural, one {x} other {y}}", "{n, plural, one {x} other {y}}", "events.x counts n in pl without few"),
        ("{a", "{a", "events.x: the message '{a' has no placeholder"),
        ("{seat, date}", "{seat, date}", "has no placeholder at"),
        ("{cards, message}", "x", "events.x takes in a fragment that there is not"),
        ("{loop, message}", "x", "takes itself in"),
    ],
)
def test_texts_that_do_not_fit_together_are_refused(tmp_path: Path, english: str, polish: str, fault: str) -> None:
    loop = {"loop": "({loop, message})"} if "loop" in english else {}
    with pytest.raises(NotAlike, match=fault):
        catalogue(tmp_path, en={"events": {"x": english}, "fragments": loop}, pl={"events": {"x": polish}})


def test_a_key_that_there_is_not_is_found_by_mypy_and_at_run_time() -> None:
    # Without these comments `make lint` fails, and if mypy took the keys, it would call the comments needless.
    with pytest.raises(KeyError):
        TEXTS["labels.resing"]  # type: ignore[index]
    with pytest.raises(KeyError):
        TEXTS.table("lables")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        TEXTS.say("en", "labels.resing")  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["en", "pl"])
def test_a_damaged_file_is_named(tmp_path: Path, code: str) -> None:
    (tmp_path / "en.json").write_bytes(orjson.dumps(ENGLISH))
    (tmp_path / f"{code}.json").write_bytes(b'{"events": {"won')
    with pytest.raises(ValueError, match=rf"{code}\.json is damaged"):
        read(tmp_path, {one: BY_CODE[one] for one in ("en", "pl")})


def test_the_english_file_has_to_be_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"en\.json is missing"):
        catalogue(tmp_path, pl=ENGLISH)
