"""The matches that this process folded last: the next request folds only newer events."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


def one_place(_: object) -> int:
    """The number of places that a value takes, if all take the same."""
    return 1


class Recent(Generic[T]):
    """The values that were used last, as many as fit into `most` places; `places` returns how many a value takes.

    Values are shared between threads, so they must not change.
    """

    def __init__(self, most: int, *, places: Callable[[T], int] = one_place) -> None:
        self._most, self._places, self._lock = most, places, threading.Lock()
        self._values: OrderedDict[str, T] = OrderedDict()
        self._taken = 0

    def get(self, key: str) -> T | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: T) -> None:
        with self._lock:
            if key in self._values:
                self._taken -= self._places(self._values.pop(key))
            self._values[key] = value
            self._taken += self._places(value)
            while self._taken > self._most:
                _, oldest = self._values.popitem(last=False)
                self._taken -= self._places(oldest)

    def items(self) -> list[tuple[str, T]]:
        """All values by key, the one used longest ago first."""
        with self._lock:
            return list(self._values.items())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._taken = 0
