"""No identifier, no English in other languages: over every message, and over whole matches as they were recorded."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core.message_syntax import Choice, Part, parse
from games.core.messages import plain
from games.matches.presentation.words import Words, tables
from games.registry import GAMES, find
from tests.games.scripts import BOTH, LATIN, NAMES, WORD

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.ndjson"))
# What a description ends with: the clauses that it stands on.
CLAUSES = re.compile(r" \([A-Z]+-[^)]*\)")
# What a fork goes on from.
MATCH_ID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
CREATURES = frozenset({"Amulet", "Demon", "Echo", "Goblin", "Hydra", "Kobold", "Minotaur", "Portal", "Troll"})


def literals(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Choice):
            for variant in part.variants.values():
                yield from literals(variant)


def said(slug: str, language: str) -> Iterator[str]:
    """Every word that a game and its table can say, but for the arguments."""
    for game in GAMES[slug].values():
        known = tables(game)
        for table in known.messages.values():
            for texts in table.values():
                yield from literals(parse(texts[language]))
        yield from (names[language] for names in known.terms.values())
        yield from (re.sub(r"\{\w+\}", "", refusal.texts[language]) for refusal in game.refusals.values())
        yield game.duration_hint[language]
        for option in game.option_texts.values():
            for texts in (option.title, option.description, *option.values.values()):
                yield CLAUSES.sub("", texts[language])


@pytest.mark.parametrize("language", ["en", "he", "pl"])
@pytest.mark.parametrize("slug", GAMES)
def test_no_word_is_an_identifier(slug: str, language: str) -> None:
    assert [text for text in said(slug, language) if "_" in text] == []


@pytest.mark.parametrize("slug", GAMES)
def test_hebrew_has_no_latin_letter_but_in_names(slug: str) -> None:
    assert {word for text in said(slug, "he") for word in LATIN.findall(text)} - NAMES == set()


@pytest.mark.parametrize("slug", GAMES)
def test_polish_has_no_english_word_but_names(slug: str) -> None:
    english = {word for text in said(slug, "en") for word in WORD.findall(text)}
    polish = {word for text in said(slug, "pl") for word in WORD.findall(text)}
    assert english & polish - NAMES - BOTH - CREATURES == set()


@pytest.mark.parametrize("language", ["en", "he", "pl"])
@pytest.mark.parametrize("slug", GAMES)
def test_a_table_is_set_up_for_the_game_by_its_name(slug: str, language: str) -> None:
    game = find(slug, next(iter(GAMES[slug])))
    created: dict[str, Any] = {"type": "match_created", "seat": None, "data": {"game": slug, "seats": 3}, "private": []}
    text = plain(Words((language,)).event(game, created)["text"])
    assert re.search(rf'(for |"|„){game.names[language]}[:"”]', text)


def told(path: Path, language: str) -> Iterator[str]:
    _, *rows, _ = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    created: Any = rows[0]["envelope"]["data"]
    game, words = find(created["game"], created["rules"]), Words((language,))
    for row in rows:
        yield plain(words.event(game, {**row["envelope"], "private": row["openings"]})["text"])
        yield plain(words.event(game, {**row["envelope"], "private": []})["text"])


@pytest.mark.parametrize("language", ["en", "he", "pl"])
@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_a_whole_match_is_told_in_whole_sentences_without_identifiers(path: Path, language: str) -> None:
    for text in told(path, language):
        assert "_" not in text
        assert text.endswith((".", "!", "?"))
        if language == "he":
            assert set(LATIN.findall(MATCH_ID.sub("", text))) <= NAMES
