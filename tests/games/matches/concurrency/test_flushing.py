"""What is counted comes into the tables, whatever went wrong before."""

import threading

import pytest

from games.matches.concurrency.flushing import Flusher
from tests.support.races import PATIENCE


class Failing:
    """Counts of which the first flush fails as nobody foresaw."""

    def __init__(self) -> None:
        self.waiting = 0
        self.flushed = 0
        self.has_failed = False

    @property
    def is_empty(self) -> bool:
        return not self.waiting

    def flush(self) -> None:
        if not self.has_failed:
            self.has_failed = True
            raise KeyError
        self.flushed, self.waiting = self.flushed + self.waiting, 0


def ended(thread: threading.Thread | None) -> bool:
    if thread is not None:
        thread.join(PATIENCE)
    return thread is None or not thread.is_alive()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_after_a_flush_that_failed_unforeseen_the_next_count_is_flushed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.concurrency.flushing.IDLE_SECONDS", 0)
    counts = Failing()
    flusher = Flusher("test", counts, 0)
    counts.waiting = 1
    flusher.begin()
    assert ended(flusher.thread)
    assert (counts.has_failed, counts.flushed) == (True, 0)
    counts.waiting = 2
    flusher.begin()
    assert ended(flusher.thread)
    assert counts.flushed == 2
    assert flusher.thread is None
