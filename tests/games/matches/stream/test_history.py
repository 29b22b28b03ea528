"""A match at an earlier version is what its first events give, whatever was looked at before."""

import random
from typing import Any

import pytest

from events import store
from games.matches.errors import VersionNotFound
from games.matches.stream.history import at_version, recent
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from tests.cast import match_of, person, play_some

CLOCK = {"mode": "bank", "bank_seconds": 3600, "increment_seconds": 60, "cap_seconds": 3600}


@pytest.fixture(scope="module")
def match_id() -> str:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    played = match_of(*cast, clock=CLOCK)
    play_some(played, cast, moves=25)
    return played


@pytest.mark.parametrize("order", ["forward", "backward", "at_random"])
def test_every_version_in_any_order_is_the_one_folded_anew(match_id: str, order: str) -> None:
    loaded = load(match_id)
    versions = list(range(1, loaded.match.head.version + 1))
    if order == "backward":
        versions.reverse()
    if order == "at_random":
        random.Random(1).shuffle(versions)
    recent.clear()
    for version in versions:
        # Not one assertion: what pytest tells of two matches that differ takes it minutes.
        same = at_version(loaded, version) == fold(match_id, loaded.events[:version])
        assert same, version


def test_whoever_steps_forward_reads_only_a_few_events_each_time(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    reading = store.load

    def counted(*asked: Any, **span: Any) -> store.Stream:
        stream = reading(*asked, **span)
        read.append(len(stream.events))
        return stream

    load(match_id)
    warm = load(match_id)
    longest = max(map(len, appends(match_id)))
    recent.clear()
    with monkeypatch.context() as patch:
        patch.setattr(store, "load", counted)
        for version in range(1, warm.match.head.version + 1):
            at_version(warm, version)
    assert max(read) <= 2 * longest < warm.match.head.version


def appends(match_id: str) -> list[list[store.StoredEvent]]:
    found: dict[str, list[store.StoredEvent]] = {}
    for event in store.load(match_id).events:
        found.setdefault(event.envelope["at"], []).append(event)
    return list(found.values())


def test_what_is_remembered_of_another_stream_is_not_believed(match_id: str) -> None:
    loaded = load(match_id)
    recent.put(match_id, at_version(load(played_apart()), 4))
    assert at_version(loaded, 9) == fold(match_id, loaded.events[:9])


def played_apart() -> str:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    apart = match_of(*cast, clock=CLOCK)
    play_some(apart, cast, moves=3)
    return apart


@pytest.mark.parametrize("version", [0, 10_000])
def test_there_is_nothing_before_the_first_event_or_after_the_last(match_id: str, version: int) -> None:
    with pytest.raises(VersionNotFound):
        at_version(load(match_id), version)
