"""The OpenAPI document: complete, valid, checked in; and what is written about it for people."""

import copy
import re
from inspect import getsource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from django.urls import URLPattern, URLResolver
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from api.http.problems import STATUSES, published
from api.openapi import examples
from api.openapi.document import OPERATIONS, REQUESTS, document
from api.urls import v1
from api.views.openapi import FILE
from games.registry import GAMES
from tests.support import described
from tests.support.cast import STRANGER, match_of, person

DOCS = Path(__file__).parents[3] / "docs/api"
CHECKED_IN: Any = orjson.loads(FILE.read_bytes())
VERBS = ("get", "post", "put", "patch", "delete")


def routes(patterns: list[URLPattern | URLResolver]) -> set[tuple[Any, str]]:
    """The view classes behind the addresses, with their verbs."""
    found: set[tuple[Any, str]] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= routes(pattern.url_patterns)
        else:
            callback: Any = pattern.callback
            view = callback.cls
            found |= {(view, verb.upper()) for verb in VERBS if hasattr(view, verb)}
    return found


def answers_of(said: Any) -> dict[str, Any]:
    """The answers of a call, each in full."""
    shared = CHECKED_IN["components"]["responses"]
    return {
        status: shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        for status, one in said["responses"].items()
    }


def operations() -> list[tuple[str, str, Any]]:
    return [(verb.upper(), path, said) for path, verbs in CHECKED_IN["paths"].items() for verb, said in verbs.items()]


def test_every_verb_of_every_address_is_described_and_nothing_else() -> None:
    assert routes(v1) == OPERATIONS.keys()


def test_the_document_that_is_checked_in_is_the_one_the_code_makes() -> None:
    assert document() == CHECKED_IN, "api/openapi.json is out of date: make openapi"


def test_every_message_of_a_stream_that_the_guide_names_has_its_shape() -> None:
    told = CHECKED_IN["components"]["schemas"]["StreamMessage"]["discriminator"]["mapping"]
    guide = (DOCS / "streams.md").read_text()
    tables = re.findall(r"^\| type \|.*\n\| ---.*\n((?:\| .*\n)+)", guide, re.MULTILINE)
    assert set(re.findall(r"^\| `(\w+)`", "".join(tables), re.MULTILINE)) == told.keys()


PARAMETERS = CHECKED_IN["components"]["parameters"]
MATCH = "0195c0de-0000-7000-8000-000000000000"


@pytest.mark.parametrize(
    ("name", "fits", "wrong"),
    [
        ("language", ["he", "pl,he,en"], ["en,en", "en,pl,he,en", "fr", ""]),
        ("resume", ["0", "57-12", "-12-40"], ["", "-", "x", "57-", "-12-", "1234567890123456789"]),
        ("matches", [MATCH, f"{MATCH},{MATCH}"], ["a,a", ",".join([MATCH] * 17)]),
        *[(name, ["", "x"], ["\t", "a\x7f"]) for name in ("rules", "edition", "game", "handle", "ticket")],
    ],
)
def test_a_parameter_s_schema_lets_nothing_through_that_is_refused_for_its_form(
    name: str, fits: list[str], wrong: list[str]
) -> None:
    held = Draft202012Validator(PARAMETERS[f"query.{name}"]["schema"])
    assert [held.is_valid(text) for text in (*fits, *wrong)] == [True] * len(fits) + [False] * len(wrong)


