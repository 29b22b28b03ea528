"""Folded states that are kept in the database: used where they are true, and never missed."""

import logging
from dataclasses import replace
from itertools import pairwise

import pytest

from events import snapshots
from events.models import Snapshot
from events.snapshots import PAST, Kept
from games.matches.background import consumers
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import keep_snapshot, load, recent
from games.matches.stream.serialization import freeze, thaw
from tests.games.matches.stream.folds import anew, spoiled
from tests.support.cast import match_of, play_some
from tests.support.table_fixtures import Cast

pytestmark = pytest.mark.usefixtures("_leave_no_false_states")


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
        consumers.list_and_keep([match_id])
        found = snapshots.newest(match_id, code=kept_states.CODE)
        kept.append(found.head.version if found else 0)
        play_some(match_id, cast, moves=1)

    assert kept[0] == 0
    versions = sorted({*kept} - {0})
    assert len(versions) >= 2
    assert all(later - earlier > first for earlier, later in pairwise(versions))
    # One that fell on a multiple of PAST serves questions about the past, and stays.
    stay = {version for version in versions if version % PAST == 0} | {versions[-1]}
    assert set(Snapshot.objects.filter(match_id=match_id).values_list("version", flat=True)) == stay


def test_a_state_is_not_read_to_find_that_it_was_kept_a_moment_ago(
    cast: Cast, often: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = load(match_of(*cast)).match
    assert keep_snapshot(match)
    read: list[str] = []
    monkeypatch.setattr(snapshots, "newest", lambda match_id, **_: read.append(match_id))
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
