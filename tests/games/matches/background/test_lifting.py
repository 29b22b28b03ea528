"""Quarantines that the night's recheck lifts, and those that it leaves to operators."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import psycopg
import pytest

from games import registry
from games.core.errors import RuleBroken
from games.matches import tasks
from games.matches.audit import audits
from games.matches.autoplay import timeouts
from games.matches.background import operations
from games.matches.errors import MatchQuarantined
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.models.service import Audit, Deadline, Listing, PastQuarantine, Quarantine
from games.matches.notices import writer
from games.matches.presentation import views
from games.matches.stream import loading, quarantine
from games.matches.stream.loading import load
from games.matches.stream.snapshots import CODE
from tests.support.cast import RPW, match_of, new_match, person

CLOCK = {"mode": "per_move", "seconds": 60}
Break = Callable[..., None]


@pytest.fixture
def breaks() -> Iterator[Break]:
    """Breaks doors of the kernel; without any it is well again."""
    well = registry.GAMES

    def put(**doors: Any) -> None:
        patch.setattr(registry, "GAMES", {**well, RPW: {"1": replace(well[RPW]["1"], **doors)}} if doors else well)
        loading.recent.clear()

    with pytest.MonkeyPatch.context() as patch:
        yield put


@pytest.fixture
def match_id(superuser: psycopg.Connection[Any]) -> str:
    superuser.execute("DELETE FROM matches_quarantine")
    made = match_of(person("Alice"), person("Bob"), person("Carol"), clock=CLOCK)
    listings.project_listings([made])
    return made


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("fireball-at-seat-2")


def set_aside(match_id: str, breaks: Break) -> None:
    breaks(view=broken)
    with pytest.raises(MatchQuarantined):
        views.look(load(match_id), 0).view()


def test_a_quarantine_says_what_raised_it_where_in_the_code_and_by_which_call(match_id: str, breaks: Break) -> None:
    breaks(view=broken)
    answer = person("Dora").get(f"/matches/{match_id}/view", X_Request_Id="me-1")
    assert answer.json()["code"] == "match_quarantined"
    row = Quarantine.objects.get(match_id=match_id)
    assert row.error.startswith("ZeroDivisionError in broken:")
    assert row.error.endswith(f"({__name__})")
    assert (row.at, row.caller, row.code) == ("view", "request me-1", CODE)
    assert row.node.rpartition(":")[2].isdigit()
    assert "fireball" not in str(vars(row))


def test_a_task_is_named_too(match_id: str, breaks: Break, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks(evolve=broken)
    monkeypatch.setattr(writer, "to_remind", lambda: [match_id])
    tasks.remind.apply(task_id="task-1")
    assert Quarantine.objects.get(match_id=match_id).caller == "task games.matches.tasks.remind task-1"


def test_a_match_that_no_longer_fails_goes_on_and_its_quarantine_is_kept_for_operators(
    match_id: str, breaks: Break
) -> None:
    set_aside(match_id, breaks)
    breaks()
    assert tasks.lift_quarantines() == 1
    assert not Quarantine.objects.filter(match_id=match_id).exists()
    assert Listing.objects.get(match_id=match_id).status == "active"
    assert Deadline.objects.filter(match_id=match_id).exists()
    past = PastQuarantine.objects.get(match_id=match_id)
    assert (past.at, past.lifted_by) == ("view", operations.BY_THE_RECHECK)
    assert past.error.startswith("ZeroDivisionError in broken:")
    assert past.created_at < past.lifted_at


def refusing(*_: Any) -> Any:
    raise RuleBroken("not_now", clause="RPW-1")


@pytest.mark.parametrize("door", ["evolve", "prompts", "view", "decide"])
def test_a_match_that_still_fails_stays_aside(match_id: str, breaks: Break, door: str) -> None:
    set_aside(match_id, breaks)
    breaks(**{door: broken})
    assert tasks.lift_quarantines() == 0
    assert Quarantine.objects.filter(match_id=match_id).exists()


def test_a_failure_at_a_timeout_is_found_again_before_any_time_is_up(
    match_id: str, breaks: Break, later: Callable[[float], None]
) -> None:
    later(61)
    breaks(decide=refusing)
    with pytest.raises(MatchQuarantined):
        timeouts.expire(match_id)
    assert Quarantine.objects.get(match_id=match_id).error.startswith("refuses not_now")
    later(-61)
    assert tasks.lift_quarantines() == 0
    breaks()
    assert tasks.lift_quarantines() == 1


def test_a_failure_of_one_listed_move_is_found_again(match_id: str, breaks: Break) -> None:
    decide, moves = registry.GAMES[RPW]["1"].decide, []

    def fails_at_the_last(state: Any, seat: int, move: Any, chance: Any) -> Any:
        moves.append(move)
        if seat == 2 and move.target == 1:
            raise ZeroDivisionError
        return decide(state, seat, move, chance)

    quarantine.set_aside(match_id, 1, "seen before")
    breaks(decide=fails_at_the_last)
    assert tasks.lift_quarantines() == 0
    assert moves


def test_a_failure_of_a_bot_is_found_again(breaks: Break, match_id: str) -> None:
    alice = person("Alice")
    with_bots, _ = lobby.create(alice.id, new_match(), key=None)
    for _ in range(2):
        lobby.seat_bot(with_bots, alice.id, seat=None, bot="random", key=None)
    breaks(view=broken)
    with pytest.raises(MatchQuarantined):
        timeouts.expire(with_bots)
    assert tasks.lift_quarantines() == 0
    breaks()
    assert tasks.lift_quarantines() == 1


def test_a_match_that_could_not_start_is_tried_again(match_id: str, breaks: Break) -> None:
    made, _ = lobby.create(person("Alice").id, new_match(), key=None)
    quarantine.set_aside(made, 1, "seen before")
    breaks(start=broken)
    assert tasks.lift_quarantines() == 0
    breaks()
    assert tasks.lift_quarantines() == 1


def test_what_an_operator_has_set_aside_stays_where_it_is(match_id: str) -> None:
    operations.set_aside(match_id)
    assert tasks.lift_quarantines() == 0
    assert Quarantine.objects.filter(match_id=match_id).exists()


def test_a_match_that_fails_its_audit_stays_aside(match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quarantine.set_aside(match_id, 1, "seen before")
    failing = audits.Verdict(checks={"chain": 2}, head="", events=2)
    with monkeypatch.context() as patch:
        patch.setattr(audits, "examine", lambda _: failing)
        assert tasks.lift_quarantines() == 0


def test_a_match_that_fails_again_after_each_recheck_is_left_to_operators_after_three(
    match_id: str, breaks: Break
) -> None:
    for _ in range(3):
        set_aside(match_id, breaks)
        breaks()
        assert tasks.lift_quarantines() == 1
    set_aside(match_id, breaks)
    breaks()
    assert tasks.lift_quarantines() == 0
    operations.release(match_id)
    by = [row.lifted_by for row in PastQuarantine.objects.filter(match_id=match_id).order_by("id")]
    assert by == [operations.BY_THE_RECHECK] * 3 + [operations.BY_AN_OPERATOR]


def test_one_match_that_cannot_be_rechecked_keeps_no_other_from_it(
    match_id: str, breaks: Break, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = match_of(person("Alice"), person("Bob"), person("Carol"))
    for one in (match_id, other):
        quarantine.set_aside(one, 1, "seen before")
    examine = audits.examine

    def some(one: str) -> audits.Verdict:
        if one == match_id:
            raise OSError("a secret")
        return examine(one)

    with monkeypatch.context() as patch:
        patch.setattr(audits, "examine", some)
        assert tasks.lift_quarantines() == 1
    assert not Quarantine.objects.filter(match_id=other).exists()
    assert f"match {match_id} could not be rechecked: OSError" in caplog.text
    Quarantine.objects.all().delete()
    assert not Audit.objects.filter(match_id=match_id).exists()
