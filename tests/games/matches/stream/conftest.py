from collections.abc import Iterator
from typing import Any

import pytest

from events import store
from events.store import Stream
from games.matches.stream import loading
from games.matches.stream import snapshots as kept_states
from tests.support.kept_states import drop_all


@pytest.fixture
def _leave_no_false_states(_every_match_that_was_played_holds: None) -> Iterator[None]:
    # An audit would find them.
    yield
    drop_all()


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_states, "EVERY", 1)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events each reading of a stream brings."""
    counts: list[int] = []

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

        def load(self, match_id: str, **span: Any) -> Stream:
            stream = store.load(match_id, **span)
            counts.append(len(stream.events))
            return stream

    monkeypatch.setattr(loading, "store", Counting())
    return counts
