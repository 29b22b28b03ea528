"""What readers of streams are told by a hint, while nothing else tells of it: no relay, no list, no look of its own."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from api.serving.streams import news
from api.serving.streams.formats import Message
from events import hints
from games.matches.background import consumers
from games.matches.lobby import lobby
from games.matches.stream.loading import load
from tests.support.cast import create, join, person
from tests.support.streaming import Running, Stream, events, one_move, seated

NEVER = 3600.0


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A live process that looks for nothing by itself."""
    monkeypatch.setattr("api.serving.live.feeds.LOOK_SECONDS", NEVER)
    monkeypatch.setattr("api.serving.live.accounts.CHECK_SECONDS", NEVER)
    with Running.started(listens=True) as found:
        yield found


def hint(match_id: str, version: int | None = None) -> None:
    assert hints.send({match_id: load(match_id).match.head.version if version is None else version})


def look(live: Running) -> None:
    """Let the process look for all that is new for players, as it does every second."""
    live.do(live.live.accounts._look())


def listed(match_id: str) -> None:
    consumers.list_and_keep([match_id])


def account_of(live: Running, who: Any) -> Stream:
    """An open stream of a player, whose process knows what they were told."""
    stream = live.get("/me/stream", who)
    assert stream.next()["type"] == "match"
    live.until_there(lambda: any(one.told for one in live.live.accounts.open))
    return stream


def told_of_matches(live: Running, stream: Stream) -> list[tuple[str, Any]]:
    """What was told of matches up to now: a mark of another kind is sent and waited for."""

    async def mark() -> None:
        for account in live.live.accounts.open:
            account.tell(news.News(notices=(Message(account.position + 1, "notice", b'{"mark":1}'),)))

    live.do(mark())
    found = []
    for line in iter(stream.response.readline, b""):
        if b'{"mark":1}' in line:
            break
        if line.strip():
            found.append(news_of(line))
    return found


def news_of(line: bytes) -> tuple[str, Any]:
    message = json.loads(line)
    return message["type"], message["data"].get("version")


def test_a_hint_tells_the_readers_of_a_match(hearing: Running) -> None:
    match_id, cast = seated()
    stream = hearing.get(f"/matches/{match_id}/stream", cast[0])
    stream.until_status()
    head = one_move(match_id, cast)
    hint(match_id)
    assert stream.until_version(head)


def test_a_hint_answers_a_long_poll(hearing: Running) -> None:
    match_id, cast = seated()
    head = load(match_id).match.head.version
    told: list[Any] = []

    def wait() -> None:
        told.append(hearing.get(f"/matches/{match_id}/events?after={head}&wait=30", cast[0]).json())

    waiting = threading.Thread(target=wait)
    waiting.start()
    hearing.until_there(lambda: any(feed.waiting for feed in hearing.live.feeds._feeds.values()))
    one_move(match_id, cast)
    hint(match_id)
    waiting.join(60)
    assert told[0]["items"]


def test_hints_that_come_twice_late_or_too_early_lose_and_double_nothing(hearing: Running) -> None:
    match_id, cast = seated()
    stream = hearing.get(f"/matches/{match_id}/stream", cast[0])
    before = events(stream.until_status())
    told = []
    for number in range(4):
        head = one_move(match_id, cast)
        for version in (head, head, 1, head + 5 * (number == 2), head):
            hint(match_id, version)
        # After a hint of what there is not yet none tells of what there is: the relay and the look do.
        if number == 3:
            hearing.do(hearing.live.feeds._look({match_id}))
        told += events(stream.until_version(head))
    assert [one["version"] for one in [*before, *told]] == list(range(1, head + 1))


def test_a_hint_tells_the_players_of_a_match_as_the_lists_will_and_the_lists_tell_it_no_more(hearing: Running) -> None:
    match_id, cast = seated()
    listed(match_id)
    stream = account_of(hearing, cast[0])
    head = one_move(match_id, cast)
    hint(match_id)
    told = stream.next()
    assert (told["type"], told["data"]["version"]) == ("match", head)
    look(hearing)
    listed(match_id)
    look(hearing)
    shown = cast[0].get("/matches?mine=true").json()["items"][0]
    assert {**told["data"], "now": shown["now"]} == shown
    hint(match_id)
    assert told_of_matches(hearing, stream) == []


def test_a_player_who_has_left_is_told_so_once_whatever_the_lists_still_have(hearing: Running) -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id, seats=3)
    join(match_id, bob.id)
    listed(match_id)
    stream = account_of(hearing, bob)
    lobby.leave(match_id, bob.id, key=None)
    hint(match_id)
    assert stream.next()["type"] == "left"
    look(hearing)
    assert told_of_matches(hearing, stream) == []
    listed(match_id)
    look(hearing)
    assert told_of_matches(hearing, stream) == []
    join(match_id, bob.id)
    listed(match_id)
    look(hearing)
    head = load(match_id).match.head.version
    assert told_of_matches(hearing, stream) == [("match", head)]


def test_a_match_that_is_over_is_told_once(hearing: Running) -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id, seats=3)
    join(match_id, bob.id)
    listed(match_id)
    stream = account_of(hearing, bob)
    lobby.cancel(match_id, alice.id, key=None)
    hint(match_id)
    told = stream.next()
    assert (told["type"], told["data"]["status"]) == ("match", "cancelled")
    listed(match_id)
    look(hearing)
    hint(match_id)
    look(hearing)
    assert told_of_matches(hearing, stream) == []


def test_without_a_hint_the_lists_tell(hearing: Running) -> None:
    match_id, cast = seated()
    listed(match_id)
    stream = account_of(hearing, cast[0])
    head = one_move(match_id, cast)
    listed(match_id)
    look(hearing)
    assert told_of_matches(hearing, stream) == [("match", head)]
