"""A match at an earlier version is what its first events give, whatever was looked at before."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from events import snapshots as states
from events import statements, store
from games.matches.audit import audits
from games.matches.errors import VersionNotFound
from games.matches.lobby import lobby
from games.matches.lobby.forks import ForkWish, fork
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.play import submission
from games.matches.presentation import resources
from games.matches.stream import history, loading
from games.matches.stream.history import at_version, recent
from games.matches.stream.loading import load
from games.matches.stream.snapshots import CODE
from games.matches.stream.state import fold
from games.table.clocks import NONE
from tests.support.cast import match_of, person, play_some, random_move, resign_all
from tests.support.kept_states import drop_all

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


def counting() -> tuple[Callable[..., store.Stream], list[int]]:
    """`store.load`, and how many events each of its readings has brought."""
    read: list[int] = []
    reading = store.load

    def counted(*asked: Any, **span: Any) -> store.Stream:
        stream = reading(*asked, **span)
        read.append(len(stream.events))
        return stream

    return counted, read


def test_whoever_steps_forward_reads_only_a_few_events_each_time(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, read = counting()
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


# States of the past


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> int:
    """States of the past are kept so often here, and none is kept yet."""
    drop_all()
    recent.clear()
    monkeypatch.setattr(states, "PAST", 4)
    monkeypatch.setattr(history, "PAST", 4)
    return 4


@pytest.fixture(scope="module")
def forked(match_id: str) -> str:
    """A running fork, nearly all of whose events are one append."""
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    parent = match_of(*cast)
    play_some(parent, cast, moves=20)
    resign_all(parent, cast)
    at = load(parent).match.head.version - 8
    wish = ForkWish(at=at, seat=None, clock=NONE, visibility=None, name="", start="auto", entropy=None)
    made, _ = fork(load(parent), Lobby.objects.get(match_id=parent), cast[0].id, wish, key=None)
    for one in cast[1:]:
        lobby.join(made, one.id, SeatWish(), key=None)
    play_some(made, cast, moves=2)
    return made


class Reading:
    """How many events are read from the store."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reading = store.load
        self.events = 0

        def counted(*asked: Any, **span: Any) -> store.Stream:
            stream = reading(*asked, **span)
            self.events += len(stream.events)
            return stream

        monkeypatch.setattr(store, "load", counted)


@pytest.mark.parametrize("which", ["match_id", "forked"])
def test_after_the_first_look_into_the_past_any_version_takes_a_few_events(
    which: str, often: int, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = request.getfixturevalue(which)
    # What was kept when a long fork began.
    drop_all()
    load(match)
    loaded = load(match)
    events = loaded.events
    recent.clear()
    at_version(loaded, len(events))
    reading = Reading(monkeypatch)
    versions = list(range(1, len(events) + 1))
    random.Random(2).shuffle(versions)
    for version in versions:
        recent.clear()
        reading.events = 0
        same = at_version(loaded, version) == fold(match, events[:version])
        assert same, version
        assert reading.events <= often


def test_a_look_is_far_only_where_neither_this_process_nor_the_database_keeps_a_state_near(
    match_id: str, often: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded, asked = load(match_id), list[str]()

    def fetch(sql: str, values: Sequence[Any]) -> list[Any]:
        asked.append(sql)
        return statements.fetch(sql, values)

    monkeypatch.setattr(states, "fetch", fetch)
    last = loaded.match.head.version
    assert last > 3 * often

    def looks(version: int) -> tuple[bool, int]:
        """Whether it is far, and how many statements that took to know."""
        asked.clear()
        return history.is_far(loaded, version, 2 * often), len(asked)

    assert (looks(2 * often), looks(2 * often + 1)) == ((False, 0), (True, 1))
    recent.put(match_id, at_version(loaded, last - 2))
    assert looks(last) == (False, 0)
    # As in another process, or after other matches.
    recent.clear()
    assert (looks(last), looks(last - often)) == ((False, 1), (False, 1))
    assert (looks(last + 1), looks(10**30)) == ((False, 0), (False, 0))


def test_a_move_that_is_repeated_takes_a_few_events(often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match = match_of(*cast)
    play_some(match, cast, moves=10)
    found = random_move(match, cast, random.Random(3))
    assert found is not None
    who, body = found
    first = resources.move_answer(match, who.id, submission.play(match, who.id, submission.Sent(body=body), key="k"))
    again = submission.play(match, who.id, submission.Sent(body=body), key="k")
    assert resources.move_answer(match, who.id, again).body == first.body
    recent.clear()
    reading = Reading(monkeypatch)
    assert resources.move_answer(match, who.id, again).body == first.body
    assert reading.events <= often + 2 * len(first.body["events"])


@pytest.mark.parametrize("which", ["match_id", "forked"])
def test_an_audit_holds_each_state_of_the_past_against_the_events(
    which: str, often: int, request: pytest.FixtureRequest
) -> None:
    match = request.getfixturevalue(which)
    # What was kept when a long fork began.
    drop_all()
    recent.clear()
    at_version(load(match), load(match).match.head.version)
    verdict = audits.examine(match)
    assert verdict.checks["replay"] in ("ok", "sealed")
    newest = states.newest(match, code=CODE)
    assert newest is not None
    states.keep_past(match, code=CODE, kept=[states.Kept(head=newest.head, state=b"[]")])
    assert audits.examine(match).checks["replay"] == newest.head.version
    states.keep_past(match, code=CODE, kept=[newest])


def test_how_a_match_stood_for_who_repeats_a_call_is_folded_from_its_first_event_once_at_most(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load(match_id)
    events = loaded.events
    ends = [command.last_version for command in store.commands(match_id, up_to=loaded.match.head.version)]
    late = max(version for version in ends if version > 2 * states.PAST)
    drop_all()
    recent.clear()
    counted, read = counting()
    monkeypatch.setattr(store, "load", counted)
    for _ in range(3):
        then = history.load_at(match_id, late)
        assert (then.match == fold(match_id, events[:late])) is True
        assert then.holders == loaded.holders
    assert read[0] == late
    assert max(read[1:]) <= states.PAST


def test_how_a_match_stood_is_not_taken_from_a_state_that_is_none_of_its_own(
    match_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load(match_id)
    other = replace(loaded.match, head=replace(loaded.match.head, version=5))
    monkeypatch.setattr(loading, "kept", lambda match_id, before: other)
    assert (history.load_at(match_id, loaded.match.head.version).match == loaded.match) is True
