from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from events.store import new_id
from games.matches.concurrency import flushing
from games.matches.quotas import tally
from tests.games.matches.quotas.used import used
from tests.support.cast import person
from tests.support.line import UNIX, Lines, lines
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


def test_what_was_added_by_a_commit_whose_answer_is_lost_is_not_added_again() -> None:
    alice, counted = person("Alice"), tally.PendingUse()
    with lines(UNIX) as found, connection.execute_wrapper(partial(cutting, found)):
        counted.count(new_id(), alice.id, 3)
        counted.flush()
    counted.flush()
    assert used(alice)["events"] == 3


def cutting(found: Lines, execute: Callable[..., object], *given: object) -> object:
    """Carry a statement out, and lose the answer to what follows it: the commit."""
    line = found.line
    result = execute(*given)
    line.cut_in_answer(0)
    return result


def test_what_the_server_never_heard_of_is_kept_for_the_next_time() -> None:
    alice, counted = person("Alice"), tally.PendingUse()
    with lines(UNIX) as found:
        found.line.cut_in_question()
        counted.count(new_id(), alice.id, 3)
        counted.flush()
    counted.flush()
    assert used(alice)["events"] == 3
