"""What the guides write of bodies, deliveries and answers fits the OpenAPI document that is checked in."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from api.openapi.document import SIGNED
from tests.api.openapi.test_document import CHECKED_IN
from tests.support.walkthrough import BLOCK, GUIDES

# A call with its body, as the guides write it in a sentence.
CALL = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`]*)` (?:with|takes) `(\{[^`]*\})`")
# What stands for a value there.
VALUES = {
    "id": '"019abf5e-31c0-7c3a-9d55-0d6a7b0f4e21"',
    "ids": '"019abf5e-31c0-7c3a-9d55-0d6a7b0f4e21"',
    "address": '"ada@mail.example"',
    "code": '"the code of the mail"',
    "…": '"correct horse battery"',
}
WORD = re.compile(r"(?<=[\[ ])(id|ids|address|code|…)(?=[\],}])")


def faults(schema: Any, value: Any) -> list[str]:
    held = Draft202012Validator({**schema, "components": CHECKED_IN["components"]})
    return [error.message[:200] for error in held.iter_errors(value)]


def shape(name: str) -> Any:
    return {"$ref": f"#/components/schemas/{name}"}


def sentences() -> Iterator[tuple[str, str, str, str]]:
    """Page, method, path and body of each call that a guide writes with its body."""
    for page in sorted(GUIDES.glob("*.md")):
        for method, path, body in CALL.findall(" ".join(page.read_text(encoding="utf-8").split())):
            yield page.name, method, path, body


def blocks(page: str, kind: str) -> list[str]:
    return [
        body for found, _, body in BLOCK.findall((GUIDES / f"{page}.md").read_text(encoding="utf-8")) if found == kind
    ]


def body_of(method: str, path: str) -> Any:
    """The schema of the body of a call."""
    known = {re.sub(r"\{\w+\}", "{}", one): verbs for one, verbs in CHECKED_IN["paths"].items()}
    call = known[f"/api/v1{re.sub(r'{[^}]*}', '{}', path)}"][method.lower()]
    return call["requestBody"]["content"]["application/json"]["schema"]


def test_every_body_that_a_guide_writes_beside_its_call_fits_it() -> None:
    found = [
        (page, method, path, json.loads(WORD.sub(lambda one: VALUES[one[1]], body)))
        for page, method, path, body in sentences()
    ]
    assert len(found) >= 10
    wrong = {
        f"{page}: {method} {path} {body}": faults(body_of(method, path), body) for page, method, path, body in found
    }
    assert {call: told for call, told in wrong.items() if told} == {}


def test_the_delivery_of_the_guide_of_notices_has_the_headers_and_the_body_of_its_webhook() -> None:
    (delivery,) = blocks("notices", "http")
    head, _, text = delivery.partition("\n\n")
    body = json.loads(text)
    headers = {line.partition(":")[0] for line in head.splitlines()[1:]}
    assert headers == {"Content-Type", *SIGNED}
    told = CHECKED_IN["webhooks"][body["type"]]["post"]
    assert {one["name"] for one in told["parameters"]} == {*SIGNED}
    assert faults(told["requestBody"]["content"]["application/json"]["schema"], body) == []
    assert faults(told["requestBody"]["content"]["application/json"]["schema"], {**body, "type": "test"}) != []


@pytest.mark.parametrize(
    ("page", "shapes"),
    [
        ("clocks", ["Settings", "StandingOrdersWish", "StandingOrdersWish"]),
        ("errors", ["Problem"]),
    ],
)
def test_a_json_text_of_a_guide_has_the_shape_that_it_is_an_example_of(page: str, shapes: list[str]) -> None:
    texts = [json.loads(text) for text in blocks(page, "json")]
    wrong = [faults(shape(name), text) for name, text in zip(shapes, texts, strict=True)]
    assert [found for found in wrong if found] == []


@pytest.mark.parametrize(("page", "name"), [("ratings", "MatchRating"), ("queue", "CalledTable")])
def test_a_shortened_answer_of_a_guide_has_no_field_that_its_shape_lacks(page: str, name: str) -> None:
    (text,) = blocks(page, "json")
    told = CHECKED_IN["components"]["schemas"][name]["properties"]
    assert json.loads(text).keys() <= told.keys()


def test_the_messages_of_the_guide_of_streams_are_of_types_and_fields_that_streams_have() -> None:
    (text,) = blocks("streams", "json")
    mapping = CHECKED_IN["components"]["schemas"]["StreamMessage"]["discriminator"]["mapping"]
    for message in map(json.loads, text.splitlines()):
        known = CHECKED_IN["components"]["schemas"][mapping[message["type"]].rpartition("/")[2]]["properties"]
        assert message.keys() <= known.keys()
