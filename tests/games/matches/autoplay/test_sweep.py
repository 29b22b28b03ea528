from datetime import UTC, datetime, timedelta
from typing import Any

from games.matches.autoplay import deadlines, sweep
from games.matches.models.service import Deadline
from games.matches.stream.loading import load
from tests.cast import Person, match_of
from tests.table_fixtures import Later
from tests.timing import timed_out

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}


def test_the_sweep_finds_a_match_by_its_row_and_the_end_takes_the_row_away(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id = match_of(*cast, clock={**TEN_SECONDS, "seconds": 1})
    deadlines.project_deadline(match_id, 0)
    assert Deadline.objects.get(match_id=match_id).due_at == min(due.due_at for due in load(match_id).match.deadlines)
    for _ in range(3):
        later(1)
        Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
        sweep.sweep()
    assert load(match_id).match.is_over
    assert not Deadline.objects.filter(match_id=match_id).exists()


def test_a_row_that_one_worker_has_claimed_is_left_to_it_until_its_claim_has_lapsed(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
    assert match_id in sweep._claim()
    assert match_id not in sweep._claim()
    Deadline.objects.filter(match_id=match_id).update(claimed_until=NOON)
    assert match_id in sweep._claim()


def test_a_task_near_a_deadline_leaves_alone_what_is_not_due_or_claimed(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    assert not sweep.expire_claimed(match_id)
    later(10)
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON, claimed_until=NOON + 10**9 * SECOND)
    assert not sweep.expire_claimed(match_id)
    assert timed_out(match_id) == []
    Deadline.objects.filter(match_id=match_id).update(claimed_until=None)
    assert sweep.expire_claimed(match_id)
    assert timed_out(match_id) == ["p1.0", "p1.1", "p1.2"]


def test_a_sweep_looks_ahead_to_what_falls_due_soon_and_no_further(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadline(match_id, 0)
    assert match_id in dict(sweep.soon(11))
    assert match_id not in dict(sweep.soon(1))
