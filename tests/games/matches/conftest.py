from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from events import store
from events.store import Stream
from games.matches import match


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock that the table reads ahead by some seconds; the rest is the database's own."""
    ahead = timedelta()

    def load(match_id: str, *, after: int = 0) -> Stream:
        stream = store.load(match_id, after=after)
        return replace(stream, now=stream.now + ahead)

    class Shifted:
        def __getattr__(self, name: str) -> object:
            return load if name == "load" else getattr(store, name)

    monkeypatch.setattr(match, "store", Shifted())

    def move(seconds: float) -> None:
        nonlocal ahead
        ahead += timedelta(seconds=seconds)

    return move
