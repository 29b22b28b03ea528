"""Catalogues: the texts of one room, a JSON file for each language. All files are checked against each other.

A file has sections, and a section has texts by key: `{"events": {"match_created": "A table is set up …"}}`. A text is a
message (`games/core/message_syntax.py`), and `{name, message}` in it stands for the text `name` of the section
`fragments`. `en.json` defines the keys and their order. A text that another language lacks is shown in English.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeAlias, TypeVar

import orjson

from games.core.json import JSON
from games.core.languages import BY_CODE, ENGLISH, Language
from games.core.message_syntax import Text, choices, names, parse
from games.core.messages import Book, Table, Tables, Texts, plain

SectionT = TypeVar("SectionT", bound=str)
KeyT = TypeVar("KeyT", bound=str)

# What a file holds: texts by section and key.
Sections: TypeAlias = Mapping[str, Mapping[str, str]]

FRAGMENTS = "fragments"
_FRAGMENT = re.compile(r"\{(\w+), message\}")
# Counting a plural's variants, `=1` tells as much as `one`.
EXACT = {"=1": "one"}
# Around an English text that stands in for a missing one. The tests set marks that can be seen.
UNMARKED, MARKED = ("", ""), ("⟦", "⟧")
_marks = UNMARKED


class NotAlike(ValueError):
    """A text is not a message, or differs in structure between languages."""


def mark_stand_ins() -> None:
    """From now on, put ⟦ and ⟧ around each English text that stands in for a missing one."""
    global _marks
    _marks = MARKED


class Catalogue(Generic[SectionT, KeyT]):
    """The texts of one room. `SectionT` and `KeyT` are its generated `Section` and `Key`, so that mypy knows them.

    `tables` has all sections, in the order of `en.json`.
    """

    def __init__(self, tables: Mapping[str, Table]) -> None:
        self.tables = tables
        self._books: dict[str, Book] = {}

    def table(self, section: SectionT) -> Table:
        """The texts of a section by key, in the order of `en.json`."""
        return self.tables[section]

    def __getitem__(self, key: KeyT) -> Texts:
        """The text `section.key` in each language."""
        section, _, name = key.partition(".")
        return self.tables[section][name]

    def say(self, language: str, key: KeyT, **arguments: JSON) -> str:
        """The text `section.key` in one language, with these arguments."""
        section, _, name = key.partition(".")
        return self.told(language, section, name, arguments)

    def told(self, language: str, section: str, name: str, arguments: Mapping[str, JSON]) -> str:
        """The same for a key that is known only at run time; a KeyError if the key does not exist."""
        book = self._books.get(language)
        if book is None:
            book = self._books[language] = Book(Tables(messages=self.tables, terms={}), language)
        return plain(book.say_once(section, name, arguments))


def load(package: str) -> Catalogue[Any, Any]:
    """The catalogue of a package, in all languages; `NotAlike` if texts differ in structure."""
    return read(files(package), BY_CODE)


def read(folder: Traversable, languages: Mapping[str, Language]) -> Catalogue[Any, Any]:
    """The catalogue of a folder, in these languages; a language without a file gets all texts in English."""
    own = {code: texts(folder, code) for code in languages}
    return Catalogue(
        {
            section: {key: _in_all(f"{section}.{key}", own, languages) for key in table}
            for section, table in own[ENGLISH].items()
        }
    )


def texts(folder: Traversable, code: str) -> Sections:
    """The texts in the file of one language, by section; empty where there is no file.

    Raises ValueError with the file's name if the file is damaged, and if English is missing, because English replaces
    missing texts.
    """
    file = folder.joinpath(f"{code}.json")
    if not file.is_file():
        if code == ENGLISH:
            raise ValueError(f"{file} is missing")
        return {}
    try:
        found: Sections = orjson.loads(file.read_bytes())
    except orjson.JSONDecodeError as error:
        raise ValueError(f"{file} is damaged: {error}") from None
    return found


def fragments_in(text: str) -> Iterable[str]:
    """The names of the fragments that a text includes."""
    return _FRAGMENT.findall(text)


def _in_all(what: str, own: Mapping[str, Sections], languages: Mapping[str, Language]) -> Texts:
    """The text `section.key` in all languages; in English for a language that lacks it, or one of its fragments."""
    section, _, key = what.partition(".")
    wholes = {code: _whole(what, sections.get(section, {}).get(key), sections) for code, sections in own.items()}
    translated = {code: text for code, text in wholes.items() if text is not None}
    if ENGLISH not in translated:
        raise NotAlike(f"{what} takes in a fragment that there is not")
    check_alike(what, translated, languages)
    before, behind = _marks
    stand_in = f"{before}{translated[ENGLISH]}{behind}"
    return {code: translated.get(code, stand_in) for code in own}


def _whole(what: str, text: str | None, sections: Sections) -> str | None:
    """A text with its fragments put in; None where the text is missing, or where the language lacks a fragment."""
    if text is None:
        return None
    fragments = sections.get(FRAGMENTS, {})
    for _ in range(len(fragments) + 1):
        taken_in = set(fragments_in(text))
        if not taken_in:
            return text
        if taken_in - fragments.keys():
            return None
        text = _FRAGMENT.sub(lambda found: fragments[found[1]], text)
    raise NotAlike(f"{what} takes itself in")


def check_alike(what: str, translated: Texts, languages: Mapping[str, Language] = BY_CODE) -> None:
    """Check that a text is a message with the same arguments and variants in each of these languages."""
    # Three texts of four are words alone: nothing of them can be wrong.
    if not any("{" in text or "}" in text for text in translated.values()):
        return
    try:
        parsed = {code: parse(text) for code, text in translated.items()}
    except ValueError as error:
        raise NotAlike(f"{what}: {error}") from error
    if len({frozenset(names(text)) for text in parsed.values()}) > 1:
        raise NotAlike(f"{what} has different arguments")
    if len({_selects(text) for text in parsed.values()}) > 1:
        raise NotAlike(f"{what} has different variants")
    for code, text in parsed.items():
        for choice in choices(text):
            variants = {EXACT.get(variant, variant) for variant in choice.variants}
            if choice.is_plural and (lacking := sorted(languages[code].needed - variants)):
                raise NotAlike(f"{what} counts {choice.name} in {code} without {', '.join(lacking)}")


def _selects(text: Text) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((one.name, frozenset(one.variants)) for one in choices(text) if not one.is_plural)
