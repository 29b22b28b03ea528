"""Smaller documents: without what differs by game, of one game, and in OpenAPI 3.2."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from api import editions
from api.openapi import examples
from games.matches.accounts.tokens import APP_SCOPES
from games.matches.notices.kinds import KINDS
from games.registry import GAMES
from tests.api.openapi.test_document import CHECKED_IN
from tests.support.cast import STRANGER, Person, match_of, person, play_some

CHOICES = (editions.NO_GAMES, *GAMES)


@cache
def made(games: str) -> Any:
    """The smaller document of a game, or without what differs by game; nobody changes it."""
    return editions.lean(CHECKED_IN) if games == editions.NO_GAMES else editions.of_game(CHECKED_IN, games)


def served(query: str) -> Any:
    answer = STRANGER.get(f"/openapi.json?{query}")
    assert answer.status_code == 200
    return answer.json()


def holds(document: Any, shape: str, body: Any) -> list[str]:
    """What of a body the document's shape refuses."""
    held = Draft202012Validator({"$ref": editions.REFERENCE + shape, "components": document["components"]})
    return [error.message[:200] for error in held.iter_errors(body)]


@pytest.fixture(scope="module", params=CHOICES)
def edition(request: pytest.FixtureRequest) -> tuple[str, Any]:
    games = str(request.param)
    return games, made(games)


def test_every_call_is_there_and_every_shape_is_named_and_used(edition: tuple[str, Any]) -> None:
    _, document = edition
    assert document["paths"].keys() == CHECKED_IN["paths"].keys()
    named = editions._names({**document, "components": {**document["components"], "schemas": {}}})
    shapes = document["components"]["schemas"]
    assert named <= shapes.keys()
    assert set().union(named, *(editions._names(one) for one in shapes.values())) == shapes.keys()


def test_it_is_smaller_and_names_no_other_game(edition: tuple[str, Any]) -> None:
    games, document = edition
    text, whole = orjson.dumps(document), orjson.dumps(CHECKED_IN)
    assert len(text) < len(whole) * (0.5 if games == editions.NO_GAMES else 0.85)
    others = [prefix for game, prefix in editions.PREFIXES.items() if game != games]
    assert [name for name in document["components"]["schemas"] if name.startswith(tuple(others))] == []


def test_no_shape_is_a_union_of_one(edition: tuple[str, Any]) -> None:
    _, document = edition

    def unions(value: Any) -> list[Any]:
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        own = [value] if isinstance(value, dict) and 1 in (len(value.get(way, "..")) for way in editions.WAYS) else []
        return own + [found for part in parts for found in unions(part)]

    assert unions(document) == []


def parts(value: Any) -> Iterator[Any]:
    """Every object of a document that counts: what stands under `x-…` is told to nobody who does not know it."""
    if isinstance(value, dict):
        yield value
        for name, one in value.items():
            yield from parts(one) if not name.startswith("x-") else ()
    elif isinstance(value, list):
        for one in value:
            yield from parts(one)


@pytest.mark.parametrize("games", [*CHOICES, ""])
def test_a_linter_finds_every_component_used_and_every_scope_defined(games: str) -> None:
    """As recommended rules of redocly and of spectral do (decision 54)."""
    one = made(games) if games else CHECKED_IN
    for document in (one, editions.in_3_2(one)):
        used = {one["$ref"] for one in parts(document) if isinstance(one.get("$ref"), str)}
        kinds = {name: kind for name, kind in document["components"].items() if name != "securitySchemes"}
        assert {f"#/components/{kind}/{name}" for kind, found in kinds.items() for name in found} == used
        schemes = document["components"]["securitySchemes"]
        defined = {
            (name, scope)
            for name, said in schemes.items()
            for flow in said.get("flows", {}).values()
            for scope in flow["scopes"]
        }
        asked = {
            (name, scope)
            for call in parts(document["paths"])
            for way in call.get("security", ())
            for name, scopes in way.items()
            for scope in scopes
        }
        assert asked
        assert asked <= defined


def closed(value: Any) -> Any:
    """Shapes that take no field beside those that they list, unless they say so; what an `if` asks stays as it is."""
    if isinstance(value, list):
        return [closed(one) for one in value]
    if not isinstance(value, dict):
        return value
    shut = {name: one if name == "if" else closed(one) for name, one in value.items()}
    is_shape = isinstance(value.get("properties"), dict)
    return {"additionalProperties": False, **shut} if is_shape else shut


def test_examples_fit_also_where_a_checker_closes_every_shape_that_does_not_say_otherwise(
    edition: tuple[str, Any],
) -> None:
    _, document = edition
    shut = {"components": {"schemas": closed(document["components"]["schemas"])}}
    wrong = {name: holds(shut, name.partition(" ")[0], body) for name, body in examples_of(document).items()}
    assert {name: found for name, found in wrong.items() if found} == {}


def examples_of(document: Any) -> dict[str, Any]:
    """The example of each body by the name of its shape; of several each by the name of its game too."""
    contents = [
        content
        for verbs in document["paths"].values()
        for said in verbs.values()
        if "requestBody" in said
        for content in said["requestBody"]["content"].values()
    ]
    told = [(one["schema"]["$ref"].rpartition("/")[2], one) for one in contents]
    several = {f"{name} {game}": said["value"] for name, one in told for game, said in one.get("examples", {}).items()}
    return {name: one["example"] for name, one in told if "example" in one} | several


