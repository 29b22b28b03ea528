"""A match that is told to those without a seat later: in every answer alike, until it ends."""

import json
from typing import Any

import pytest

from games.matches.background import consumers
from games.matches.stream.loading import load
from tests.api.serving.live.conftest import live  # noqa: F401 (a fixture)
from tests.behaviours.twins import streamed
from tests.support.cast import RPW, SAS, STRANGER, Person, person, play_some
from tests.support.streaming import Running, events, one_move

PATHS = ("", "/view", "/prompts", "/events", "/events?limit=3", "/export", "/audit", "/draws")
PASSING = ("X-Request-Id", "RateLimit", "RateLimit-Policy")


def delayed(game: str = RPW, **delay: int) -> tuple[str, list[Person]]:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    made = cast[0].post("/matches", {"game": game, "seats": 3, "delay": delay}).json()
    for who in cast[1:]:
        assert who.post(f"/matches/{made['id']}/join").status_code == 200
    assert made["delay"] == delay
    return made["id"], cast


def version(who: Person, match_id: str) -> int:
    return int(who.get(f"/matches/{match_id}").json()["version"])


def answers(who: Person, match_id: str) -> list[Any]:
    """All that somebody is told of a match, lists too, but for what differs from call to call."""
    consumers.list_and_keep([match_id])
    told = [who.get(f"/matches/{match_id}{path}") for path in PATHS]
    # Other tests have made more matches than a page holds.
    (sits, *_) = load(match_id).holders.values()
    listed = next(one for one in who.get(f"/matches?player={sits}").json()["items"] if one["id"] == match_id)
    listed.pop("now")
    return [listed, streamed(match_id, who), *((one.status_code, _headers(one), _body(one)) for one in told)]


def _headers(answer: Any) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in PASSING}


def _body(answer: Any) -> Any:
    lines = [json.loads(line) for line in answer.content.splitlines()]
    return [{name: value for name, value in line.items() if name != "now"} for line in lines]


@pytest.mark.parametrize("game", [RPW, SAS, "cave"])
def test_what_is_behind_the_delay_changes_nothing_that_a_stranger_is_told(game: str) -> None:
    match_id, cast = delayed(game, seconds=3600)
    before, dora = answers(STRANGER, match_id), person("Dora")
    one_move(match_id, cast)
    one_move(match_id, cast)
    assert answers(STRANGER, match_id) == before
    assert version(dora, match_id) == version(STRANGER, match_id) < load(match_id).match.head.version
    assert {version(who, match_id) for who in cast} == {load(match_id).match.head.version}


@pytest.mark.parametrize("game", [RPW, SAS, "cave"])
def test_while_moves_are_hidden_no_stream_of_a_stranger_tells_a_word(live: Running, game: str) -> None:  # noqa: F811
    match_id, cast = delayed(game, seconds=3600)
    path, dora = f"/matches/{match_id}/stream", person("Dora")
    mine = f"/me/stream?matches={match_id}"
    seat, *streams = (live.get(path, cast[0]), live.get(path), live.get(path, dora), live.get(mine, dora))
    for stream in (seat, *streams):
        stream.until_status()
    for _ in range(2):
        # All classes of readers are told in one round.
        seat.until_version(one_move(match_id, cast))
    live.stop()
    assert [[one["type"] for one in stream.rest() if one["type"] != "presence"] for stream in streams] == [["end"]] * 3


def test_of_a_match_that_is_delayed_by_seconds_strangers_see_the_lobby_at_once() -> None:
    match_id, _ = delayed(seconds=3600)
    shown = STRANGER.get(f"/matches/{match_id}").json()
    assert (shown["status"], [one["status"] for one in shown["seats"]]) == ("open", ["seated", "seated", "open"])
    assert STRANGER.get(f"/matches/{match_id}/view?at=5").json()["code"] == "version_not_found"
    assert STRANGER.get(f"/matches/{match_id}/audit").json()["code"] == "match_not_finished"


def test_by_events_they_stand_at_the_end_of_an_append_as_far_behind_as_it_says() -> None:
    match_id, cast = delayed(events=6)
    for _ in range(8):
        head = one_move(match_id, cast)
        seen = version(STRANGER, match_id)
        told = load(match_id).events
        hidden = told[seen:]
        assert len(hidden) >= 6 or hidden == ()
        assert hidden[0].envelope["at"] != told[seen - 1].envelope["at"]
        shown = STRANGER.get(f"/matches/{match_id}/events?limit=500").json()["items"]
        assert [one["version"] for one in shown] == list(range(1, seen + 1))
        assert STRANGER.get(f"/matches/{match_id}/view").json()["version"] == seen < head


def test_at_the_end_all_is_open(live: Running) -> None:  # noqa: F811
    match_id, cast = delayed(seconds=3600)
    stream = live.get(f"/matches/{match_id}/stream")
    before = stream.until_status()
    assert len(events(before)) == version(STRANGER, match_id)
    play_some(match_id, cast)
    told = events(before + stream.rest())
    head = load(match_id).match.head.version
    assert [one["version"] for one in told] == list(range(1, head + 1))
    assert version(STRANGER, match_id) == head


def test_what_grows_by_itself_is_told_without_an_event(live: Running) -> None:  # noqa: F811
    match_id, _ = delayed(seconds=1)
    stream = live.get(f"/matches/{match_id}/stream")
    assert stream.until_version(load(match_id).match.head.version)


@pytest.mark.parametrize("delay", [{}, {"events": 0}, {"seconds": 1, "events": 1}, {"minutes": 5}, 7])
def test_a_delay_is_one_of_two(delay: Any) -> None:
    refused = person("Alice").post("/matches", {"game": RPW, "seats": 3, "delay": delay})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


def test_a_rematch_has_the_delay_of_the_match_before() -> None:
    match_id, cast = delayed(events=3)
    play_some(match_id, cast)
    assert cast[0].post(f"/matches/{match_id}/rematch").json()["delay"] == {"events": 3}
