"""Words found by the letters that they take, whatever their order: a tree of sorted letters."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Generic, Protocol, TypeVar

from games.spell_a_spell.components.laying import FOG


class Keyed(Protocol):
    """What has a key can be found by the key's letters."""

    @property
    def key(self) -> str: ...


T = TypeVar("T", bound=Keyed)


@dataclass(slots=True)
class _Node(Generic[T]):
    """The words whose sorted letters lead here, each with its rank, and the ways on."""

    words: list[tuple[int, T]] = field(default_factory=list)
    ways: "dict[str, _Node[T]]" = field(default_factory=dict)


class Index(Generic[T]):
    """Words in the order they are given in."""

    def __init__(self, words: Sequence[T]) -> None:
        self._root: _Node[T] = _Node()
        for rank, word in enumerate(words):
            self._leaf(word.key).words.append((rank, word))

    def within(self, faces: Sequence[str]) -> list[T]:
        """The words that these cards can lay, each fog card for any one letter (SAS-13), in the index's order."""
        letters = Counter(faces)
        fogs = letters.pop(FOG, 0)
        found: list[tuple[int, T]] = []
        _gather(self._root, letters, fogs, found)
        return [word for _, word in sorted(found, key=itemgetter(0))]

    def _leaf(self, key: str) -> _Node[T]:
        node = self._root
        for letter in sorted(key):
            node = node.ways.setdefault(letter, _Node())
        return node


def _gather(node: _Node[T], letters: Counter[str], fogs: int, found: list[tuple[int, T]]) -> None:
    # A letter's own card goes before a fog card, so that every word is come to at most once.
    found += node.words
    for letter, onward in node.ways.items():
        if letters[letter]:
            letters[letter] -= 1
            _gather(onward, letters, fogs, found)
            letters[letter] += 1
        elif fogs:
            _gather(onward, letters, fogs - 1, found)
