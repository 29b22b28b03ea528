"""The paraphrases of the rules in Hebrew and Polish: of every clause, and without a word of English."""

import re

import pytest

from games.registry import GAMES
from tests.games.scripts import BOTH, LATIN, NAMES, WORD

TABLES = [(slug, version.clauses) for slug, versions in GAMES.items() for version in versions.values()]
CLAUSES = [(clause, texts) for _, table in TABLES for clause, texts in table.items()]


# Not the 11 and the 2 of 11.2a.
FIGURE = re.compile(r"(?<![\d.])\d+(?!\d|\.\d)")


def told(language: str) -> list[tuple[str, str]]:
    return [(clause, texts[language]) for clause, texts in CLAUSES]


def test_every_clause_has_a_line_of_its_own_in_each_language() -> None:
    assert [
        clause for clause, texts in CLAUSES if len({*texts.values()}) != len(texts) or not all(texts.values())
    ] == []
    assert [
        clause for clause, texts in CLAUSES if any("\n" in text or text != text.strip() for text in texts.values())
    ] == []


@pytest.mark.parametrize("language", ["he", "pl"])
def test_a_translated_clause_is_a_sentence_without_identifiers(language: str) -> None:
    assert [clause for clause, text in told(language) if not text.endswith(".") or {*text} & {*"_`/"}] == []


def test_a_clause_in_hebrew_has_no_latin_letter_but_in_names() -> None:
    assert {word for _, text in told("he") for word in LATIN.findall(text)} - NAMES == set()


def test_a_clause_in_polish_has_no_english_word_but_names() -> None:
    english = {word for _, text in told("en") for word in WORD.findall(text)}
    assert {word for _, text in told("pl") for word in WORD.findall(text)} & english - NAMES - BOTH == set()


@pytest.mark.parametrize("language", ["he", "pl"])
def test_a_clause_has_the_same_figures_in_every_language(language: str) -> None:
    assert [clause for clause, texts in CLAUSES if figures(texts[language]) != figures(texts["en"])] == []


def figures(text: str) -> set[int]:
    """The numbers from 3 on, which no language writes as an article or a dual; a clause named by its number is none."""
    return {number for number in map(int, FIGURE.findall(text)) if number > 2}
