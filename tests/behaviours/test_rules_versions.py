"""A match keeps the rules it began with; a new one takes the newest."""

import os
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from runpy import run_path
from typing import Any, cast

import pytest
from pytest_django import Settings

from config.settings import BASE
from games import registry
from games.core.chance import Chance
from games.core.definition import Decision, GameDefinition
from games.core.moves import Move
from games.matches.audit import rejudgement
from games.matches.presentation import export
from games.matches.stream.loading import load
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.games.core.toy import TOY, Guessed, Table, decided
from tests.support.cast import STRANGER, Person, match_of, person, play_some


def doubled(state: Table, seat: int, move: Move, chance: Chance) -> Decision:
    events = TOY.decide(state, seat, move, chance).events
    twice = [replace(event, points=2 * event.points) if isinstance(event, Guessed) else event for event in events]
    return decided(state, twice)


OLD, NEW = TOY, replace(TOY, rules="2", decide=doubled)
Cast = tuple[Person, Person]


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> MutableMapping[str, GameDefinition]:
    """The versions of the toy game, which is registered here alone; a test may add one."""
    known = {"1": OLD}
    monkeypatch.setitem(cast(Any, registry.GAMES), OLD.slug, known)
    return known


@pytest.fixture
def people() -> Cast:
    return person("Alice"), person("Bob")


def points(match_id: str) -> list[tuple[int, int]]:
    """Of each right guess its points and what was bid for it."""
    scored, bids = [], []
    for event in load(match_id).events:
        if event.envelope["type"] == "bids_shown":
            bids = event.envelope["data"]["bids"]
        if event.envelope["type"] == "guessed" and event.envelope["data"]["points"]:
            scored.append((event.envelope["data"]["points"], bids[event.envelope["seat"]]))
    return scored


def played(people: Cast, seed: int = 0) -> str:
    match_id = match_of(*people, game=OLD.slug, options={"rounds": 9})
    play_some(match_id, people, seed=seed)
    return match_id


def scoring(match_id: str) -> list[int]:
    """The versions at which somebody scores."""
    return [event.version for event in load(match_id).events if event.envelope["data"].get("points")]


def scored(play: Callable[[], str]) -> str:
    """The first match in which somebody scores: the cards are drawn, and in one of five hundred nobody does."""
    return next(match_id for match_id in iter(play, None) if scoring(match_id))


def test_a_running_match_goes_on_by_the_rules_it_pinned(
    versions: MutableMapping[str, GameDefinition], people: Cast
) -> None:
    def begun_before_the_new_rules() -> str:
        versions.pop("2", None)
        match_id = match_of(*people, game=OLD.slug, options={"rounds": 9})
        play_some(match_id, people, moves=4)
        versions["2"] = NEW
        play_some(match_id, people, seed=1)
        return match_id

    match_id = scored(begun_before_the_new_rules)

    assert STRANGER.get(f"/matches/{match_id}").json()["rules"] == "1"
    assert points(match_id)
    assert all(got == bid for got, bid in points(match_id))


def test_a_new_match_pins_the_newest_rules(versions: MutableMapping[str, GameDefinition], people: Cast) -> None:
    versions["2"] = NEW

    match_id = scored(lambda: played(people))

    assert load(match_id).events[0].envelope["data"]["rules"] == "2"
    assert points(match_id)
    assert all(got == 2 * bid for got, bid in points(match_id))


@pytest.mark.parametrize("wish", ["1", "2", None])
def test_a_new_match_pins_the_rules_that_its_creator_names(
    versions: MutableMapping[str, GameDefinition], people: Cast, wish: str | None
) -> None:
    versions["2"] = NEW

    made = people[0].post("/matches", {"game": "toy", "seats": 2, "rules": wish}).json()

    assert made["rules"] == (wish or "2")


def test_rules_that_are_not_there_or_held_back_are_refused_at_their_field(
    versions: MutableMapping[str, GameDefinition], people: Cast, settings: Settings
) -> None:
    versions["2"] = NEW
    settings.HELD_RULES = ["toy/2"]

    for rules in ("2", "3", ""):
        refused = people[0].post("/matches", {"game": "toy", "seats": 2, "rules": rules})
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
        assert [(one["pointer"], one["code"]) for one in refused.json()["errors"]] == [("/rules", "enum")]


def test_options_are_those_of_the_rules_that_are_named(
    versions: MutableMapping[str, GameDefinition], people: Cast
) -> None:
    newer = {**TOY.options_schema, "properties": {**TOY.options_schema["properties"], "late": {"default": True}}}  # type: ignore[dict-item]
    versions["2"] = replace(NEW, options_schema=newer)

    refused = people[0].post("/matches", {"game": "toy", "seats": 2, "rules": "1", "options": {"late": True}})
    old, new = (people[0].post("/matches", {"game": "toy", "seats": 2, "rules": one}).json() for one in ("1", "2"))

    assert refused.json()["errors"][0]["pointer"].startswith("/options")
    assert {*new["options"]} - {*old["options"]} == {"late"}


def test_a_rematch_goes_by_the_rules_of_its_match_unless_they_are_held_back(
    versions: MutableMapping[str, GameDefinition], people: Cast, settings: Settings
) -> None:
    first, second = played(people), played(people)
    versions["2"] = NEW
    assert people[0].post(f"/matches/{first}/rematch").json()["rules"] == "1"

    settings.HELD_RULES = ["toy/1"]
    assert people[0].post(f"/matches/{second}/rematch").json()["rules"] == "2"


