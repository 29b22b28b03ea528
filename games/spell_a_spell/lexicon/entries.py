"""The words that may be cast without asking anybody: data beside this module, versioned by its content.

A match pins the version it began with, so a file that a match may have pinned is never changed: a new one joins it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files

from games.spell_a_spell.lexicon.index import Index

# Oldest first.
_FILES = ("lexicon-1.tsv", "lexicon-2.tsv")

# The one that release 0.1.0 had: of matches by rules version 1.
FIRST = "ee54912b91e45abdf990fa68221aa897f7d037e9d403e86bb86bdb9161efe731"

# The four words of SAS-26 by their keys, and what the content calls them.
SPECIAL: Mapping[str, str] = {"שלג": "snow", "ערפל": "fog", "אש": "fire", "חול": "sand"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One word of the lexicon: how it is written, what it names (`gloss` in English) and what is particular to it."""

    word: str
    key: str
    category: str
    emoji: str
    source: str
    gloss: str
    flags: tuple[str, ...]

    @property
    def special(self) -> bool:
        return self.key in SPECIAL

    @property
    def imaginary(self) -> bool:
        return "imaginary" in self.flags


class Lexicon:
    """All words of one version, by key."""

    def __init__(self, version: str, entries: Sequence[Entry]) -> None:
        self.version = version
        self.entries: Mapping[str, Entry] = {entry.key: entry for entry in entries}
        self._index = Index(sorted(entries, key=lambda entry: (-len(entry.key), entry.key)))

    def accepts(self, key: str, *, imaginary: bool = True) -> bool:
        """Whether the word is in, creatures of fancy only where they are allowed (SAS-11)."""
        entry = self.entries.get(key)
        return entry is not None and (imaginary or not entry.imaginary)

    def words(self, faces: Sequence[str], *, least: int = 2, imaginary: bool = True) -> tuple[Entry, ...]:
        """Every word that the cards of a hand can lay, longest first and then by key.

        Words shorter than `least` letters are left out, but for special ones (SAS-18, SAS-19).
        """
        found = (entry for entry in self._index.within(faces) if len(entry.key) >= least or entry.special)
        return tuple(entry for entry in found if imaginary or not entry.imaginary)

    def can_make(self, faces: Sequence[str], *, without: Collection[str] = (), imaginary: bool = True) -> bool:
        """Whether the cards can lay any word whose key is not in `without` (SAS-43)."""
        return any(entry.key not in without for entry in self.words(faces, imaginary=imaginary))


def lexicon(version: str) -> Lexicon:
    """The lexicon of this version; a KeyError when there is none."""
    return _read(_files()[version])


@cache
def glosses(language: str) -> Mapping[str, str]:
    """What each word names, by its key; nothing where a language has no file. No match pins it: it may be mended."""
    file = files(__package__).joinpath("data", f"glosses-{language}-1.tsv")
    _, *lines = file.read_text("utf-8").splitlines() if file.is_file() else [""]
    return dict(line.split("\t") for line in lines)


def licence() -> str:
    """The licence of what comes from Unicode's Common Locale Data Repository."""
    return _bytes("LICENSE-Unicode-3.0.txt").decode()


def versions() -> Sequence[str]:
    """Every version there is, oldest first."""
    return tuple(_files())


def newest() -> str:
    """The version that a new match pins."""
    return versions()[-1]


@lru_cache(maxsize=1)
def _files() -> Mapping[str, str]:
    return {sha256(_bytes(name)).hexdigest(): name for name in _FILES}


@lru_cache(maxsize=len(_FILES))
def _read(name: str) -> Lexicon:
    data = _bytes(name)
    return Lexicon(sha256(data).hexdigest(), list(_entries(data.decode())))


def _bytes(name: str) -> bytes:
    return files(__package__).joinpath("data", name).read_bytes()


def _entries(text: str) -> Iterator[Entry]:
    _, *lines = text.splitlines()
    for line in lines:
        word, key, _, category, emoji, source, gloss, flags = line.split("\t")
        yield Entry(
            word=word,
            key=key,
            category=category,
            emoji=emoji,
            source=source,
            gloss=gloss,
            flags=tuple(flags.split(",")) if flags else (),
        )
