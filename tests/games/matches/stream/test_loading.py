"""What was folded before is not folded again, and never shows."""

from typing import Any

import pytest

from events import snapshots, store
from games.matches.stream import loading
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import keep_snapshot, load, recent
from tests.games.matches.stream.folds import anew, spoiled
from tests.support.cast import match_of, play_some
from tests.support.table_fixtures import Cast

pytestmark = pytest.mark.usefixtures("_leave_no_false_states")


@pytest.mark.parametrize("clock", [{"mode": "none"}, {"mode": "per_move", "seconds": 600}])
def test_at_every_move_the_remembered_match_is_the_one_folded_anew(cast: Cast, often: None, clock: Any) -> None:
    match_id = match_of(*cast, clock=clock)
    for move in range(25):
        play_some(match_id, cast, moves=1, seed=move)
        warm = load(match_id)
        recent.clear()
        keep_snapshot(warm.match)
        assert snapshots.newest(match_id, code=kept_states.CODE) is not None
        cold = load(match_id)
        assert warm.match == cold.match == anew(match_id)
        assert warm.holders == cold.holders == {seat: who.id for seat, who in enumerate(cast)}
        assert warm.events == cold.events == store.load(match_id).events


def test_a_move_in_a_long_match_reads_only_what_came_since(cast: Cast, reads: list[int]) -> None:
    match_id = match_of(*cast)
    # No match of three ends before its twelfth move.
    play_some(match_id, cast, moves=9)
    load(match_id)
    reads.clear()

    play_some(match_id, cast, moves=3, seed=9)
    load(match_id)

    grown = [event for event in store.load(match_id).events if (event.envelope["move"] or 0) > 9]
    assert sum(reads) == len(grown) > 0


def test_what_another_process_appended_is_folded_on_top(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = recent.get(match_id)
    play_some(match_id, cast, moves=7)
    assert before is not None
    recent.put(match_id, before)

    assert load(match_id).match == anew(match_id)


@pytest.mark.parametrize("grown", [False, True])
@pytest.mark.parametrize("remembered", [False, True])
def test_what_does_not_stand_in_the_stream_is_not_believed(
    cast: Cast, often: None, grown: bool, remembered: bool
) -> None:
    match_id = match_of(*cast)
    false = spoiled(load(match_id).match)
    if grown:
        play_some(match_id, cast, moves=2)

    recent.clear()
    if remembered:
        recent.put(match_id, loading.Folded(match=false, holders={}))
    else:
        keep_snapshot(false)

    assert load(match_id).match == anew(match_id)
