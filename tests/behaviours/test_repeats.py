"""A repeated call shows what its caller may know now, or knew when it came through; never more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.matches.autoplay import timeouts
from games.matches.stream import commands, quarantine
from games.matches.stream.loading import load
from tests.support.cast import RPW, Person, legal, person, play_some, timeless
from tests.support.table_fixtures import Later

CLOCK = {"mode": "per_move", "seconds": 3600, "strikes": 1}
SECRETIVE = {"game": RPW, "seats": 3, "visibility": "private", "start": "manual", "clock": CLOCK}


@dataclass
class Calls:
    """Calls under keys of their own, each with its first answer."""

    answers: dict[str, tuple[Callable[[], Any], Any]] = field(default_factory=dict)

    def post(self, name: str, who: Person, path: str, body: Any = None) -> Any:
        def call() -> Any:
            return who.post(path, body, Idempotency_Key=name.replace(" ", "-"))

        first = call()
        assert first.status_code in (200, 201), first.content
        assert "Idempotent-Replayed" not in first.headers
        self.answers[name] = (call, first)
        return first.json()

    def assert_repeated_alike(self, name: str) -> None:
        """The repeat is answered as the call was, though much has come since."""
        call, first = self.answers[name]
        again = call()
        assert (again.status_code, again.headers["Idempotent-Replayed"]) == (first.status_code, "true")
        assert timeless(again.json()) == timeless(first.json())
        assert again.headers.get("ETag") == first.headers.get("ETag")


@dataclass(frozen=True, kw_only=True)
class Story:
    match: str
    calls: Calls
    carol: Person


OF_THE_GONE = (
    *("alice creates", "alice seats a bot", "alice leaves"),
    *("bob joins", "bob leaves"),
    *("carol joins", "carol starts", "carol moves", "carol pauses", "carol resumes", "carol takes back"),
)


@pytest.fixture
def story(later: Later) -> Story:
    """The first that does not end before its time: what cards come is chance."""
    return next(filter(None, (_story(later) for _ in range(20))))


def _story(later: Later) -> Story | None:
    """A private match that its maker, a guest and its last host have each left in their way, played to its end.

    Each has called all that they could before.
    """
    calls = Calls()
    alice, bob, carol, dora, erin = map(person, ("Alice", "Bob", "Carol", "Dora", "Erin"))
    match = calls.post("alice creates", alice, "/matches", SECRETIVE)["id"]
    path = f"/matches/{match}"
    calls.post("alice seats a bot", alice, f"{path}/bots", {"bot": "random", "seat": 2})
    for name, who in (("bob", bob), ("carol", carol)):
        invitation = alice.post(f"{path}/invitations").json()["invitation"]
        calls.post(f"{name} joins", who, f"{path}/join", {"invitation": invitation})
        if who is bob:
            calls.post("bob leaves", bob, f"{path}/leave")
    calls.post("alice leaves", alice, f"{path}/leave")
    invitation = carol.post(f"{path}/invitations").json()["invitation"]
    assert dora.post(f"{path}/join", {"invitation": invitation, "seat": 0}).status_code == 200
    calls.post("carol starts", carol, f"{path}/start")
    calls.post("carol moves", carol, f"{path}/moves", legal(match, 1)[0])
    calls.post("carol pauses", carol, f"{path}/pause")
    assert dora.post(f"{path}/pause").status_code == 200
    calls.post("carol resumes", carol, f"{path}/resume")
    assert dora.post(f"{path}/resume").status_code == 200
    if not _desert(match, carol, dora, later):
        return None
    calls.post("carol takes back", carol, f"{path}/seats/1/take-back")
    if not _desert(match, carol, dora, later):
        return None
    invitation = dora.post(f"{path}/seats/1/replacement").json()["invitation"]
    assert erin.post(f"{path}/join", {"invitation": invitation}).status_code == 200
    assert erin.post(f"{path}/resign").status_code == 200
    assert dora.post(f"{path}/resign").status_code == 200
    assert load(match).match.table.status == "finished"
    return Story(match=match, calls=calls, carol=carol)


def _desert(match: str, absent: Person, other: Person, later: Later) -> bool:
    """The others play until the absent one's time is up; whether the match goes on then."""
    while not load(match).match.is_over and 1 not in load(match).match.table.autopilot:
        if 0 in load(match).match.waiting_for:
            assert other.post(f"/matches/{match}/moves", legal(match, 0)[0]).status_code == 201
            continue
        later(3600)
        timeouts.expire(match)
    return not load(match).match.is_over


