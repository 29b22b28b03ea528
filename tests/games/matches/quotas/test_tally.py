from collections.abc import Callable

import pytest
from django.db import connection

from events.store import new_id
from games.matches.concurrency import flushing
from games.matches.quotas import tally
from tests.games.matches.quotas.used import used
from tests.support.cast import person
from tests.support.races import PATIENCE


def test_what_was_counted_is_added_by_a_thread_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(flushing, "IDLE_SECONDS", 0)
    alice, counted = person("Alice"), tally.PendingUse()
    here: list[object] = []

    def noted(execute: Callable[..., object], *given: object) -> object:
        here.append(given)
        return execute(*given)

    with connection.execute_wrapper(noted):
        for _ in range(2):
            counted.count(new_id(), alice.id, 3)
            while (thread := counted.flusher.thread) is not None:
                thread.join(PATIENCE)
    assert not here
    assert used(alice)["events"] == 6
