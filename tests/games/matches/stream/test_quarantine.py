import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from games import registry
from games.core.errors import RuleBroken
from games.core.events import Event
from games.matches.autoplay import deadlines, timeouts
from games.matches.errors import MatchQuarantined
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import Deadline, Listing, Quarantine
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.presentation import resources
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from tests.support.cast import RPW, STRANGER, Person, match_of, new_match, person

SECRET = "fireball-at-seat-2"


def broken(*_: Any) -> Sequence[Event]:
    raise ZeroDivisionError(SECRET)


@pytest.fixture
def break_kernel(monkeypatch: pytest.MonkeyPatch) -> Any:
    def put(name: str) -> None:
        game = replace(registry.GAMES[RPW]["1"], **{name: cast(Any, broken)})
        monkeypatch.setattr(registry, "GAMES", {RPW: {"1": game}})

    return put


def listed(match_id: str) -> Any:
    prompt = load(match_id).match.prompts[0]
    return {"prompt": prompt.id, **prompt.moves[0].legal[0]}


def test_a_kernel_that_fails_sets_its_match_aside_and_appends_nothing(
    break_kernel: Any, caplog: pytest.LogCaptureFixture
) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 60})
    listings.project_listings([match_id])
    deadlines.project_deadlines([match_id])
    before, move = load(match_id).events, listed(match_id)
    break_kernel("decide")
    with caplog.at_level(logging.ERROR), pytest.raises(MatchQuarantined):
        submission.play(match_id, alice.id, Sent(body=move), key="k")
    assert load(match_id).events == before
    assert Quarantine.objects.get(match_id=match_id).error.startswith("ZeroDivisionError in broken:")
    assert Listing.objects.get(match_id=match_id).status == "quarantined"
    assert not Deadline.objects.filter(match_id=match_id).exists()
    assert match_id in caplog.text
    assert SECRET not in caplog.text


def test_a_match_set_aside_takes_no_moves_even_when_the_kernel_is_well_again(break_kernel: Any) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    move = listed(match_id)
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    with pytest.raises(MatchQuarantined):
        submission.play(match_id, alice.id, Sent(body=move), key=None)
    with pytest.raises(MatchQuarantined):
        submission.resign(match_id, alice.id, key=None)
    assert resources.status(load(match_id).match, quarantined=True) == "quarantined"


def test_a_match_that_cannot_be_folded_is_set_aside_at_the_reading(break_kernel: Any) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    break_kernel("evolve")
    with pytest.raises(MatchQuarantined):
        load(match_id)
    listings.project_listings([match_id])


def test_a_kernel_that_fails_at_the_start_leaves_the_last_seat_free(break_kernel: Any) -> None:
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    break_kernel("start")
    with pytest.raises(MatchQuarantined):
        lobby.join(match_id, person("Carol").id, SeatWish(), key=None)
    assert load(match_id).match.table.free == (2,)


def test_a_match_set_aside_takes_nobody_and_lets_nobody_leave() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    Quarantine.objects.create(match_id=match_id, version=2, error="seen before")
    before = load(match_id).events
    with pytest.raises(MatchQuarantined):
        lobby.join(match_id, bob.id, SeatWish(), key=None)
    for call in (lobby.leave, lobby.cancel, lobby.start):
        with pytest.raises(MatchQuarantined):
            call(match_id, alice.id, key=None)
    assert load(match_id).events == before


def test_a_kernel_that_refuses_its_own_default_move_sets_its_match_aside(
    later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 5})
    game = replace(registry.GAMES[RPW]["1"], decide=cast(Any, refusing))
    monkeypatch.setattr(registry, "GAMES", {RPW: {"1": game}})
    later(5)
    with pytest.raises(MatchQuarantined):
        timeouts.expire(match_id)
    assert Quarantine.objects.filter(match_id=match_id).exists()


def refusing(*_: Any) -> Sequence[Event]:
    raise RuleBroken("not_now", clause="RPW-1")


def statuses(match_id: str, who: Person, *paths: str) -> list[tuple[int, str]]:
    answers = [who.get(f"/matches/{match_id}{path}") for path in paths]
    return [(answer.status_code, answer.json().get("code", answer.json().get("status"))) for answer in answers]


@pytest.mark.parametrize(
    ("name", "path"), [("prompts", "/prompts"), ("prompts", ""), ("view", "/view"), ("view", "/view?at=9")]
)
def test_a_kernel_that_fails_at_asking_or_showing_sets_its_match_aside(
    break_kernel: Any, caplog: pytest.LogCaptureFixture, name: str, path: str
) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    listings.project_listings([match_id])
    break_kernel(name)
    with caplog.at_level(logging.ERROR):
        assert statuses(match_id, alice, path, "") == [(409, "match_quarantined"), (200, "quarantined")]
    assert Listing.objects.get(match_id=match_id).status == "quarantined"
    assert SECRET not in caplog.text


LOBBY_CALLS = ("join", "leave", "start", "cancel", "invitations", "bots")
SEAT_CALLS = ("seats/0/take-back", "seats/0/replacement", "seats/0/replacement/consent")
CALLS = (*LOBBY_CALLS, "moves", "resign", "pause", "resume", "rematch", *SEAT_CALLS)


@pytest.mark.parametrize("folds", [True, False], ids=["folds", "folds no more"])
def test_a_private_match_that_was_set_aside_is_there_for_those_who_sit_there_alone(
    folds: bool, break_kernel: Any
) -> None:
    alice, charlie = person("Alice"), person("Charlie")
    match_id = match_of(alice, person("Bob"), person("Carol"), visibility="private")
    listings.project_listings([match_id])
    move = listed(match_id)
    quarantine.set_aside(match_id, 1, "seen before")
    if not folds:
        break_kernel("evolve")
    paths = ("", "/view", "/prompts", "/events", "/events?wait=1", "/export", "/audit")
    for outsider in (STRANGER, charlie):
        assert statuses(match_id, outsider, *paths) == [(404, "match_not_found")] * len(paths)
    wish = {"invitation": "inv_guess"}
    answers = [charlie.post(f"/matches/{match_id}/{call}", wish if call == "join" else {}) for call in CALLS]
    assert [answer.json()["code"] for answer in answers] == ["match_not_found"] * len(CALLS)
    assert charlie.post(f"/matches/{match_id}/forks", {"at": 1}).json()["code"] == "match_not_found"
    assert statuses(match_id, alice, "") == ([(200, "quarantined")] if folds else [(409, "match_quarantined")])
    assert alice.post(f"/matches/{match_id}/moves", move).json()["code"] == "match_quarantined"


def test_a_match_that_cannot_say_whom_it_waits_for_is_listed_as_set_aside(break_kernel: Any) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    break_kernel("prompts")
    listings.project_listings([match_id])
    row = Listing.objects.get(match_id=match_id)
    assert (row.status, row.waiting_player_ids, row.document["waiting_for"]) == ("quarantined", [], [])


def test_a_match_set_aside_waits_for_nobody() -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 60})
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    shown = alice.get(f"/matches/{match_id}").json()
    assert (shown["status"], shown["waiting_for"], shown["deadlines"]) == ("quarantined", [], [])
