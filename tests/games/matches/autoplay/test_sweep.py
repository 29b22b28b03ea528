from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events.store import new_id
from games.matches.autoplay import deadlines, sweep, timeouts
from games.matches.models.service import BotTurn, Deadline
from games.matches.stream.loading import Loaded, load
from tests.games.matches.autoplay.test_bots import with_bots
from tests.support.cast import Person, match_of, person
from tests.support.table_fixtures import Later
from tests.support.timing import timed_out

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}


@pytest.fixture
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sweep ends because its second is over, which on a busy machine may be before it has come to all turns."""
    monkeypatch.setattr(sweep, "now", lambda: 0.0)


def test_the_sweep_finds_a_match_by_its_row_and_the_end_takes_the_row_away(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id = match_of(*cast, clock={**TEN_SECONDS, "seconds": 1})
    deadlines.project_deadlines([match_id])
    assert Deadline.objects.get(match_id=match_id).due_at == min(due.due_at for due in load(match_id).match.deadlines)
    for _ in range(3):
        later(1)
        Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
        sweep.sweep()
    assert load(match_id).match.is_over
    assert not Deadline.objects.filter(match_id=match_id).exists()


def test_a_row_that_one_worker_has_claimed_is_left_to_it_until_its_claim_has_lapsed(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadlines([match_id])
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON)
    assert match_id in sweep._claim()
    assert match_id not in sweep._claim()
    Deadline.objects.filter(match_id=match_id).update(claimed_until=NOON)
    assert match_id in sweep._claim()


def test_a_sweep_leaves_alone_what_is_not_due_or_claimed(cast: tuple[Person, ...], later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    deadlines.project_deadlines([match_id])
    sweep.sweep()
    assert timed_out(match_id) == []
    later(10)
    Deadline.objects.filter(match_id=match_id).update(due_at=NOON, claimed_until=NOON + 10**9 * SECOND)
    sweep.sweep()
    assert timed_out(match_id) == []
    Deadline.objects.filter(match_id=match_id).update(claimed_until=None)
    sweep.sweep()
    assert timed_out(match_id) == ["p1.0", "p1.1", "p1.2"]


def test_people_s_clocks_are_played_before_any_turn_of_a_bot_however_many_wait(
    cast: tuple[Person, ...], later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "BATCH", 1)
    monkeypatch.setattr(sweep, "BATCHES", 2)
    Deadline.objects.filter(due_at__lt=NOON + SECOND).delete()
    with_turns = [with_bots(person("Host"), "random", "random", "random") for _ in range(3)]
    late = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    for match_id in (*with_turns, late):
        deadlines.project_deadlines([match_id])
    Deadline.objects.filter(match_id__in=with_turns).update(due_at=NOON - SECOND)
    Deadline.objects.filter(match_id=late).update(due_at=NOON)
    sweep.sweep()
    assert timed_out(late) == ["p1.0", "p1.1", "p1.2"]
    assert [load(match_id).match.moves for match_id in with_turns] == [0, 0, 0]


def test_a_thousand_turns_of_bots_are_no_rows_of_the_clocks(cast: tuple[Person, ...], later: Later) -> None:
    late = match_of(*cast, clock=TEN_SECONDS)
    later(10)
    deadlines.project_deadlines([late])
    Deadline.objects.filter(match_id=late).update(due_at=NOON)
    rows = [BotTurn(match_id=new_id(), version=1, due_at=NOON - SECOND, attended=True) for _ in range(1_000)]
    BotTurn.objects.bulk_create(rows)
    try:
        assert late in sweep._claim()
    finally:
        BotTurn.objects.filter(match_id__in=[row.match_id for row in rows]).delete()


def test_a_match_in_which_a_person_may_be_waiting_has_its_bots_play_before_those_of_bots_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweep, "BATCH", 1)
    BotTurn.objects.all().delete()
    alone = [BotTurn(match_id=new_id(), version=1, due_at=NOON - SECOND, attended=False) for _ in range(3)]
    BotTurn.objects.bulk_create(alone)
    match_id = with_bots(person("Alice"), "random", "random")
    BotTurn.objects.filter(match_id=match_id).update(due_at=NOON)
    assert sweep._claim(sweep.TURNS) == [match_id]
    BotTurn.objects.all().delete()


def test_a_turn_that_somebody_waits_for_waits_for_the_one_being_thought_about_and_not_for_all_that_are_claimed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    BotTurn.objects.all().delete()
    matches = [with_bots(person("Alice"), "random", "random") for _ in range(4)]
    alone, awaited = matches[:3], matches[3]
    BotTurn.objects.filter(match_id__in=alone).update(attended=False, due_at=NOON)
    BotTurn.objects.filter(match_id=awaited).update(due_at=NOON + 10**9 * SECOND)
    seconds, played = [0.0], list[str]()

    def think(match_id: str) -> Loaded:
        """A turn of a bot that thinks for a long time, while somebody elsewhere makes a move."""
        seconds[0] += 0.3
        played.append(match_id)
        BotTurn.objects.filter(match_id=match_id).delete()
        BotTurn.objects.filter(match_id=awaited).update(due_at=NOON)
        return load(match_id)

    monkeypatch.setattr(sweep, "now", lambda: seconds[0])
    monkeypatch.setattr(timeouts, "play_turn", think)
    sweep.play_turns()
    assert played[0] in alone
    assert played[1] == awaited
    BotTurn.objects.all().delete()


@pytest.mark.usefixtures("time_enough")
def test_all_the_bots_of_a_person_s_match_have_their_turns_before_one_of_a_match_of_bots_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    BotTurn.objects.all().delete()
    alone = [with_bots(person("Alice"), "random", "random") for _ in range(3)]
    awaited = with_bots(person("Alice"), "random", "random", "random")
    BotTurn.objects.filter(match_id__in=alone).update(attended=False, due_at=NOON)
    play_turn, played = timeouts.play_turn, list[str]()

    def noting(match_id: str) -> Loaded:
        played.append(match_id)
        return play_turn(match_id)

    monkeypatch.setattr(timeouts, "play_turn", noting)
    sweep.play_turns()
    assert played[:3] == [awaited] * 3
    assert set(alone) <= set(played[3:])


def test_turns_that_were_claimed_and_not_played_are_free_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    BotTurn.objects.all().delete()
    matches = {with_bots(person("Alice"), "random", "random") for _ in range(2)}
    monkeypatch.setattr(sweep, "MOMENT_SECONDS", 0.0)
    claimed = sweep._claim(sweep.TURNS)
    sweep._play_for_a_moment(claimed)
    assert set(sweep._claim(sweep.TURNS)) == matches
    BotTurn.objects.all().delete()


@pytest.mark.usefixtures("time_enough")
def test_a_bot_with_many_turns_plays_one_at_a_time_and_the_sweep_goes_round_until_all_are_played() -> None:
    # Matches of other tests have waited longer, and some are played to their ends by bots alone.
    BotTurn.objects.all().delete()
    one, other = (with_bots(person("Alice"), "random", "random", "random") for _ in range(2))
    timeouts.play_turn(one)
    assert load(one).match.moves == 1
    sweep.play_turns()
    assert [load(match_id).match.moves for match_id in (one, other)] == [3, 3]
    assert not BotTurn.objects.filter(match_id__in=(one, other)).exists()


def test_a_match_that_starts_is_known_to_the_sweeps_at_once(cast: tuple[Person, ...]) -> None:
    timed, played = match_of(*cast, clock=TEN_SECONDS), with_bots(person("Alice"), "random", "random")
    assert Deadline.objects.get(match_id=timed).version == load(timed).match.head.version
    assert BotTurn.objects.get(match_id=played).attended
