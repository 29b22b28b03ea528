"""What this process has folded lately, by match: the next request folds only what has come since."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The values of the `most` keys that were used last. Values are shared between threads, so they never change."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, threading.Lock()
        self._values: OrderedDict[str, T] = OrderedDict()

    def get(self, key: str) -> T | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: str, value: T) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def items(self) -> list[tuple[str, T]]:
        """All of them, the one used longest ago first."""
        with self._lock:
            return list(self._values.items())

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
