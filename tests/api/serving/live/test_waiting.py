import http.client
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from games.matches.stream.loading import load
from tests.support.cast import Person, play_some
from tests.support.streaming import HOST, PATIENCE, Running, one_move, seated


def waiting(live: Running, who: Person, match_id: str, head: int, seconds: int = 30) -> Any:
    """The body of the answer to a call that waits for the event after `head`."""
    answer = live.get(f"/matches/{match_id}/events?after={head}&wait={seconds}", who)
    assert answer.status == 200
    return answer.next()


def test_a_waiting_request_is_answered_when_the_next_event_comes(
    live: Running, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, cast = seated()
    head = load(match_id).match.head.version
    with ThreadPoolExecutor(40) as pool:
        # More than were ever let wait in a web process.
        told: list[Future[Any]] = [pool.submit(waiting, live, cast[2], match_id, head) for _ in range(20)]
        live.until_there(lambda: live.live.slots.taken == len(told))
        one_move(match_id, cast)
        assert {tuple(e["type"] for e in one.result()["items"]) for one in told} == {("choice_made",)}
    # Each is one call, however often it was looked at.
    assert len([line for line in caplog.messages if "/events" in line]) == len(told)


def test_a_wait_ends_empty_handed_when_its_time_is_up_and_at_once_when_the_match_is_over(live: Running) -> None:
    match_id, cast = seated()
    assert waiting(live, cast[0], match_id, load(match_id).match.head.version, seconds=1)["items"] == []
    play_some(match_id, cast)
    assert waiting(live, cast[0], match_id, load(match_id).match.head.version)["items"] == []
    assert live.get(f"/matches/{match_id}/events?wait=31", cast[0]).status == 400


def test_a_page_of_events_has_a_head_of_its_own_and_a_stream_has_none(live: Running) -> None:
    match_id, cast = seated()
    known = {"Authorization": f"Bearer {cast[0].token}"}
    # On one connection: bytes behind a head would be read as the next answer.
    connection = http.client.HTTPConnection(HOST, live.port, timeout=PATIENCE)
    for path, status in (("events?wait=1", 200), ("stream", 405), ("events?wait=1", 200)):
        connection.request("HEAD", f"/api/v1/matches/{match_id}/{path}", headers=known)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (status, b"")
    connection.close()
