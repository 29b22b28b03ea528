"""Every catalogue of the project, and what its languages lack, have too much, or say for nobody."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from games.core.catalogues import FRAGMENTS, fragments_in
from games.core.languages import ENGLISH

# Where catalogues lie: folders with an `en.json`.
ROOMS = ("api", "config", "events", "games", "web")
# What may use their keys: code, and data that it reads.
CODE = ("*.tsv", "*.py", "*.js", "*.html", "*.ts")
# Held against the games' RULES.md by tests of their own; code names few of them.
CLAUSES = "clauses"
# A game's glossary, which clients get whole (`terms` of its content).
GLOSSARY = "words."
LEAST_BEGINNING = 6
_WORD = re.compile(r"\w+(?:-\w+)*")


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What is wrong with one language of a catalogue: keys that it lacks, and keys that English has not."""

    file: Path
    lacking: Sequence[str]
    left_over: Sequence[str]


def folders(root: Path) -> list[Path]:
    """The folders of all catalogues of a project, by name."""
    return sorted(file.parent for room in ROOMS for file in (root / room).rglob(f"{ENGLISH}.json"))


def keys(folder: Path, code: str) -> list[str]:
    """The keys of one language, `section.key`, however deep; none where there is no file."""
    return list(_leaves(_read(folder, code)))


def findings(folder: Path, codes: Sequence[str]) -> list[Findings]:
    """What is wrong with each of these languages; a language that is whole is not listed."""
    english = keys(folder, ENGLISH)
    found = []
    for code in codes:
        own = keys(folder, code)
        lacking, left_over = _without(english, own), _without(own, english)
        if lacking or left_over:
            found.append(Findings(file=folder / f"{code}.json", lacking=lacking, left_over=left_over))
    return found


def unused(folder: Path, words: frozenset[str]) -> list[str]:
    """The English keys that no code uses: those of which a part is no word of the code."""
    if folder.name == CLAUSES:
        return []
    told = _leaves(_read(folder, ENGLISH))
    taken_in = {f"{FRAGMENTS}.{name}" for text in told.values() for name in fragments_in(text)}
    # What a name that is made at run time begins with: `trial_of_{stat}`.
    beginnings = tuple(word for word in words if word.endswith("_") and len(word) >= LEAST_BEGINNING)

    def is_word(part: str) -> bool:
        return part in words or part.startswith(beginnings)

    found = []
    for key in told:
        parts = [part for part in key.split(".") if not part.isdecimal()]
        is_idle = key not in taken_in if key.startswith(f"{FRAGMENTS}.") else not all(map(is_word, parts))
        if is_idle and not key.startswith(GLOSSARY):
            found.append(key)
    return found


def words_of(root: Path) -> frozenset[str]:
    """Every word of the code, but those of the catalogues' own generated keys."""
    files = [file for room in ROOMS for pattern in CODE for file in (root / room).rglob(pattern)]
    texts = (file.read_text("utf-8") for file in files if not (file.name == "keys.py" and _is_catalogue(file.parent)))
    return frozenset(word for text in texts for word in _WORD.findall(text))


def is_typed(folder: Path) -> bool:
    """Whether code reads single texts of this catalogue, so that their keys are types."""
    return (folder / "__init__.py").is_file() and folder.name != CLAUSES


def _is_catalogue(folder: Path) -> bool:
    return (folder / f"{ENGLISH}.json").is_file()


def _without(some: Sequence[str], others: Sequence[str]) -> list[str]:
    known = frozenset(others)
    return [key for key in some if key not in known]


def _read(folder: Path, code: str) -> Mapping[str, object]:
    file = folder / f"{code}.json"
    found: Mapping[str, object] = orjson.loads(file.read_bytes()) if file.is_file() else {}
    return found


def _leaves(told: Mapping[str, object], above: str = "") -> dict[str, str]:
    return dict(_each(told, above))


def _each(told: Mapping[str, object], above: str) -> Iterator[tuple[str, str]]:
    for key, value in told.items():
        if isinstance(value, Mapping):
            yield from _each(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", str(value)
