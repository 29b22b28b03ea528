from datetime import UTC, datetime, timedelta

from games.matches.models.notices import DELIVERED, FAILED
from games.matches.notices.delivery.retries import JITTER, Retries

NOW = datetime(2026, 1, 1, tzinfo=UTC)
RETRIES = Retries((10, 60))


def test_each_failure_waits_for_the_next_gap_and_those_after_the_last_for_the_last() -> None:
    assert [RETRIES.gap(failures).total_seconds() for failures in (1, 2, 3, 9)] == [10, 60, 60, 60]


def test_jitter_spreads_what_failed_together_to_both_sides() -> None:
    assert [RETRIES.gap(1, jitter) / RETRIES.gap(1) for jitter in (-1, 0, 1)] == [1 - JITTER, 1, 1 + JITTER]


def test_an_attempt_ends_as_delivered_as_due_again_or_after_the_last_gap_as_failed() -> None:
    assert RETRIES.outcome(3, NOW, is_taken=True) == {"attempts": 3, "state": DELIVERED, "done_at": NOW}
    assert RETRIES.outcome(2, NOW, is_taken=False) == {"attempts": 2, "available_at": NOW + timedelta(seconds=60)}
    assert RETRIES.outcome(3, NOW, is_taken=False) == {"attempts": 3, "state": FAILED, "done_at": NOW}
