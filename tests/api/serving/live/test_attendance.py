from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from events.store import new_id
from games.matches.models.service import Following
from games.matches.status import presence
from games.matches.status.presence import STAYS_SECONDS, Here
from tests.api.serving.live.test_accounts import told_of
from tests.support.asserting import assert_nothing_raised
from tests.support.cast import RPW, SAS, STRANGER, Person, person
from tests.support.streaming import Running, Stream, one_move, seated


@pytest.fixture(autouse=True)
def only_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process looks who is there when the test says so."""
    monkeypatch.setattr("api.serving.live.attendance.LOOK_SECONDS", 3600.0)


def look(live: Running) -> None:
    live.do(live.live.attendance.look())


def is_presence(message: Any) -> bool:
    return bool(message["type"] == "presence")


def shown(live: Running, stream: Stream) -> tuple[list[int], int]:
    """What the reader is told next of who is there."""
    look(live)
    told = stream.until(is_presence)[-1]["data"]
    assert told.keys() == {"match", "present", "watchers"}
    return told["present"], told["watchers"]


def opened(live: Running, path: str, who: Person) -> Stream:
    stream = live.get(path, who)
    assert stream.status == 200
    stream.until_status()
    return stream


def a_while_later() -> None:
    Following.objects.update(seen_at=F("seen_at") - timedelta(seconds=STAYS_SECONDS + 1))


def test_seats_are_there_while_they_follow_their_match_and_others_are_counted(live: Running) -> None:
    match_id, cast = seated()
    path = f"/matches/{match_id}/stream"
    dora = person("Dora")
    reader = opened(live, path, STRANGER)
    streams = [opened(live, path, who) for who in (cast[0], cast[2], dora, dora)]
    assert shown(live, reader) == ([0, 2], 2)
    assert shown(live, streams[0]) == ([0, 2], 2)
    # Who comes later is told at once.
    assert opened(live, path, STRANGER).until(is_presence)[-1]["data"]["present"] == [0, 2]
    for stream in streams[1:]:
        stream.close()
    live.until_there(lambda: len(live.live.feeds.followers()) == 3)
    # A reader who comes back soon has not been away.
    look(live)
    a_while_later()
    assert shown(live, reader) == ([0], 2)


def test_what_has_not_changed_is_not_told_again_and_moves_go_on(live: Running) -> None:
    match_id, cast = seated()
    stream = opened(live, f"/matches/{match_id}/stream", cast[1])
    assert shown(live, stream) == ([1], 0)
    for _ in range(3):
        look(live)
    told = stream.until_version(one_move(match_id, cast))
    assert not [one for one in told if is_presence(one)]


def test_a_call_that_waits_and_a_stream_of_ones_own_are_presence_too(live: Running) -> None:
    match_id, cast = seated()
    told_of(match_id)
    reader = opened(live, f"/matches/{match_id}/stream", STRANGER)
    live.get("/me/stream", cast[2]).next()
    for who in (cast[1], STRANGER):
        live.get_slowly(f"/matches/{match_id}/events?after=99&wait=30", who)
    live.until_there(lambda: len([*live.live.feeds.audience()]) == 3)
    assert shown(live, reader) == ([1, 2], 2)


def test_whoever_does_not_show_it_looks_like_whoever_is_away(live: Running) -> None:
    match_id, cast = seated()
    assert cast[0].get("/me").json()["shows_presence"] is True
    cast[0].patch("/me", {"shows_presence": False})
    told_of(match_id)
    path = f"/matches/{match_id}/stream"
    streams = [opened(live, path, who) for who in cast[:2]]
    live.get("/me/stream", cast[0]).next()
    assert [shown(live, stream) for stream in streams] == [([1], 0), ([1], 0)]
    cast[1].patch("/me", {"shows_presence": False})
    assert shown(live, streams[0]) == ([], 0)


def test_whoever_does_not_show_it_is_no_number_among_the_watchers_either(live: Running) -> None:
    match_id, cast = seated()
    path = f"/matches/{match_id}/stream"
    reader = opened(live, path, cast[0])
    hidden, seen = person("Dora"), person("Emil")
    hidden.patch("/me", {"shows_presence": False})
    for who in (hidden, seen, STRANGER):
        opened(live, path, who)
    assert shown(live, reader) == ([0], 2)


def test_who_is_here_is_said_in_one_statement_however_many_watch() -> None:
    match_id, cast = seated()
    hidden, seen = person("Dora"), person("Emil")
    hidden.patch("/me", {"shows_presence": False})
    here = [Here(match_id, cast[0].id), Here(match_id, None, 2, frozenset({hidden.id, seen.id}))]
    with CaptureQueriesContext(connection) as asked:
        presence.say(new_id(), here)
    # The other one forgets what is old.
    assert [one["sql"].split()[0] for one in asked.captured_queries] == ["INSERT", "DELETE"]
    assert presence.at([match_id])[match_id] == (frozenset({cast[0].id}), 3)


def test_elsewhere_nobody_is_there(live: Running) -> None:
    (match_id, cast), (other, others) = seated(), seated()
    told_of(match_id)
    opened(live, f"/matches/{other}/stream", cast[0])
    here, there = (
        opened(live, f"/matches/{match_id}/stream", cast[1]),
        opened(live, f"/matches/{other}/stream", others[2]),
    )
    assert shown(live, here) == ([1], 0)
    assert shown(live, there) == ([2], 1)


def test_those_of_other_live_processes_are_there_too_until_they_say_it_no_longer(live: Running) -> None:
    match_id, cast = seated()
    there = [Here(match_id, cast[2].id), Here(match_id, None, 7)]
    presence.say(new_id(), there)
    presence.say(new_id(), there)
    reader = opened(live, f"/matches/{match_id}/stream", STRANGER)
    assert shown(live, reader) == ([2], 15)
    a_while_later()
    assert shown(live, reader) == ([], 1)
    # What is old is not kept.
    assert Following.objects.count() == 1


@pytest.mark.parametrize("game", [RPW, SAS, "cave"])
def test_a_match_that_is_told_of_later_shows_who_is_at_the_seats_that_are_seen(live: Running, game: str) -> None:
    match_id, cast = seated(game=game, delay={"events": 3})
    one_move(match_id, cast)
    reader = opened(live, f"/matches/{match_id}/stream", STRANGER)
    opened(live, f"/matches/{match_id}/stream", cast[1])
    assert shown(live, reader) == ([1], 1)


def test_where_nobody_is_nothing_is_asked(live: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "renewed", None)
    with assert_nothing_raised():
        look(live)