def test_callers_who_may_not_know_the_match_any_more_are_told_what_they_were_told_then(story: Story) -> None:
    assert {*story.calls.answers} == {*OF_THE_GONE}
    for name in OF_THE_GONE:
        story.calls.assert_repeated_alike(name)


def test_nothing_of_the_end_is_in_any_answer_to_them(story: Story) -> None:
    seed = load(story.match).match.seed.hex()
    for call, _ in story.calls.answers.values():
        again = call()
        assert seed not in again.content.decode()
        assert again.json().get("outcome") is None
        assert again.json().get("finished_at") is None


def test_they_are_told_the_same_of_a_match_that_was_set_aside(story: Story) -> None:
    quarantine.set_aside(story.match, load(story.match).match.head.version, "on purpose")
    for name in OF_THE_GONE:
        story.calls.assert_repeated_alike(name)


def test_another_call_under_the_key_is_refused_whatever_has_become_of_the_match(story: Story) -> None:
    path = f"/matches/{story.match}"
    refused = story.carol.post(f"{path}/resign", Idempotency_Key="carol-moves")
    assert refused.json()["code"] == "idempotency_key_reused"
    assert story.carol.post(f"{path}/moves?dry_run=true", {}, Idempotency_Key="carol-moves").status_code == 404


def test_callers_who_may_know_the_match_are_shown_it_as_it_is_now() -> None:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    wish = {**SECRETIVE, "start": "auto"}
    created = people[0].post("/matches", wish, Idempotency_Key="k").json()
    _invited(created["id"], people)
    again = people[0].post("/matches", wish, Idempotency_Key="k")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (created["status"], again.json()["status"]) == ("open", "active")


def test_a_player_who_has_left_their_fork_is_told_of_it_as_it_was_made() -> None:
    people, calls = [person(name) for name in ("Alice", "Bob", "Carol")], Calls()
    parent = people[0].post("/matches", {**SECRETIVE, "start": "auto"}).json()["id"]
    _invited(parent, people)
    play_some(parent, people, moves=3)
    at = load(parent).match.head.version
    for one in people[:2]:
        one.post(f"/matches/{parent}/resign")
    fork = calls.post("fork", people[0], f"/matches/{parent}/forks", {"at": at})["id"]
    _invited(fork, people[:2])
    assert people[0].post(f"/matches/{fork}/leave").status_code == 200
    calls.assert_repeated_alike("fork")


def test_a_player_who_leaves_is_told_nothing_that_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    match = alice.post("/matches", {**SECRETIVE, "seats": 4}).json()["id"]
    _invited(match, (alice, bob))

    def carol_comes(*call: Any) -> Any:
        monkeypatch.undo()
        left = commands.execute(*call)
        _invited(match, (alice, carol))
        return left

    # In the moment between the leaving and the making of its answer.
    monkeypatch.setattr("games.matches.lobby.departures.execute", carol_comes)
    told = bob.post(f"/matches/{match}/leave").json()
    assert (told["version"], [seat["status"] for seat in told["seats"]]) == (4, ["seated", "open", "open", "open"])
    assert load(match).match.head.version == 5


def _invited(match: str, people: Sequence[Person]) -> None:
    """All but the first, who is the host, come in by invitations."""
    for one in people[1:]:
        invitation = people[0].post(f"/matches/{match}/invitations").json()["invitation"]
        assert one.post(f"/matches/{match}/join", {"invitation": invitation}).status_code == 200
