"""`GET /matches/{match}/draws`: public draws are opened to everybody who may see them, and no other before the end."""

from typing import Any

import pytest

from games.core.chance import OPEN_DRAWS, draw_secret
from games.matches.presentation import draw_openings, export
from games.matches.stream.loading import load
from games.registry import GAMES
from games.verify import opened_draws
from games.verify.match_file import read
from games.verify.opened_draws import Proved
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person, play_some, resign_all

GAMES_PLAYED = (RPW, SAS, "cave")


@pytest.fixture
def cast() -> list[Person]:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


def open_match(cast: list[Person], game: str = "cave", *, moves: int = 25, seed: int = 1, **wishes: Any) -> str:
    match_id = match_of(*cast, game=game, open_draws=True, **wishes)
    play_some(match_id, cast, moves=moves, seed=seed)
    return match_id


def opened(who: Person, match_id: str, query: str = "") -> Any:
    answer = who.get(f"/matches/{match_id}/draws{query}")
    assert answer.status_code == 200, answer.json()
    return answer.json()


def all_pages(who: Person, match_id: str, limit: int) -> list[Any]:
    items, address = [], f"/matches/{match_id}/draws?limit={limit}"
    while address:
        page = who.get(address.removeprefix("/api/v1")).json()
        items += page["items"]
        address = page["next"]
    return items


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_what_anybody_is_told_proves_every_public_draw_of_what_they_see(cast: list[Person], game: str) -> None:
    match_id = open_match(cast, game)
    loaded = load(match_id)
    root = loaded.events[0].envelope["data"]["open_draws"]
    for who in (STRANGER, person("Dora"), cast[0]):
        seen = who.get(f"/matches/{match_id}").json()
        page = opened(who, match_id, "?limit=500")
        assert (page["match"], page["version"], page["root"]) == (match_id, seen["version"], root)
        assert seen["chance"]["open_draws"] == root
        file = read(b"".join(export.lines(loaded.match, loaded.events, loaded.seat_of(who.id or None))))
        found = opened_draws.check(file, page["items"])
        assert isinstance(found, Proved)
        assert (found.proved, found.missing) == (found.public, None)
        assert found.proved > 0


def test_pages_look_through_the_events_and_give_all_draws_once(cast: list[Person]) -> None:
    match_id = open_match(cast)
    whole = opened(STRANGER, match_id, "?limit=500")
    assert all_pages(STRANGER, match_id, 7) == whole["items"]
    assert whole["next"] is None
    version = whole["items"][2]["version"]
    later = opened(STRANGER, match_id, f"?after={version}&limit=500")["items"]
    assert later == [one for one in whole["items"] if one["version"] > version]


@pytest.mark.parametrize("game", GAMES_PLAYED)
def test_no_secret_of_another_draw_is_told_to_anybody_before_the_end(cast: list[Person], game: str) -> None:
    match_id = open_match(cast, game, moves=8)
    match, events = load(match_id).match, load(match_id).events
    assert match.table.status == "active"
    public = GAMES[game]["1"].public_draws
    told = {
        number
        for event in events
        if event.envelope["type"] in public and event.envelope["draws"]
        for number in range(
            event.envelope["draws"]["first"], event.envelope["draws"]["first"] + event.envelope["draws"]["count"]
        )
    }
    hidden = [draw_secret(match.seed, match_id, k).hex() for k in range(OPEN_DRAWS) if k not in told]
    paths = ("", "/view", "/events?limit=500", "/export", "/draws?limit=500", "/prompts", "/log")
    for who in (STRANGER, person("Dora"), *cast):
        said = "".join(who.get(f"/matches/{match_id}{path}").content.decode() for path in paths)
        assert match.seed.hex() not in said
        assert not [secret for secret in hidden if secret in said]
        assert {one["number"] for one in opened(who, match_id, "?limit=500")["items"]} == told


def test_a_stranger_is_opened_what_the_delay_lets_them_see(cast: list[Person]) -> None:
    made = cast[0].post("/matches", {"game": "cave", "seats": 3, "delay": {"seconds": 3600}, "open_draws": True}).json()
    for who in cast[1:]:
        who.post(f"/matches/{made['id']}/join")
    before = opened(STRANGER, made["id"])
    play_some(made["id"], cast, moves=20, seed=3)
    assert opened(STRANGER, made["id"]) == before
    assert len(opened(cast[1], made["id"], "?limit=500")["items"]) > len(before["items"])


def test_who_may_not_know_of_a_match_is_opened_nothing(cast: list[Person]) -> None:
    match_id = open_match(cast, moves=3, visibility="private")
    assert person("Dora").get(f"/matches/{match_id}/draws").status_code == 404
    assert opened(cast[2], match_id)["items"]


def test_a_match_without_open_draws_has_no_root_and_opens_none(cast: list[Person]) -> None:
    match_id = match_of(*cast, game="cave")
    play_some(match_id, cast, moves=10)
    page = opened(STRANGER, match_id)
    assert (page["root"], page["items"]) == (None, [])
    loaded = load(match_id)
    assert "open_draws" not in loaded.events[0].envelope["data"]
    assert STRANGER.get(f"/matches/{match_id}").json()["chance"]["open_draws"] is None


def test_after_the_end_the_draws_are_still_opened_and_the_seed_makes_the_same_tree(cast: list[Person]) -> None:
    match_id = open_match(cast, RPW, moves=4)
    resign_all(match_id, cast)
    assert opened(STRANGER, match_id)["items"]
    assert cast[0].get(f"/matches/{match_id}/audit").json()["chance"] == "ok"


def test_beyond_the_tree_nothing_is_opened(cast: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = open_match(cast)
    items = opened(STRANGER, match_id, "?limit=500")["items"]
    monkeypatch.setattr(draw_openings, "OPEN_DRAWS", items[3]["number"])
    assert opened(STRANGER, match_id, "?limit=500")["items"] == items[:3]


@pytest.mark.parametrize("query", ["?before=3", "?limit=0", "?after=-1", "?seat=0"])
def test_other_questions_are_refused(cast: list[Person], query: str) -> None:
    match_id = match_of(*cast, game="cave", open_draws=True)
    assert STRANGER.get(f"/matches/{match_id}/draws{query}").status_code == 400


def test_a_rematch_keeps_open_draws(cast: list[Person]) -> None:
    match_id = open_match(cast, RPW, moves=2)
    resign_all(match_id, cast)
    made = cast[0].post(f"/matches/{match_id}/rematch").json()
    assert made["chance"]["open_draws"] is not None
    assert made["chance"]["open_draws"] != load(match_id).match.table.open_draws
