"""What streams tell of the chat."""

from typing import Any

from tests.support.cast import STRANGER, Person, account_holder, person
from tests.support.streaming import Running, Stream, one_move, seated


def say(who: Person, match_id: str) -> None:
    assert who.post(f"/matches/{match_id}/chat", {"text": "Hello."}).status_code == 201


def is_chat(message: Any) -> bool:
    return bool(message["type"] == "chat")


def told(stream: Stream) -> tuple[str, int]:
    message = stream.until(is_chat)[-1]
    return message["data"]["room"], message["data"]["changes"]


def opened(live: Running, path: str, who: Person) -> Stream:
    stream = live.get(path, who)
    assert stream.status == 200
    stream.until_status()
    return stream


def test_each_reader_is_told_of_news_in_their_own_room_alone_and_never_what_was_said(live: Running) -> None:
    match_id, cast = seated()
    path, watcher = f"/matches/{match_id}/stream", account_holder("Watcher")
    seat, spectator, stranger = (opened(live, path, who) for who in (cast[0], watcher, STRANGER))
    say(cast[1], match_id)
    assert told(seat) == ("players", 1)
    say(watcher, match_id)
    assert (told(spectator), told(stranger)) == (("spectators", 1),) * 2
    say(cast[2], match_id)
    assert told(seat) == ("players", 2)
    one_move(match_id, cast)
    streams = (seat, spectator, stranger)
    for stream in streams:
        stream.until(lambda one: one["type"] == "event")
        assert "Hello." not in str(stream.told)
    assert [sum(map(is_chat, stream.told)) for stream in streams] == [2, 1, 1]


def test_who_comes_back_is_told_how_far_the_chat_has_come_and_nothing_where_nobody_has_written(live: Running) -> None:
    match_id, cast = seated()
    silent, _ = seated()
    say(cast[1], match_id)
    stream = live.get(f"/me/stream?matches={match_id},{silent}", cast[0])
    message = stream.until(is_chat)[-1]
    assert message["data"] == {"match": match_id, "room": "players", "changes": 1}
    say(cast[0], match_id)
    assert told(stream) == ("players", 2)
    assert {one["data"]["match"] for one in stream.told if is_chat(one)} == {match_id}


def test_a_match_that_is_private_tells_strangers_nothing(live: Running) -> None:
    match_id, cast = seated(visibility="private")
    say(cast[0], match_id)
    assert live.get(f"/matches/{match_id}/stream", person("Eve")).problem() == (404, "match_not_found")