def test_a_call_that_refuses_an_empty_body_needs_one() -> None:
    for verb, path, said in operations():
        if "requestBody" not in said or said["requestBody"]["required"]:
            continue
        reference = said["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        assert Draft202012Validator({"$ref": reference, **CHECKED_IN}).is_valid({}), f"{verb} {path}"


def test_every_body_has_an_example_that_fits_it() -> None:
    contents = [
        content for _, _, said in operations() for content in said.get("requestBody", {}).get("content", {}).values()
    ]
    told = {content["schema"]["$ref"].rpartition("/")[2]: content for content in contents}
    assert {name: content["example"] for name, content in told.items() if "example" in content} == examples.BODIES
    by_game = {name: content["examples"] for name, content in told.items() if "example" not in content}
    assert {name: list(found) for name, found in by_game.items()} == dict.fromkeys(examples.BY_GAME, sorted(GAMES))
    several = [(name, one["value"]) for name, found in by_game.items() for one in found.values()]
    wrong = {
        name: error.message[:200]
        for name, body in [*examples.BODIES.items(), *several]
        for error in Draft202012Validator({"$ref": f"#/components/schemas/{name}", **CHECKED_IN}).iter_errors(body)
    }
    assert wrong == {}


def test_every_parameter_that_is_a_text_says_which() -> None:
    texts = [said["schema"] for name, said in PARAMETERS.items() if name.startswith("query.")]
    texts = [schema for schema in texts if schema.get("type") == "string"]
    assert not [schema for schema in texts if schema.keys().isdisjoint({"pattern", "format"})]


def test_the_document_is_valid_openapi_3_1() -> None:
    """The shapes of two games as plain JSON Schema: as OpenAPI, where each is looked up anew, they take half a minute.

    They are made as those of the third are.
    """
    components = CHECKED_IN["components"]
    plain = {name: shape for name, shape in components["schemas"].items() if name.startswith(("Cave", "SpellASpell"))}
    Draft202012Validator.check_schema({"$defs": plain})
    schemas = {name: {"type": "object"} if name in plain else shape for name, shape in components["schemas"].items()}
    document = {**CHECKED_IN, "components": {**components, "schemas": schemas}}
    assert CHECKED_IN["openapi"] == "3.1.0"
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_operation_ids_are_unique() -> None:
    ids = [said["operationId"] for _, _, said in operations()]
    assert len(ids) == len(set(ids))


def test_every_code_of_an_operation_is_published_under_its_status() -> None:
    known = {(entry["code"], entry["status"]) for entry in published("en")}
    told = {
        (code, int(status))
        for _, _, said in operations()
        for status, answer in answers_of(said).items()
        for code in answer.get("x-problem-codes", [])
    }
    assert told <= known
    assert {code for code, _ in known - told} == set()


# POSTs without a key that do not answer a repeat as before, and what a repeat does.
UNKEYED = {
    "confirmEmail": "the code is used up",
    "setPassword": "the code is used up",
    "confirmMyEmail": "sends another mail, a few a day",
    "askForPassword": "sends the same code again, a few times a day",
    "readNotices": "they stay read",
    "createPushSubscription": "a browser has one subscription",
    "createStreamTicket": "another ticket, and the first lapses within a minute",
    "testWebhook": "the test that still waits is the answer",
    "resendDelivery": "sends the same delivery again, which receivers know by its id",
    "confirmWish": "changes nothing, until the match is made and the wish is gone",
    "beginSession": "another session of the page",
    "askAboutAuthorization": "asks only",
    "answerAuthorization": "another code for the app, and the first lapses within a minute",
    "askAboutDevice": "asks only",
    "answerDevice": "the user code is used up",
}


def test_every_post_takes_a_key_or_answers_a_repeat_as_before_but_for_a_named_few() -> None:
    described = {known.id: known for (_, verb), known in OPERATIONS.items() if verb == "POST"}
    assert {name for name, known in described.items() if not (known.keyed or known.repeats)} == UNKEYED.keys()
    keyed = {
        said["operationId"]
        for verb, _, said in operations()
        if verb == "POST" and any("Idempotency-Key" in one["$ref"] for one in said["parameters"])
    }
    assert keyed == {name for name, known in described.items() if known.keyed}


def test_a_call_is_described_with_a_key_where_its_view_reads_one() -> None:
    for (view, verb), known in OPERATIONS.items():
        source = getsource(getattr(view, verb.lower()))
        assert known.keyed == bool(re.search(r"\b(idempotency_key|signed_up)\(", source)), known.id


def test_every_shape_is_used() -> None:
    used = set(re.findall(r'"#/components/schemas/(\w+)"', FILE.read_text()))
    assert CHECKED_IN["components"]["schemas"].keys() - used == set()


def test_the_service_hands_out_the_file() -> None:
    answer = STRANGER.get("/openapi.json")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/json")
    assert answer.content == FILE.read_bytes()


def answered(body: object, status: int = 200, **headers: str) -> Any:
    everything = {
        "Content-Type": "application/json",
        **{name.replace("_", "-"): said for name, said in headers.items()},
    }
    return SimpleNamespace(status_code=status, headers=everything, content=orjson.dumps(body))


def changed(body: Any, *path: Any, to: object) -> Any:
    body = copy.deepcopy(body)
    place = body
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return body


@pytest.fixture(scope="module")
def match() -> Any:
    alice = person("Alice")
    return alice.get(f"/matches/{match_of(alice, person('Bob'), person('Carol'))}").json()


def test_an_answer_that_the_document_does_not_have_fails_the_test_that_gets_it(match: Any) -> None:
    address, tag = f"/api/v1/matches/{match['id']}", '"1.0"'
    described.assert_described("GET", address, answered(match, ETag=tag))
    wrong = [
        answered(changed(match, "colour", to="red"), ETag=tag),
        answered(changed(match, "seats", 0, "player", "email", to="alice@example.org"), ETag=tag),
        answered(changed(match, "status", to="paused"), ETag=tag),
        answered(changed(match, "created_at", to="yesterday"), ETag=tag),
        answered(changed(match, "id", to="seven"), ETag=tag),
        answered({name: match[name] for name in match if name != "chance"}, ETag=tag),
        answered(match),
        answered(match, ETag=tag, Location="/here"),
        answered(match, status=202, ETag=tag),
        answered(match, ETag=tag, Content_Type="text/html"),
        answered({"type": "/", "title": "", "status": 409, "detail": "", "code": "seat_taken"}, status=409),
        answered(
            {"type": "/", "title": "", "status": 404, "detail": "", "code": "seat_taken"},
            status=404,
            Content_Type="application/problem+json",
        ),
    ]
    for answer in wrong:
        with pytest.raises(AssertionError):
            described.assert_described("GET", address, answer)
    for verb, elsewhere in (("PUT", address), ("GET", "/api/v1/nowhere")):
        with pytest.raises(AssertionError):
            described.assert_described(verb, elsewhere, answered(match))


def shapes_of(reference: str, found: set[str]) -> set[str]:
    """The names of a shape and of all that it refers to."""
    shapes = CHECKED_IN["components"]["schemas"]
    for inner in re.findall(r'"#/components/schemas/(\w+)"', orjson.dumps(shapes[reference]).decode()):
        if inner not in found:
            found.add(inner)
            shapes_of(inner, found)
    return found


def answered_shapes() -> set[str]:
    found: set[str] = set()
    for _, _, said in operations():
        for name in re.findall(r'"#/components/schemas/(\w+)"', orjson.dumps(answers_of(said)).decode()):
            found |= shapes_of(name, {name})
    return found


def test_clients_are_free_to_get_more_than_the_document_lists() -> None:
    shapes = CHECKED_IN["components"]["schemas"]
    told = answered_shapes()
    assert {"CaveEvent", "CaveMove", "SpellASpellState"} <= told
    for name in told:
        assert 'additionalProperties":false' not in orjson.dumps(shapes[name]).decode(), name
        assert '"enum":' not in orjson.dumps(shapes[name]).decode(), name


ROW = re.compile(r"^\| `([^`]+)` \| (.*) \|$", re.MULTILINE)


def rows(page: str) -> list[tuple[str, list[str]]]:
    return [(name, cells.split(" | ")) for name, cells in ROW.findall((DOCS / page).read_text())]


def test_the_page_of_calls_has_every_call_with_its_scope() -> None:
    def scope(said: Any) -> str:
        if not said["security"]:
            return "none"
        if said["security"] == [{"session": []}]:
            return "the page's"
        return f"`{said['x-token-scope']}`" + (", or no token" if {} in said["security"] else "")

    expected = {f"{verb} {path.removeprefix('/api/v1')}": scope(said) for verb, path, said in operations()}
    assert {call: cells[-1] for call, cells in rows("README.md")} == expected


def test_the_page_of_errors_has_every_code_with_its_status_and_says_what_to_do() -> None:
    ours = {(code, str(status)) for code, status in STATUSES.items()}
    games = {
        (code, "422", refusal.clause)
        for versions in GAMES.values()
        for game in versions.values()
        for code, refusal in game.refusals.items()
    }
    written = rows("errors.md")
    assert {(code, cells[0]) for code, cells in written if len(cells) == 3} == ours
    assert {(code, cells[0], cells[1]) for code, cells in written if len(cells) == 4} == games
    assert all(all(cells) for _, cells in written)
    assert {code for code, _ in written} == {entry["code"] for entry in published("en")}


@pytest.mark.parametrize("page", sorted(page.name for page in DOCS.glob("*.md")))
def test_what_the_pages_name_exists(page: str) -> None:
    text = (DOCS / page).read_text()
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (DOCS / target).is_file(), target
    known = {path.removeprefix("/api/v1") for _, path, _ in operations()}
    for named in re.findall(r"`(?:GET|POST|PUT|DELETE|PATCH) (/[^`?]*)", text):
        assert re.sub(r"\{[^}]*\}", "{}", named) in {re.sub(r"\{[^}]*\}", "{}", path) for path in known}, named


def test_every_call_says_what_it_does_and_every_field_of_a_body_what_it_means() -> None:
    assert [said["operationId"] for _, _, said in operations() if not said.get("description")] == []
    shapes = CHECKED_IN["components"]["schemas"]
    bare = {
        f"{name}.{field}"
        for name in REQUESTS
        for field, shape in shapes[name].get("properties", {}).items()
        if "description" not in shape and "$ref" not in shape
    }
    assert bare == set()


def test_a_link_leads_from_an_answer_to_a_call_that_takes_what_it_hands_on() -> None:
    takes = {said["operationId"]: said for _, _, said in operations()}
    linked = [
        (said, link)
        for _, _, said in operations()
        for answer in answers_of(said).values()
        for link in answer.get("links", {}).values()
    ]
    assert len(linked) > 50
    for said, link in linked:
        known = {one["$ref"].rpartition(".")[2] for one in takes[link["operationId"]].get("parameters", ())}
        assert link["parameters"].keys() <= known, (said["operationId"], link)
        needed = {name for name in known if f"{{{name}}}" in path_of(link["operationId"])}
        assert needed <= link["parameters"].keys(), (said["operationId"], link)


def path_of(operation: str) -> str:
    return next(path for _, path, said in operations() if said["operationId"] == operation)
