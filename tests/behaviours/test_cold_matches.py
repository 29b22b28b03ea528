"""A match that has moved into a file is told as before, byte for byte, by every call."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from api.serving.streams import pages
from events.store import new_id
from games.matches.audit import audits
from games.matches.audit.imports import import_file
from games.matches.lobby import lobby
from games.matches.play import submission
from games.matches.stream.loading import load
from games.registry import GAMES
from games.verify.report import CHECKS
from games.verify.verifier import verify_bytes
from tests.behaviours.forks import question
from tests.behaviours.past import answers
from tests.games.verify.files import played
from tests.support import cold
from tests.support.cast import RPW, STRANGER, Person, create, match_of, person, play_some, resign_all, unclocked
from tests.support.relay import catch_up

CLOCK = {"mode": "per_move", "seconds": 3600}


def ended(cast: tuple[Person, ...], *, moves: int = 25, **wishes: Any) -> str:
    """A match that was played for a while and then resigned."""
    match_id = match_of(*cast, **wishes)
    play_some(match_id, cast, moves=moves)
    resign_all(match_id, cast)
    catch_up()
    return match_id


def told(match_id: str, people: list[Person]) -> dict[Any, Any]:
    """Everything that is told of a match, with the tags under which clients keep it."""
    found: dict[Any, Any] = dict(answers(match_id, people))
    for who in people:
        for path in ("", "/view", "/prompts", "/events?limit=20", "/events?after=7&limit=5", "/export", "/audit"):
            answer = who.get(f"/matches/{match_id}{path}")
            found[who.handle, path] = answer.status_code, answer.headers.get("ETag"), unclocked(answer.content)
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_every_call_tells_the_same_before_and_after(cast: tuple[Person, ...], game: str, visibility: str) -> None:
    match_id = ended(cast, game=game, clock=CLOCK, visibility=visibility)
    people = [*cast, STRANGER, person("Charlie")]
    before = told(match_id, people)
    cold.make_cold(match_id)
    assert told(match_id, people) == before
    # And once more, of what this process now has in memory.
    assert told(match_id, people) == before


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_audit_of_a_cold_match_finds_nothing_and_its_export_is_valid(cast: tuple[Person, ...], game: str) -> None:
    match_id = ended(cast, game=game)
    cold.make_cold(match_id)
    assert audits.examine(match_id).checks == dict.fromkeys(CHECKS, "ok")
    assert verify_bytes(STRANGER.get(f"/matches/{match_id}/export").content).checks == dict.fromkeys(CHECKS, "ok")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_cold_match_is_forked_as_any_other(cast: tuple[Person, ...], game: str) -> None:
    match_id = ended(cast, game=game)
    at = question(match_id, 3)
    cold.make_cold(match_id)
    answer = cast[0].post(f"/matches/{match_id}/forks", {"at": at}, Idempotency_Key=new_id())
    assert answer.status_code == 201, answer.content
    fork = answer.json()["id"]
    for one in cast[1:]:
        assert one.post(f"/matches/{fork}/join", {}, Idempotency_Key=new_id()).status_code == 200
    assert load(fork).match.table.started_at is not None
    assert not audits.examine(fork).failed


def test_a_stream_tells_the_same_of_a_cold_match(cast: tuple[Person, ...]) -> None:
    match_id = ended(cast)
    listeners = [pages.Listener(cast[0].id, ("en",)), pages.Listener(None, ("he",), wants_table=True)]

    def told_of(after: int) -> list[Any]:
        pages.rendered.clear()
        pages.states.clear()
        found = pages.read(match_id, dict.fromkeys(listeners, after))
        return [found[one] and (found[one].events, found[one].state, found[one].ends) for one in listeners]  # type: ignore[union-attr]

    head = load(match_id).match.head.version
    before = [told_of(after) for after in (0, 7, head)]
    cold.make_cold(match_id)
    assert [told_of(after) for after in (0, 7, head)] == before


def test_a_repeated_call_is_answered_as_when_it_came_first(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    answers_of = []
    for number in range(3):
        waiting = load(match_id).match
        seat = waiting.waiting_for[0]
        prompt = waiting.prompts[seat]
        move = next(move for form in prompt.moves for move in form.legal)
        body = {"move": {"prompt": prompt.id, **move}}
        first = cast[seat].post(f"/matches/{match_id}/moves", body["move"], Idempotency_Key=f"key-{number}")
        assert first.status_code in (200, 201), first.content
        answers_of.append((seat, body["move"], f"key-{number}"))
    for one in cast[:-1]:
        submission.resign(match_id, one.id, key="gone")
    catch_up()

    def again(call: tuple[int, Any, str]) -> tuple[int, bytes]:
        seat, move, key = call
        answer = cast[seat].post(f"/matches/{match_id}/moves", move, Idempotency_Key=key)
        return answer.status_code, unclocked(answer.content)

    before = [again(call) for call in answers_of]
    cold.make_cold(match_id)
    assert [again(call) for call in answers_of] == before
    seat, move, key = answers_of[0]
    other = cast[seat].post(f"/matches/{match_id}/moves", {**move, "x": 1}, Idempotency_Key=key)
    assert other.json()["code"] in ("idempotency_key_reused", "invalid_move")
    late = cast[seat].post(f"/matches/{match_id}/moves", move, Idempotency_Key=new_id())
    assert late.json()["code"] == "match_not_active"


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda _: None,
    "flipped": lambda data: data[:-30] + bytes([data[-30] ^ 1]) + data[-29:],
    "truncated": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"\0",
    "empty": lambda _: b"",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_never_served_and_the_audit_finds_it(cast: tuple[Person, ...], damage: str) -> None:
    match_id = ended(cast)
    cold.make_cold(match_id)
    before = told(match_id, [STRANGER])
    data = cold.path_of(match_id).read_bytes()
    with cold.damaged(match_id, DAMAGES[damage](data)):
        for path in ("", "/view", "/view?at=9", "/events", "/export"):
            answer = STRANGER.get(f"/matches/{match_id}{path}")
            assert (answer.status_code, answer.json()["code"]) == (503, "temporarily_unavailable"), path
        assert audits.examine(match_id).failed
        # The lists know of it as before.
        assert STRANGER.get(f"/matches?limit=1&game={json.loads(before['', ''][2])['game']}").status_code == 200
    assert not audits.examine(match_id).failed
    assert told(match_id, [STRANGER]) == before


def test_a_deleted_account_leaves_a_cold_match_as_it_leaves_any_other(cast: tuple[Person, ...]) -> None:
    match_id = ended(cast)
    cold.make_cold(match_id)
    assert cast[0].delete("/me").status_code == 204
    shown = STRANGER.get(f"/matches/{match_id}").json()
    assert cast[0].handle not in json.dumps(shown)
    assert cast[1].handle in json.dumps(shown)
    assert not audits.examine(match_id).failed


def test_an_imported_match_is_told_the_same_before_and_after() -> None:
    number = int(new_id().replace("-", "")[-12:], 16)
    data = played(RPW, number=number).file()
    match_id = import_file(data, now=datetime.now(UTC)).match
    catch_up()
    before = told(match_id, [STRANGER])
    cold.make_cold(match_id)
    assert told(match_id, [STRANGER]) == before
    assert STRANGER.get(f"/matches/{match_id}/export").content == data


def test_a_match_that_was_cancelled_in_its_lobby_is_told_the_same_before_and_after() -> None:
    alice = person("Alice")
    match_id = create(alice.id)
    lobby.cancel(match_id, alice.id, key=None)
    catch_up()
    before = told(match_id, [alice, STRANGER])
    cold.make_cold(match_id)
    assert told(match_id, [alice, STRANGER]) == before