def test_finished_matches_of_both_versions_are_judged_by_their_own_rules(
    versions: MutableMapping[str, GameDefinition], people: Cast
) -> None:
    old = played(people)
    versions["2"] = NEW
    new = played(people)

    assert [str(rejudgement.rejudge(one, load(one).events)) for one in (old, new)] == ["same", "same"]


def test_a_change_without_a_new_version_is_noticed_by_judging_old_matches_again(
    versions: MutableMapping[str, GameDefinition], people: Cast
) -> None:
    old = scored(lambda: played(people))
    versions["1"] = replace(NEW, rules="1")

    assert str(rejudgement.rejudge(old, load(old).events)) == f"differs at {scoring(old)[0]}"
    versions["1"] = OLD


def test_a_fork_goes_on_by_the_rules_of_its_parent(versions: MutableMapping[str, GameDefinition], people: Cast) -> None:
    old = played(people)
    versions["2"] = NEW

    fork = people[0].post(f"/matches/{old}/forks", {"at": load(old).match.head.version}).json()

    assert fork["rules"] == "1"


def test_the_list_of_games_shows_every_version_oldest_first(versions: MutableMapping[str, GameDefinition]) -> None:
    versions["2"] = NEW

    assert STRANGER.get("/games/toy").json()["rules"] == ["1", "2"]
    assert {item["game"]: item["rules"] for item in STRANGER.get("/games").json()["items"]}["toy"] == ["1", "2"]


def test_while_rules_are_held_new_matches_get_the_ones_before_them_and_running_ones_of_both_go_on(
    versions: MutableMapping[str, GameDefinition], people: Cast, settings: Settings
) -> None:
    versions["2"] = replace(NEW, min_seats=3)
    three = (*people, person("Carol"))
    others = match_of(*three, game=OLD.slug)
    settings.HELD_RULES = ["toy/2"]
    shown = STRANGER.get("/games/toy").json()

    old = played(people)
    play_some(others, three)

    assert load(old).events[0].envelope["data"]["rules"] == "1"
    assert load(others).events[0].envelope["data"]["rules"] == "2"
    assert (shown["rules"], shown["seats"]["min"]) == (["1", "2"], 2)
    assert "rules=1" in shown["links"]["content"]
    assert STRANGER.get("/games/toy/content").json()["rules"] == "1"
    assert STRANGER.get("/games/toy/content?rules=2").json()["rules"] == "2"


def test_a_game_all_of_whose_rules_are_held_is_not_offered_yet(
    versions: MutableMapping[str, GameDefinition], people: Cast, settings: Settings
) -> None:
    settings.HELD_RULES = ["toy/1"]

    assert "toy" not in {item["game"] for item in STRANGER.get("/games").json()["items"]}
    assert STRANGER.get("/games/toy").json()["code"] == "game_not_found"
    assert people[0].post("/matches", {"game": "toy", "seats": 2}).json()["code"] == "game_not_found"


def test_rules_that_are_named_with_spaces_between_are_held_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELD_RULES", "cave/2, toy/1")
    assert run_path(os.fspath(BASE / "config" / "settings.py"))["HELD_RULES"] == ["cave/2", "toy/1"]


def test_files_of_both_versions_are_verified_each_by_its_own_rules(
    versions: MutableMapping[str, GameDefinition], people: Cast
) -> None:
    old = played(people)
    versions["2"] = NEW
    new = played(people)

    for match_id, rules in ((old, "1"), (new, "2")):
        loaded = load(match_id)
        report = verify_bytes(b"".join(export.lines(loaded.match, loaded.events, None, whole=True)))
        assert (report.rules, report.checks) == (rules, dict.fromkeys(CHECKS, OK)), report.flaw


def left_after_some_moves(cast: list[Person], **wish: Any) -> tuple[str, int]:
    """A match that all have left after some moves, and its version before that."""
    match_id = match_of(*cast, **wish)
    play_some(match_id, cast, moves=12, seed=3)
    at = load(match_id).match.head.version
    for one in cast[1:]:
        one.post(f"/matches/{match_id}/resign")
    return match_id, at


@pytest.mark.parametrize("game", ["cave", "spell-a-spell"])
@pytest.mark.parametrize("rules", ["1", "2"])
def test_a_fork_of_either_version_of_a_game_stays_with_it_and_both_files_are_valid(game: str, rules: str) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    parent, at = left_after_some_moves(cast, game=game, rules=rules)

    fork = cast[0].post(f"/matches/{parent}/forks", {"at": at}).json()["id"]
    for other in cast[1:]:
        other.post(f"/matches/{fork}/join")
    play_some(fork, cast, moves=12, seed=4)

    for match_id in (parent, fork):
        loaded = load(match_id)
        report = verify_bytes(b"".join(export.lines(loaded.match, loaded.events, None, whole=True)))
        assert (report.rules, report.flaw) == (rules, None)
    assert load(fork).match.head.version > at + 12


@pytest.mark.parametrize("game", ["cave", "spell-a-spell"])
def test_no_fork_names_its_rules_so_none_of_version_1_becomes_one_of_version_2(game: str) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    parent, at = left_after_some_moves(cast, game=game, rules="1")

    refused = cast[0].post(f"/matches/{parent}/forks", {"at": at, "rules": "2"})

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert [one["pointer"] for one in refused.json()["errors"]] == ["/rules"]
