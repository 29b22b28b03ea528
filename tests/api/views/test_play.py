"""Views of other times and seats, entity tags, conditions, dry runs, long polls and the match file."""

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest

from events import statements, store
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from events.format.seal import seal_digest
from games.matches.stream.loading import load
from tests.support.cast import RPW, STRANGER, Person, match_of, person

Cast = tuple[Person, Person, Person]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


def first_move(who: Person, match_id: str) -> dict[str, Any]:
    prompt = who.get(f"/matches/{match_id}/prompts").json()["items"][0]
    return {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]}


def play_round(cast: Cast, match_id: str) -> None:
    for who in cast:
        if who.get(f"/matches/{match_id}/prompts").json()["items"]:
            assert who.post(f"/matches/{match_id}/moves", first_move(who, match_id)).status_code == 201


def finish(cast: Cast, match_id: str) -> None:
    for who in cast[:2]:
        who.post(f"/matches/{match_id}/resign")


@dataclass
class Reading:
    """The versions of the events, and of their sealed parts, that have been read from the store."""

    versions: list[int] = field(default_factory=list)

    def fetch(self, query: str, values: Any) -> Any:
        rows = store_fetch(query, values)
        self.versions += [row[1] for row in rows if store.ROWS in query and row[0] > 0]
        return rows


store_fetch = statements.fetch


