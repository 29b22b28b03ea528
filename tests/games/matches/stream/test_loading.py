"""What was folded before is not folded again, and never shows."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from events import snapshots, store
from events.models import Snapshot
from events.snapshots import Kept
from events.store import Head, Stream
from games.matches.lists import listings
from games.matches.stream import loading
from games.matches.stream import snapshots as kept_states
from games.matches.stream.cache import Recent
from games.matches.stream.freezing import freeze, thaw
from games.matches.stream.loading import keep_snapshot, load, recent
from games.matches.stream.state import Match, fold
from tests.cast import Person, match_of, person, play_some

Cast = tuple[Person, Person, Person]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(autouse=True)
def _leave_no_false_states(_every_match_that_was_played_holds: None) -> Iterator[None]:
    # An audit would find them.
    yield
    snapshots.drop_all()


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

        def load(self, match_id: str, **span: int) -> Stream:
            stream = store.load(match_id, **span)
            counts.append(len(stream.events))
            return stream

    monkeypatch.setattr(loading, "store", Counting())
    return counts


def anew(match_id: str) -> Match:
    return fold(match_id, store.load(match_id).events)


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
    play_some(match_id, cast, moves=30)
    load(match_id)
    reads.clear()

    play_some(match_id, cast, moves=3, seed=9)
    load(match_id)

    grown = [event for event in store.load(match_id).events if (event.envelope["move"] or 0) > 30]
    assert sum(reads) == len(grown)


def test_what_another_process_appended_is_folded_on_top(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = recent.get(match_id)
    play_some(match_id, cast, moves=7)
    assert before is not None
    recent.put(match_id, before)

    assert load(match_id).match == anew(match_id)


def spoiled(match: Match) -> Match:
    return replace(match, head=Head(match.head.version, bytes(32)), resigned=frozenset({1}))


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


def test_a_head_that_the_kept_state_does_not_have_is_not_believed(cast: Cast, often: None) -> None:
    match_id = match_of(*cast)
    match = load(match_id).match
    keep_snapshot(spoiled(match))
    kept = snapshots.newest(match_id, code=kept_states.CODE)
    assert kept is not None
    snapshots.keep(match_id, code=kept_states.CODE, kept=replace(kept, head=match.head))
    recent.clear()

    assert load(match_id).match.resigned == frozenset()


def test_a_state_kept_by_other_code_is_not_used(
    cast: Cast, often: None, monkeypatch: pytest.MonkeyPatch, reads: list[int]
) -> None:
    match_id = match_of(*cast)
    keep_snapshot(load(match_id).match)
    recent.clear()
    reads.clear()
    assert load(match_id).match.moves == sum(reads) == 0

    recent.clear()
    monkeypatch.setattr(kept_states, "CODE", "another")

    assert load(match_id).match.head.version == sum(reads)


@pytest.mark.parametrize("state", [b"", b"[]", b'["dict",["head",["dataclass","no.module:Class"]]]', freeze(("a",))])
def test_a_kept_state_that_cannot_be_read_is_passed_over_and_said(
    cast: Cast, caplog: pytest.LogCaptureFixture, state: bytes
) -> None:
    match_id = match_of(*cast)
    head = load(match_id).match.head
    snapshots.keep(match_id, code=kept_states.CODE, kept=Kept(head=head, state=state))
    recent.clear()

    with caplog.at_level(logging.WARNING):
        assert load(match_id).match == anew(match_id)
    assert match_id in caplog.text


def test_a_state_is_kept_after_every_so_many_events_and_takes_the_place_of_the_last(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = match_of(*cast)
    first = load(match_id).match.head.version
    monkeypatch.setattr(kept_states, "EVERY", first + 1)
    kept = []
    for _ in range(12):
        listings.project_listing(match_id, 0)
        found = snapshots.newest(match_id, code=kept_states.CODE)
        kept.append(found.head.version if found else 0)
        play_some(match_id, cast, moves=1)

    assert kept[0] == 0
    versions = sorted({*kept} - {0})
    assert len(versions) >= 2
    assert all(later - earlier > first for earlier, later in pairwise(versions))
    assert list(Snapshot.objects.filter(match_id=match_id).values_list("version", flat=True)) == [versions[-1]]


def test_a_state_is_not_read_to_find_that_it_was_kept_a_moment_ago(
    cast: Cast, often: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = load(match_of(*cast)).match
    assert keep_snapshot(match)
    read: list[str] = []
    monkeypatch.setattr(kept_states, "newest", lambda match_id, **_: read.append(match_id))
    assert not keep_snapshot(match)
    assert read == []


def test_the_version_that_was_kept_is_that_of_the_code_that_asks(cast: Cast, often: None) -> None:
    match_id = match_of(*cast)
    match = load(match_id).match
    snapshots.keep(match_id, code="other code", kept=Kept(head=match.head, state=b""))
    assert snapshots.newest_version(match_id, code=kept_states.CODE) is None
    assert keep_snapshot(match)
    assert snapshots.newest_version(match_id, code=kept_states.CODE) == match.head.version


def test_a_state_that_cannot_be_kept_is_said_and_nothing_else_fails(
    cast: Cast, often: None, caplog: pytest.LogCaptureFixture
) -> None:
    match_id = match_of(*cast)

    with caplog.at_level(logging.WARNING):
        assert not keep_snapshot(replace(load(match_id).match, state={1, 2}))
    assert "a set cannot be kept" in caplog.text


def test_what_is_kept_holds_secrets_and_what_is_printed_does_not(cast: Cast, often: None) -> None:
    match_id = match_of(*cast)
    keep_snapshot(load(match_id).match)
    kept = snapshots.newest(match_id, code=kept_states.CODE)
    assert kept is not None

    assert thaw(kept.state)["seed"] == load(match_id).match.seed
    assert load(match_id).match.seed.hex() not in repr(kept)


def test_the_process_forgets_what_was_used_longest_ago() -> None:
    few: Recent[int] = Recent(most=2)
    few.put("a", 1)
    few.put("b", 2)
    few.get("a")
    few.put("c", 3)

    assert [few.get(key) for key in "abc"] == [1, None, 3]
