"""Whatever a seat was told live it is told again later, at that version: before the end and after it."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from events import store
from games.matches.background import consumers
from games.matches.models.service import Deadline, Listing
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import load, recent
from tests.behaviours.past import answers
from tests.support.cast import STRANGER, Person, match_of, person, play_some, random_move
from tests.support.kept_states import drop_all

Answers = Mapping[tuple[str, int], Any]


@pytest.fixture
def cast() -> list[Person]:
    return [person(name) for name in ("Alice", "Bob", "Carol", "Dora")]


def views(match_id: str, cast: list[Person], at: int | None = None) -> dict[tuple[str, int], Any]:
    """What each seat and a spectator are answered, by who they are and the version."""
    query = "" if at is None else f"?at={at}"
    found = {}
    for who in (*cast, STRANGER):
        answer = who.get(f"/matches/{match_id}/view{query}")
        assert answer.status_code == 200
        found[who.handle, answer.json()["version"]] = (answer.json(), answer.headers["ETag"])
    return found


def live(match_id: str, cast: list[Person], pick: random.Random, moves: int = 10_000) -> Answers:
    """Every view of everybody while `moves` moves are played, resignations among them."""
    seen = views(match_id, cast)
    for _ in range(moves):
        found = random_move(match_id, cast, pick)
        if found is None:
            break
        who, move = found
        path = "resign" if pick.random() < 0.02 else "moves"
        assert who.post(f"/matches/{match_id}/{path}", {} if path == "resign" else move).status_code in (200, 201)
        seen |= views(match_id, cast)
    return seen


def again(match_id: str, cast: list[Person], told: Answers) -> Answers:
    versions = sorted({version for _, version in told})
    return {key: answer for version in versions for key, answer in views(match_id, cast, at=version).items()}


@pytest.mark.parametrize("clock", [{"mode": "none"}, {"mode": "per_move", "seconds": 3600}])
def test_every_view_of_a_whole_match_is_answered_again_by_its_version(cast: list[Person], clock: Any) -> None:
    match_id, pick = match_of(*cast, clock=clock), random.Random(4)
    first = live(match_id, cast, pick, moves=12)
    assert again(match_id, cast, first) == first

    told = {**first, **live(match_id, cast, pick)}

    assert STRANGER.get(f"/matches/{match_id}").json()["status"] == "finished"
    assert len(told) > 5 * 13
    assert again(match_id, cast, told) == told


def history(match_id: str, who: Person, seat: str = "") -> dict[int, Any]:
    answer = who.get(f"/matches/{match_id}/events?limit=500{seat}")
    assert answer.status_code == 200, answer.content
    return {event["version"]: event for event in answer.json()["items"]}


def test_what_each_eyes_were_told_of_every_event_is_told_again_after_the_end(cast: list[Person]) -> None:
    match_id, pick = match_of(*cast), random.Random(5)
    eyes = {**{str(seat): one for seat, one in enumerate(cast)}, "spectator": STRANGER}
    told: dict[str, dict[int, Any]] = {seat: {} for seat in eyes}
    while load(match_id).match.table.status == "active":
        told = {seat: {**history(match_id, who), **told[seat]} for seat, who in eyes.items()}
        assert history(match_id, cast[0], "&seat=0") == history(match_id, cast[0])
        assert history(match_id, cast[0], "&seat=spectator") == history(match_id, STRANGER)
        found = random_move(match_id, cast, pick)
        assert found is not None
        assert found[0].post(f"/matches/{match_id}/moves", found[1]).status_code == 201
    assert told["0"] != told["1"]
    for seat, before in told.items():
        again = history(match_id, STRANGER, f"&seat={seat}")
        assert {version: again[version] for version in before} == before


def test_another_seats_knowledge_of_events_opens_at_the_end(cast: list[Person]) -> None:
    match_id = match_of(*cast)
    for who in (cast[0], STRANGER):
        refused = who.get(f"/matches/{match_id}/events?seat=1")
        assert (refused.status_code, refused.json()["code"]) == (409, "match_not_finished")
    for one in cast[:-1]:
        one.post(f"/matches/{match_id}/resign")
    refused = STRANGER.get(f"/matches/{match_id}/events?seat=4")
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_seat")
    refused = STRANGER.get(f"/matches/{match_id}/events?seat=all")
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")


def test_what_seats_were_told_differs_while_they_choose_so_that_the_comparison_means_something(
    cast: list[Person],
) -> None:
    match_id = match_of(*cast)
    told = live(match_id, cast, random.Random(4), moves=2)
    version = max(version for _, version in told)

    states = [told[who.handle, version][0]["state"] for who in (*cast, STRANGER)]

    assert len({str(state["your_choice"]) for state in states}) == 3


def test_with_and_without_kept_states_every_answer_is_the_same(
    cast: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_states, "EVERY", 1)
    told = []
    match_id = match_of(*cast, clock={"mode": "per_move", "seconds": 3600})
    people = [cast[0], STRANGER]
    for moves in (3, 9, 10_000):
        play_some(match_id, cast, moves=moves, seed=moves)
        consumers.list_and_keep([match_id])
        forgetting: list[Callable[[], object]] = [lambda: None, recent.clear, drop_all]
        for forget in forgetting:
            forget()
            told.append(answers(match_id, people))
        recent.clear()
        told.append(answers(match_id, people))

    assert told[0] != told[4] != told[8]
    assert all(told[place] == told[place // 4 * 4] for place in range(12))


def test_deleting_and_rebuilding_what_is_computed_from_events_changes_no_answer(cast: list[Person]) -> None:
    running = match_of(*cast, clock={"mode": "per_move", "seconds": 3600})
    live(running, cast, random.Random(3), moves=7)
    finished = match_of(*cast)
    live(finished, cast, random.Random(5))
    consumers.rebuild(store.matches())
    people = [cast[0], cast[3], STRANGER]
    before = [answers(match_id, people) for match_id in (running, finished)]
    rows = list(Deadline.objects.filter(match_id=running).values())

    Listing.objects.all().delete()
    Deadline.objects.all().delete()
    drop_all()
    recent.clear()
    consumers.rebuild(store.matches())

    assert [answers(match_id, people) for match_id in (running, finished)] == before
    assert list(Deadline.objects.filter(match_id=running).values()) == rows
