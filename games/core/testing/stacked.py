"""Chance as tests want it: picks chosen beforehand, single draws swapped, or no draw at all."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from games.core.chance import Chance
from games.core.events import Draws

T = TypeVar("T")


class StackedChance(Chance):
    """Chance whose next picks a test has chosen; when they run out it draws as usual.

    Each stacked value answers one `one_of`; a value that is not among the items is the test's mistake.
    """

    def __init__(self, *stacked: object, key: bytes = bytes(32)) -> None:
        super().__init__(key)
        self._stacked = list(stacked)

    def one_of(self, items: Sequence[T]) -> T:
        if not self._stacked:
            return super().one_of(items)
        self.next_draw += 1
        return items[list(items).index(self._stacked.pop(0))]  # type: ignore[arg-type]


class SwappedChance(Chance):
    """Chance of one key, but the draws numbered in `swapped` come from another key."""

    def __init__(self, key: bytes, next_draw: int, *, swapped: Draws, other: bytes) -> None:
        super().__init__(key, next_draw)
        self._swapped = range(swapped.first, swapped.first + swapped.count)
        self._other = Chance(other)

    def _word(self, k: int, j: int) -> int:
        return self._other._word(k, j) if k in self._swapped else super()._word(k, j)


@contextmanager
def no_draws() -> Iterator[None]:
    """While this is open every draw of any `Chance` is an AssertionError."""
    word = Chance._word

    def refuse(self: Chance, k: int, j: int) -> int:
        raise AssertionError("a replay drew from chance")

    Chance._word = refuse  # type: ignore[method-assign]
    try:
        yield
    finally:
        Chance._word = word  # type: ignore[method-assign]
