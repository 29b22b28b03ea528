"""A limited number of places in a process; one address may take a share of them."""

import threading
from collections import Counter


class Shares:
    """A number of places in all, of which the callers from one address may take `of_one`."""

    def __init__(self, places: int, *, of_one: int) -> None:
        self.free, self._of_one = places, of_one
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, address: str) -> bool:
        """Take a place for a caller, if there is one; the address is empty where nobody calls from outside."""
        with self._lock:
            if not self.free or (address and self._taken[address] >= self._of_one):
                return False
            self.free -= 1
            self._taken[address] += 1
            return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        with self._lock:
            self.free += 1
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]
