"""Types of what games show: their schemas, and whole matches held against the unions of the document."""

import random
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.registry import GAMES, newest
from tests.support.cast import STRANGER, Person, match_of, person, play_some
from tests.support.described import DOCUMENT

OPTIONS: dict[str, dict[str, Any]] = {
    "cave": {"max_rounds": 2, "character_selection": "pick"},
    "rock-paper-wizard": {"max_rounds": 2},
    "spell-a-spell": {"hints": True},
}


def schemas(game: str) -> Any:
    return STRANGER.get(f"/games/{game}/schemas").json()


@pytest.mark.parametrize("game", GAMES)
def test_the_schemas_of_a_game_are_a_document_whose_references_lead_somewhere(game: str) -> None:
    document = schemas(game)
    Draft202012Validator.check_schema(document)
    named = set(re.findall(r"'#/\$defs/(\w+)'", str(document)))
    assert named <= document["$defs"].keys()
    assert (document["game"], document["rules"]) == (game, newest(game).rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_move_and_kind_of_prompt_is_in_the_index(game: str) -> None:
    document, rules = schemas(game), newest(game)
    assert document["events"].keys() == rules.event_classes.keys()
    assert document["moves"].keys() == rules.move_classes.keys() - {"resign"}
    assert {type for asked in document["prompts"].values() for type in asked["moves"]} <= document["moves"].keys()
    assert document["prompts"].keys() <= rules.questions.keys()


@pytest.mark.parametrize("game", GAMES)
def test_no_object_of_a_game_is_without_fields(game: str) -> None:
    """`Nothing` is what a prompt is about that has nothing to name."""
    open_ended = [
        (name, field)
        for name, shape in schemas(game)["$defs"].items()
        for field, inner in shape.get("properties", {}).items()
        if inner == {} or (inner.get("type") == "object" and inner.get("additionalProperties") is True)
    ]
    assert open_ended == []


def test_the_names_of_classes_stay_inside() -> None:
    tasks = set(schemas("cave")["$defs"]["Task"]["discriminator"]["mapping"])
    assert {"start_action", "begin_turn", "fight"} <= tasks
    assert all(re.fullmatch("[a-z_]+", task) for task in tasks)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_own_member_of_every_union(game: str) -> None:
    shapes = DOCUMENT["components"]["schemas"]
    for name in ("View", "ViewOfAll", "PromptList", "EventPage", "MoveAnswer", "Match", "Content", "MatchWish"):
        member = shapes[name]["discriminator"]["mapping"][game].rpartition("/")[2]
        assert shapes[member]["properties"]["game"]["const"] == game


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_match_shows_from_its_beginning_to_its_end_is_of_the_unions(game: str) -> None:
    # What is answered is held against the document by whoever asks.
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*people, game=game, options=OPTIONS[game])
    for seed in range(2):
        look(match_id, people)
        play_some(match_id, people, moves=25, seed=seed)
    play_some(match_id, people, moves=400)
    for one in people[1:]:
        one.post(f"/matches/{match_id}/resign")
    assert people[0].get(f"/matches/{match_id}").json()["status"] == "finished"
    look(match_id, people)
    everything = people[0].get(f"/matches/{match_id}/view?seat=all").json()
    assert (everything["seat"], len(everything["state"]["seats"])) == ("all", 3)


def look(match_id: str, people: list[Person]) -> None:
    for one in (*people, STRANGER):
        view = one.get(f"/matches/{match_id}/view").json()
        assert view["state"].keys() == one.get(f"/matches/{match_id}/view?at=7").json()["state"].keys()
    people[0].get(f"/matches/{match_id}/events?limit=500")
    for one in people:
        one.get(f"/matches/{match_id}/prompts")


@pytest.mark.parametrize("game", GAMES)
def test_a_listed_move_can_be_posted_as_it_stands(game: str) -> None:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*people, game=game, options=OPTIONS[game])
    asked = [(one, prompt) for one in people for prompt in one.get(f"/matches/{match_id}/prompts").json()["items"]]
    who, prompt = random.Random(1).choice(asked)
    listed = next(move for moves in prompt["moves"] for move in moves["legal"])
    assert listed["prompt"] == prompt["prompt"]
    assert who.post(f"/matches/{match_id}/moves", listed).status_code == 201