def test_every_body_has_an_example_and_where_it_is_of_a_game_it_is_of_this_one(edition: tuple[str, Any]) -> None:
    games, document = edition
    given = examples_of(document)
    moves = GAMES if games == editions.NO_GAMES else (games,)
    assert given.keys() == examples.BODIES.keys() | {f"Move {game}" for game in moves}
    named = {name: body["game"] for name, body in given.items() if isinstance(body, dict) and "game" in body}
    assert named == dict.fromkeys(("MatchWish", "CupWish"), "cave" if games == editions.NO_GAMES else games)


def test_every_example_fits_the_edition_that_it_is_in(edition: tuple[str, Any]) -> None:
    _, document = edition
    given = examples_of(document)
    wrong = {name: holds(document, name.partition(" ")[0], body) for name, body in given.items()}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_the_lean_one_is_valid_openapi() -> None:
    found = OpenAPIV31SpecValidator(made(editions.NO_GAMES)).iter_errors()
    assert [error.message for error in found] == []


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_answered_fits_the_lean_document_and_that_of_the_game(slug: str) -> None:
    people: tuple[Person, ...] = tuple(person(name) for name in ("Alice", "Bob", "Carol"))
    match_id = match_of(*people, game=slug)
    play_some(match_id, people, moves=15)
    bodies = {
        "Match": people[0].get(f"/matches/{match_id}").json(),
        "View": people[0].get(f"/matches/{match_id}/view").json(),
        "PromptList": people[0].get(f"/matches/{match_id}/prompts").json(),
        "EventPage": people[0].get(f"/matches/{match_id}/events").json(),
    }
    for document in (made(editions.NO_GAMES), made(slug)):
        assert [wrong for shape, body in bodies.items() for wrong in holds(document, shape, body)] == []


def test_the_lean_document_still_refuses_what_is_no_answer() -> None:
    document = made(editions.NO_GAMES)
    assert holds(document, "View", {"match": 1})
    assert holds(document, "EventPage", {"items": [{"type": "x"}], "next": None})


def test_no_union_of_the_lean_document_names_a_shape_twice() -> None:
    prompts = made(editions.NO_GAMES)["components"]["schemas"]["StreamPrompts"]["properties"]["items"]
    assert prompts["items"] == {"$ref": editions.REFERENCE + "Prompt"}


def test_the_document_of_a_game_refuses_what_only_another_game_says() -> None:
    document = made("cave")
    event = {"type": "gestures_revealed"}
    assert holds(document, "EventPage", {"items": [event], "next": None, "head": 1})
    assert holds(made("rock-paper-wizard"), "RockPaperWizardEvent", event) != []
    assert any("DieRolled" in name for name in document["components"]["schemas"])


def test_in_3_2_a_stream_says_what_its_messages_are() -> None:
    document = served("games=none&openapi=3.2")
    stream = document["paths"]["/api/v1/me/stream"]["get"]["responses"]["200"]["content"]
    assert document["openapi"] == "3.2.0"
    assert set(stream) == {"application/x-ndjson", "text/event-stream"}
    assert all(one == {"itemSchema": {"$ref": "#/components/schemas/StreamMessage"}} for one in stream.values())


def test_each_edition_is_served_with_a_tag_of_its_own_and_the_whole_as_before() -> None:
    assert served("") == CHECKED_IN
    assert served("games=cave") == made("cave")
    tags = {STRANGER.get(f"/openapi.json?games={games}")["ETag"] for games in CHOICES}
    assert len(tags) == len(CHOICES)
    for query in ("games=chess", "openapi=2.0", "games=cave&games=none"):
        assert STRANGER.get(f"/openapi.json?{query}").status_code == 400


def test_every_notice_has_a_webhook_in_the_document_and_deliveries_fit_it() -> None:

    assert CHECKED_IN["webhooks"].keys() == {*KINDS, "test"}
    body = CHECKED_IN["webhooks"]["your_turn"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    held = Draft202012Validator({**body, "components": CHECKED_IN["components"]})
    facts = {
        "notice": "0195c0de-0000-7000-8000-000000000000",
        "match": "0195c0de-0000-7000-8000-000000000000",
        "game": "cave",
        "seat": 0,
        "prompt": "p1.0",
        "due_at": None,
    }
    told = {"type": "your_turn", "timestamp": "2026-11-27T12:00:00.000000Z", "data": facts}
    assert held.is_valid(told)
    assert not held.is_valid({**told, "type": "test"})
    assert not held.is_valid({**told, "data": {}})


def test_in_every_edition_apps_get_what_they_may_ask_for_and_devices_where_there_is_a_place_for_them() -> None:
    for games in ("", "games=none", "games=cave"):
        for version in editions.VERSIONS:
            document = served(f"{games}&openapi={version}")
            scheme = document["components"]["securitySchemes"]["oauth2"]
            assert set(scheme["flows"]["authorizationCode"]["scopes"]) == set(APP_SCOPES)
            assert ("deviceAuthorization" in scheme["flows"]) == (version == "3.2")
    told = Client().get("/.well-known/oauth-authorization-server").json()
    flow = scheme["flows"]["deviceAuthorization"]
    assert told["device_authorization_endpoint"].endswith(flow["deviceAuthorizationUrl"])
    assert told["token_endpoint"].endswith(flow["tokenUrl"])


def test_every_call_that_an_app_may_make_says_so_and_no_other() -> None:
    for path in CHECKED_IN["paths"].values():
        for call in path.values():
            ways = {name: scopes for way in call["security"] for name, scopes in way.items()}
            scope = call.get("x-token-scope")
            assert ("bearer" in ways) == (scope is not None), call["operationId"]
            assert ways.get("oauth2") == ([scope] if scope in APP_SCOPES else None), call["operationId"]