@pytest.mark.parametrize("ended", [False, True])
def test_a_page_reads_its_own_events_and_no_others(ended: bool, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(*cast)
    play_round(cast, match_id)
    if ended:
        finish(cast, match_id)
    head = load(match_id).match.head.version
    for who in (cast[0], STRANGER):
        for after, limit in ((0, 1), (3, 2), (head - 1, 100), (head - 3, 2), (head, 1), (head + 5, 1)):
            reading = Reading()
            monkeypatch.setattr(store, "fetch", reading.fetch)
            page = who.get(f"/matches/{match_id}/events?after={after}&limit={limit}").json()
            told = [event["version"] for event in page["items"]]
            assert set(reading.versions) == set(told) == {*range(after + 1, min(after + limit, head) + 1)}
            assert (page["next"] is None) == (after + limit >= head)


def test_at_shows_what_that_seat_was_entitled_to_know_then(cast: Cast) -> None:
    match_id = match_of(*cast)
    seen: dict[int, Any] = {}
    for who in cast:
        who.post(f"/matches/{match_id}/moves", first_move(who, match_id))
        seen |= {view["version"]: view for view in [cast[1].get(f"/matches/{match_id}/view").json()]}
    for version, view in seen.items():
        assert cast[1].get(f"/matches/{match_id}/view?at={version}").json() == view


def test_at_every_version_answers_for_every_caller(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_round(cast, match_id)
    head = STRANGER.get(f"/matches/{match_id}").json()["version"]
    for version in range(1, head + 1):
        for who in (cast[0], STRANGER):
            answer = who.get(f"/matches/{match_id}/view?at={version}")
            assert (answer.status_code, answer.json()["version"]) == (200, version)
    beyond = STRANGER.get(f"/matches/{match_id}/view?at={head + 1}")
    assert (beyond.status_code, beyond.json()["code"]) == (404, "version_not_found")


def test_a_choice_is_seen_at_its_version_by_its_own_seat_alone(cast: Cast) -> None:
    match_id = match_of(*cast)
    version = cast[0].post(f"/matches/{match_id}/moves", first_move(cast[0], match_id)).json()["version"]
    play_round(cast, match_id)
    views = [who.get(f"/matches/{match_id}/view?at={version}").json()["state"]["your_choice"] for who in cast]
    assert [choice is None for choice in views] == [False, True, True]


def test_before_the_end_only_ones_own_seat_can_be_asked_for(cast: Cast) -> None:
    match_id = match_of(*cast)
    assert cast[1].get(f"/matches/{match_id}/view?seat=1").status_code == 200
    for wanted in ("0", "all", "99"):
        answer = cast[1].get(f"/matches/{match_id}/view?seat={wanted}")
        assert (answer.status_code, answer.json()["code"]) == (409, "match_not_finished")


def test_after_the_end_every_seat_and_all_of_them_are_open_to_everyone(cast: Cast) -> None:
    match_id = match_of(*cast)
    version = cast[0].post(f"/matches/{match_id}/moves", first_move(cast[0], match_id)).json()["version"]
    finish(cast, match_id)
    seats = [STRANGER.get(f"/matches/{match_id}/view?seat={seat}&at={version}").json() for seat in range(3)]
    every = STRANGER.get(f"/matches/{match_id}/view?seat=all&at={version}").json()
    assert seats[0]["state"]["your_choice"] is not None
    assert every["seat"] == "all"
    assert every["state"]["seats"] == [view["state"] for view in seats]
    unknown = STRANGER.get(f"/matches/{match_id}/view?seat=3")
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_seat")


@pytest.mark.parametrize("path", ["", "/view", "/prompts"])
def test_a_known_tag_is_answered_304_until_something_changes(cast: Cast, path: str) -> None:
    match_id = match_of(*cast)
    first = cast[0].get(f"/matches/{match_id}{path}")
    tag = first.headers["ETag"]
    # The match tells the time of the answer, so that its tag cannot be strong.
    assert tag.startswith("W/") == (path == "")
    for known in (tag, f"W/{tag.removeprefix('W/')}", f'"other", {tag}', "*"):
        again = cast[0].get(f"/matches/{match_id}{path}", If_None_Match=known)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    cast[1].post(f"/matches/{match_id}/moves", first_move(cast[1], match_id))
    assert cast[0].get(f"/matches/{match_id}{path}", If_None_Match=tag).status_code == 200


def test_seats_and_spectators_have_tags_of_their_own(cast: Cast) -> None:
    match_id = match_of(*cast)
    tags = {who.get(f"/matches/{match_id}/view").headers["ETag"] for who in (*cast, STRANGER)}
    assert len(tags) == 4


def test_if_match_lets_a_move_through_at_that_version_only(cast: Cast) -> None:
    match_id = match_of(*cast)
    moves, tag = f"/matches/{match_id}/moves", cast[0].get(f"/matches/{match_id}/view").headers["ETag"]
    cast[1].post(moves, first_move(cast[1], match_id))
    stale = cast[0].post(moves, first_move(cast[0], match_id), If_Match=tag)
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition_failed")
    assert stale.json()["version"] == load(match_id).match.head.version
    fresh = cast[0].get(f"/matches/{match_id}/view").headers["ETag"]
    others = cast[1].get(f"/matches/{match_id}/view").headers["ETag"]
    assert cast[0].post(moves, first_move(cast[0], match_id), If_Match=others).status_code == 412
    assert cast[0].post(moves, first_move(cast[0], match_id), If_Match="nonsense").status_code == 400
    assert cast[0].post(moves, first_move(cast[0], match_id), If_Match=f"W/{fresh}").status_code == 201


def test_the_condition_is_judged_after_the_shape_and_before_the_rules(cast: Cast) -> None:
    match_id = match_of(*cast)
    moves, good = f"/matches/{match_id}/moves", first_move(cast[0], match_id)
    assert cast[0].post(moves, {**good, "target": "x"}, If_Match='"1.0"').status_code == 400
    assert cast[0].post(moves, {**good, "target": 0}, If_Match='"1.0"').status_code == 412
    assert cast[0].post(moves, {**good, "target": 0}).status_code == 422


def test_a_dry_run_says_legal_and_leaves_nothing(cast: Cast) -> None:
    match_id = match_of(*cast)
    moves, before = f"/matches/{match_id}/moves", load(match_id).events
    answer = cast[0].post(f"{moves}?dry_run=true", first_move(cast[0], match_id), Idempotency_Key="k")
    assert (answer.status_code, answer.json()) == (200, {"legal": True})
    assert load(match_id).events == before
    assert "Idempotent-Replayed" not in cast[0].post(moves, first_move(cast[0], match_id), Idempotency_Key="k").headers


def test_a_dry_run_is_refused_exactly_as_the_move_would_be(cast: Cast) -> None:
    match_id = match_of(*cast)
    moves, good = f"/matches/{match_id}/moves", first_move(cast[0], match_id)
    wrong = [
        {**good, "prompt": "p99.0"},
        {**good, "prompt": first_move(cast[1], match_id)["prompt"]},
        {**good, "target": "1"},
        {**good, "target": 0},
        {"prompt": good["prompt"], "type": "cast_nothing"},
    ]
    for body in wrong:
        dry, wet = cast[0].post(f"{moves}?dry_run=true", body), cast[0].post(moves, body)
        assert (dry.status_code, dry.json()) == (wet.status_code, wet.json())
    assert person("Charlie").post(f"{moves}?dry_run=true", good).json()["code"] == "not_seated"
    assert cast[0].post(f"{moves}?dry_run=maybe", good).status_code == 400


def test_a_web_process_that_reaches_no_live_process_answers_a_waiting_request_at_once(cast: Cast) -> None:
    match_id = match_of(*cast)
    head = load(match_id).match.head.version
    assert cast[0].get(f"/matches/{match_id}/events?after={head}&wait=30").json()["items"] == []
    assert cast[0].get(f"/matches/{match_id}/events?wait=31").status_code == 400


def exported(who: Person, match_id: str) -> list[Any]:
    answer = who.get(f"/matches/{match_id}/export")
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert answer.content.endswith(b"}\n")
    lines = answer.content.splitlines()
    assert all(canon(orjson.loads(line)) == line for line in lines)
    return [json.loads(line) for line in lines]


def test_the_match_file_can_be_verified_from_its_own_bytes(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_round(cast, match_id)
    finish(cast, match_id)
    first, *events, last = exported(STRANGER, match_id)
    assert first == {
        "format": "tabularium/1",
        "match": match_id,
        "game": RPW,
        "rules": "1",
        "redacted_for": None,
    }
    before = GENESIS
    for version, line in enumerate(events, 1):
        before = event_hash(before, canon(line["envelope"]))
        assert (line["envelope"]["version"], line["hash"]) == (version, before.hex())
        for opening in line["openings"]:
            seal = line["envelope"]["seals"][opening["index"]]
            content = canon([match_id, version, opening["index"], seal["audience"], opening["part"]])
            digest = seal_digest(bytes.fromhex(opening["salt"]), content)
            assert (digest if isinstance(digest, str) else digest.hex()) == seal["digest"]
        assert len(line["openings"]) == len(line["envelope"]["seals"])
    assert last == {"version": len(events), "head": before.hex(), "complete": True}


def test_a_running_match_is_exported_with_what_is_open_to_the_caller(cast: Cast) -> None:
    match_id = match_of(*cast)
    cast[1].post(f"/matches/{match_id}/moves", first_move(cast[1], match_id))
    files = {who.handle: exported(who, match_id) for who in (cast[0], cast[1], STRANGER)}
    told = {name: (lines[0]["redacted_for"], lines[-1]["complete"]) for name, lines in files.items()}
    assert told == {cast[0].handle: (0, False), cast[1].handle: (1, False), "": ("spectator", False)}
    opened = {name: sum(len(line["openings"]) for line in lines[1:-1]) for name, lines in files.items()}
    assert opened == {cast[0].handle: 0, cast[1].handle: 2, "": 0}


def test_a_page_of_events_is_not_sent_again_while_it_is_the_same(cast: Cast) -> None:
    match_id = match_of(*cast)
    path = f"/matches/{match_id}/events?limit=500"
    tag = cast[0].get(path).headers["ETag"]
    assert cast[0].get(path, if_none_match=tag).status_code == 304
    assert cast[1].get(path, if_none_match=tag).status_code == 200
    play_round(cast, match_id)
    assert cast[0].get(path, if_none_match=tag).status_code == 200


def test_a_page_of_events_is_kept_for_ever_once_it_is_full_and_everything_is_open(cast: Cast) -> None:
    match_id = match_of(*cast)
    path = f"/matches/{match_id}/events?after=0&limit=3"
    running = cast[0].get(path)
    assert kept(running) == "private, no-cache"
    finish(cast, match_id)
    last = load(match_id).match.head.version

    for who in (*cast, STRANGER):
        assert who.get(path, if_none_match=running.headers["ETag"]).status_code == 200
        assert kept(who.get(path)) == "private, max-age=31536000, immutable"
        assert kept(who.get(f"/matches/{match_id}/events?after={last - 2}&limit=3")) == "private, no-cache"
    assert kept(cast[0].get(f"/matches/{match_id}/events?after={last - 3}&limit=3")).endswith("immutable")


def kept(answer: Any) -> str:
    return str(answer.headers["Cache-Control"])


def pages(who: Person, address: str) -> list[list[int]]:
    """The versions on each page from this one on."""
    found = []
    following: str | None = address
    while following:
        page = who.get(following.removeprefix("/api/v1")).json()
        found.append([item["version"] for item in page["items"]])
        following = page["next"]
    return found


def test_events_are_told_from_the_end_page_by_page_too(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_round(cast, match_id)
    head = load(match_id).match.head.version
    forwards = pages(cast[0], f"/matches/{match_id}/events?limit=4")
    backwards = pages(cast[0], f"/matches/{match_id}/events?limit=4&before={head + 1}")
    assert [version for page in reversed(backwards) for version in page] == list(range(1, head + 1))
    assert [version for page in forwards for version in page] == list(range(1, head + 1))
    assert all(len(page) == 4 for page in backwards[:-1])
    # Who does not know the head yet asks from beyond it.
    assert pages(cast[0], f"/matches/{match_id}/events?limit=4&before={2**31 - 1}") == backwards
    assert pages(cast[0], f"/matches/{match_id}/events?before=1") == [[]]
    ahead = cast[0].get(f"/matches/{match_id}/events?limit=4&after=2").json()["items"]
    assert cast[0].get(f"/matches/{match_id}/events?limit=4&before=7").json()["items"] == ahead


def test_before_and_after_ask_for_what_lies_between_from_its_end_and_wait_for_nothing(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_round(cast, match_id)
    assert pages(cast[0], f"/matches/{match_id}/events?after=2&before=8&limit=3") == [[5, 6, 7], [3, 4]]
    assert pages(cast[0], f"/matches/{match_id}/events?after=2&before=9&limit=6&wait=20") == [[3, 4, 5, 6, 7, 8]]
    head = load(match_id).match.head.version
    for nothing in ("after=7&before=8", "after=7&before=3", f"after={head}&before={head + 5}&wait=20"):
        assert pages(cast[0], f"/matches/{match_id}/events?{nothing}") == [[]]


@pytest.mark.parametrize("query", ["before=0", "before=x"])
def test_before_is_a_version(cast: Cast, query: str) -> None:
    refused = cast[0].get(f"/matches/{match_of(*cast)}/events?{query}")
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/query/before")


def test_a_view_of_the_past_lists_the_moves_that_were_legal_then(cast: Cast) -> None:
    match_id = match_of(*cast)
    then = cast[0].get(f"/matches/{match_id}/view").json()
    play_round(cast, match_id)
    again = cast[0].get(f"/matches/{match_id}/view?at={then['version']}").json()
    assert again["prompts"] == then["prompts"]
    assert again["prompts"][0]["moves"][0]["legal"]


def test_a_version_that_is_yet_to_come_is_refused_with_the_one_there_is(cast: Cast) -> None:
    match_id = match_of(*cast)
    head = load(match_id).match.head.version
    refused = cast[0].get(f"/matches/{match_id}/view?at={head + 5}").json()
    assert refused["params"] == {"version": head + 5, "head": head}
    assert str(head) in refused["detail"]


def test_a_match_tells_the_service_s_time(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = datetime.now(UTC)
    told = datetime.fromisoformat(cast[0].get(f"/matches/{match_id}").json()["now"])
    assert before - timedelta(seconds=1) < told < datetime.now(UTC) + timedelta(seconds=1)
