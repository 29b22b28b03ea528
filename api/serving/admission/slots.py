"""Limits streams and long polls in total, per address and per player; answers an address's requests in turn."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

# In all, streams and calls that wait; each takes some 20 KiB and two or three files.
MOST = 8_000
# Players of one school may share an address; a player has a page in several windows, and programs beside it.
OF_ADDRESS, OF_PLAYER = 512, 24


class TooMany(Exception):
    """There is no place; `code` is the problem's."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class ConnectionSlots:
    """Who holds how many. For the event loop alone, as it has no lock."""

    def __init__(self, *, most: int = MOST, of_address: int = OF_ADDRESS, of_player: int = OF_PLAYER) -> None:
        self.taken = 0
        self._most = {"address": of_address, "player": of_player}
        self._in_all = most
        self._held: Counter[tuple[str, str | None]] = Counter()

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place, if there is one: `TooMany`."""
        if self.taken >= self._in_all:
            raise TooMany("too_busy")
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1

    @contextmanager
    def of(self, kind: str, who: str | None) -> Iterator[None]:
        """One of the places of an `address` or a `player`: `TooMany`."""
        held = kind, who
        if who is None:
            yield
            return
        if self._held[held] >= self._most[kind]:
            raise TooMany("too_many_streams")
        self._held[held] += 1
        try:
            yield
        finally:
            self._held[held] -= 1
            if not self._held[held]:
                del self._held[held]


class Turns:
    """Answers one call of an address at a time, so that many of them leave threads to others.

    For the event loop alone.
    """

    def __init__(self) -> None:
        # Each is there while somebody has it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, address: str) -> asyncio.Lock:
        """To be held while a call of an address is answered."""
        return self._locks.setdefault(address, asyncio.Lock())
