"""Whom somebody mutes, keeps away or reports cannot tell: twins of a player, of whom one has done so, answer alike."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from games.matches.notices import writer
from games.matches.play import submission
from games.matches.profiles import deletion
from tests.support.cast import RPW, STRANGER, Person, account_holder, match_of
from tests.support.relay import catch_up

# What differs because two things were done one after the other.
UNLIKE = {
    "now",
    "at",
    "as_of",
    "created_at",
    "started_at",
    "finished_at",
    "written_at",
    "made_at",
    "expires_at",
    "head",
}
# A deal may reject a card, which is an event more.
UNLIKE |= {
    "version",
    "last_used_on",
    "until",
    "invitation",
    "remaining",
    "resets_at",
    "hash",
    "commitment",
    "digest",
    "salt",
    "due_at",
}
ID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")


class Scene(NamedTuple):
    """A player, a match that she plays with Bob and Carol, and one of hers that waits for players."""

    player: Person
    match: str
    open: str


def scene(name: str, bob: Person, carol: Person) -> Scene:
    player = account_holder(name)
    match_id = match_of(player, bob, carol)
    assert bob.post(f"/matches/{match_id}/chat", {"text": "You cheat!"}).status_code == 201
    waiting = player.post("/matches", {"game": RPW, "seats": 3, "visibility": "public"}).json()["id"]
    return Scene(player, match_id, waiting)


def mute(one: Scene, bob: Person) -> None:
    assert one.player.put(f"/me/mutes/{bob.id}").status_code == 204


def keep_away(one: Scene, bob: Person) -> None:
    assert one.player.put(f"/me/blocks/{bob.id}").status_code == 204


def report(one: Scene, bob: Person) -> None:
    about = {"player": bob.id, "kind": "abuse", "match": one.match, "message": {"room": "players", "number": 1}}
    assert one.player.post("/me/reports", about).status_code == 201


Done = Callable[[Scene, Person], None]
PROTECTIONS: list[Done] = [mute, keep_away, report]


def asked(one: Scene) -> Iterator[tuple[str, str, Any]]:
    """All that touches a player: looking at her, talking to her, inviting, following and joining her, and the lists."""
    player, match_id, waiting = one.player.id, one.match, one.open
    for path in ("", "/record", "/ratings"):
        yield "GET", f"/players/{player}{path}", None
    yield "GET", f"/matches?player={player}", None
    for path in ("", "/chat", "/lobby"):
        yield "GET", f"/matches/{match_id}{path}", None
    yield "POST", f"/matches/{match_id}/chat", {"text": "Sorry!"}
    yield "POST", f"/matches/{match_id}/chat", {"reaction": "sorry"}
    yield "PUT", f"/matches/{match_id}/chat/read", {"number": 1}
    yield "GET", f"/matches/{match_id}/chat", None
    yield "PUT", f"/me/follows/{player}", {}
    yield "GET", "/me/follows", None
    yield "DELETE", f"/me/follows/{player}", None
    yield "PUT", f"/me/mutes/{player}", {}
    yield "DELETE", f"/me/mutes/{player}", None
    yield "PUT", f"/me/blocks/{player}", {}
    yield "DELETE", f"/me/blocks/{player}", None
    yield "POST", "/me/reports", {"player": player, "kind": "abuse", "match": match_id}
    yield "GET", f"/matches/{waiting}/lobby", None
    yield "POST", f"/matches/{waiting}/join", {}
    yield "GET", f"/matches/{waiting}/chat", None
    yield "POST", f"/matches/{waiting}/leave", {}


OWN = (
    "/me",
    "/me/notices",
    "/me/sanctions",
    "/me/blocks",
    "/me/mutes",
    "/me/invitations",
    "/me/chat",
    "/me/chat/unread",
)


def answers(who: Person, one: Scene) -> list[Any]:
    found = [_told(_call(who, method, path, body)) for method, path, body in asked(one)]
    made = who.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    found += [_told(who.post(f"/matches/{made}/invitations", {"player": one.player.id})) for _ in range(2)]
    found.append(_told(who.get(f"/matches/{made}/lobby")))
    assert who.post(f"/matches/{made}/cancel").status_code == 200
    # What twins are called, and in which order they are named.
    text = json.dumps(found, sort_keys=True).replace(one.player.handle, "HANDLE")
    return list(json.loads(ID.sub("ID", text)))


def _call(who: Person, method: str, path: str, body: Any) -> Any:
    return getattr(who, method.lower())(path) if body is None else getattr(who, method.lower())(path, body)


def _told(answer: Any) -> list[Any]:
    content = json.loads(answer.content) if answer.content else None
    return [answer.status_code, sorted(answer.headers), _masked(content)]


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "*" if name in UNLIKE else _masked(inner) for name, inner in value.items()}
    return [_masked(item) for item in value] if isinstance(value, list) else value


def own(who: Person, match_id: str) -> dict[str, Any]:
    """A player's own lists, and what the match tells them: its cards are others than those of the twin's match."""
    paths = (*OWN, *(f"/matches/{match_id}{path}" for path in ("/events", "/view", "/prompts", "/chat")))
    return {path: _masked(json.loads(who.get(path).content)) for path in paths}


@pytest.mark.parametrize("done", PROTECTIONS)
def test_who_is_muted_kept_away_or_reported_gets_the_answers_that_anybody_gets(done: Done) -> None:
    bob, carol = account_holder("Bob"), account_holder("Carol")
    one, twin = scene("Alice", bob, carol), scene("Alice", bob, carol)
    _settle(one, twin)
    before = [own(who, one.match) for who in (bob, carol)]
    done(one, bob)
    _settle(one, twin)
    # Nothing that is one's own has changed, nor what a bystander reads.
    assert [own(who, one.match) for who in (bob, carol)] == before
    for who in (carol, STRANGER):
        for path in ("", "/chat"):
            found = [who.get(f"/matches/{each.match}{path}") for each in (one, twin)]
            assert _alike(found[0], one) == _alike(found[1], twin)
    assert answers(bob, one) == answers(bob, twin)


@pytest.mark.parametrize("done", PROTECTIONS)
def test_it_stays_so_when_the_one_who_did_it_is_gone(done: Done) -> None:
    bob, carol = account_holder("Bob"), account_holder("Carol")
    one, twin = scene("Alice", bob, carol), scene("Alice", bob, carol)
    done(one, bob)
    for each in (one, twin):
        submission.resign(each.match, each.player.id, key=None)
        assert each.player.post(f"/matches/{each.open}/cancel").status_code == 200
        deletion.delete(each.player.id)
    catch_up()
    assert _alike(bob.get(f"/matches/{one.match}/chat"), one) == _alike(bob.get(f"/matches/{twin.match}/chat"), twin)
    for path in ("/players/{}", "/players/{}/record"):
        found = [bob.get(path.format(each.player.id)) for each in (one, twin)]
        assert _alike(found[0], one) == _alike(found[1], twin)


def _settle(*scenes: Scene) -> None:
    """All is told that there is to tell."""
    for one in scenes:
        writer.tell_now(one.match)
    catch_up()


def _alike(answer: Any, one: Scene) -> list[Any]:
    text = json.dumps(_told(answer)).replace(one.player.handle, "HANDLE")
    return list(json.loads(ID.sub("ID", text)))
