"""Prompts, their lists, and how a value is held against a schema."""

import time
from typing import Any

import pytest

from games.core.json import JSONObject
from games.core.prompts import MAX_DETAIL, MAX_LISTED, MAX_VIOLATIONS, listed, prompt_id, violations

SEATS: JSONObject = {
    "type": "object",
    "properties": {"type": {"const": "aim"}, "target": {"type": "integer", "minimum": 0, "maximum": 5}},
    "required": ["type", "target"],
    "additionalProperties": False,
}


def test_an_id_is_question_and_seat() -> None:
    assert prompt_id(12, 0) == "p12.0"


def test_listed_moves_bear_their_type() -> None:
    asked = listed("aim", [{"target": 1}, {"target": 2}], SEATS)

    assert asked.legal == ({"type": "aim", "target": 1}, {"type": "aim", "target": 2})
    assert asked.complete


@pytest.mark.parametrize(("choices", "complete"), [(MAX_LISTED, True), (MAX_LISTED + 1, False)])
def test_a_list_holds_at_most_five_hundred_and_says_when_it_is_a_sample(choices: int, complete: bool) -> None:
    asked = listed("aim", ({"target": number} for number in range(choices)), SEATS)

    assert len(asked.legal) == MAX_LISTED
    assert asked.complete is complete


def test_a_value_of_the_schema_has_no_violations() -> None:
    assert violations(SEATS, {"type": "aim", "target": 5}) == ()


def test_a_violation_says_where_and_which_keyword() -> None:
    (wrong,) = violations(SEATS, {"type": "aim", "target": 6})

    assert (wrong.pointer, wrong.code) == ("/target", "maximum")
    assert wrong.detail == "6 is greater than the maximum of 5"


def test_all_violations_are_told_in_the_order_of_their_places() -> None:
    found = violations(SEATS, {"type": "shoot", "target": "left", "power": 1})

    assert [(wrong.pointer, wrong.code) for wrong in found] == [
        ("/power", "additionalProperties"),
        ("/target", "type"),
        ("/type", "const"),
    ]


@pytest.mark.parametrize("value", [1.0, 1.5, True, "1", None])
def test_an_integer_is_written_without_a_fraction_and_is_no_boolean(value: object) -> None:
    assert [wrong.code for wrong in violations({"type": "integer"}, value)] == ["type"]


@pytest.mark.parametrize("schema", [{"const": 1}, {"enum": [1, 2]}])
def test_a_constant_equals_no_fraction_and_no_boolean(schema: JSONObject) -> None:
    assert violations(schema, 1) == ()
    assert [wrong.code for wrong in violations(schema, 1.0)] == list(schema)
    assert [wrong.code for wrong in violations(schema, True)] == list(schema)


@pytest.mark.parametrize(
    ("choice", "value"), [([1], [1.0]), ({"target": 1}, {"target": 1.0}), ([{"a": [1]}], [{"a": [1.0]}])]
)
def test_a_constant_equals_no_fraction_further_down(choice: JSONObject, value: object) -> None:
    assert violations({"enum": [choice]}, choice) == ()
    assert [wrong.code for wrong in violations({"enum": [choice]}, value)] == ["enum"]


UNIQUE: JSONObject = {"type": "array", "uniqueItems": True}


@pytest.mark.parametrize("items", [["a", "b", "a"], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [[1], {}, [1]]])
def test_what_comes_twice_in_a_list_is_found(items: list[object]) -> None:
    assert [(wrong.pointer, wrong.code) for wrong in violations(UNIQUE, items)] == [("", "uniqueItems")]


@pytest.mark.parametrize("items", [[], ["a", "A"], [1, True, "1", [1]], [{"a": 1}, {"a": True}, {"b": 1}]])
def test_what_only_looks_alike_in_a_list_is_not_the_same(items: list[object]) -> None:
    assert violations(UNIQUE, items) == ()


def test_a_long_list_of_objects_is_gone_through_once() -> None:
    items = [{str(number): number} for number in range(2000)]
    begun = time.process_time()
    assert violations(UNIQUE, items) == ()
    # Each held against each other takes several.
    assert time.process_time() - begun < 1


def test_of_very_many_faults_the_first_are_told_and_none_at_length() -> None:
    integers: JSONObject = {"type": "array", "items": {"type": "integer"}}
    found = violations(integers, [*range(5), *["x" * 5000] * 1000])

    assert [wrong.pointer for wrong in found[:2]] == ["/5", "/6"]
    assert len(found) == MAX_VIOLATIONS
    assert {len(wrong.detail) for wrong in found} == {MAX_DETAIL}
    assert found[0].detail.endswith("x…")


# What a value costs that is not of its schema


def test_nothing_is_looked_at_after_the_fiftieth_fault() -> None:
    looked: list[object] = []

    class Items(list[object]):
        def __getitem__(self, index: Any) -> Any:
            looked.append(index)
            return super().__getitem__(index)

    found = violations({"type": "array", "items": {"type": "integer"}}, Items("x" * 10_000))
    assert len(found) == MAX_VIOLATIONS
    assert len(looked) <= MAX_VIOLATIONS + 1


def test_of_a_list_that_is_too_long_no_item_is_judged() -> None:
    short: JSONObject = {"type": "array", "items": {"type": "integer"}, "maxItems": 3, "uniqueItems": True}
    assert [wrong.code for wrong in violations(short, ["x"] * 4)] == ["maxItems"]
    assert [wrong.code for wrong in violations(short, ["x"] * 3)] == ["uniqueItems", "type", "type", "type"]


CHOSEN: JSONObject = {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True}


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        (["a", "b", "c"], []),
        (["a", "b", "c", "a"], [("", "uniqueItems")]),
        (["a"] * 10_000, [("", "uniqueItems")]),
        (["a", "b", "c", "d"], [("/3", "enum")]),
        (["a", "a", "d"], [("", "uniqueItems"), ("/2", "enum")]),
    ],
)
def test_of_different_choices_one_more_than_there_are_is_looked_at(chosen: list[str], wrong: list[object]) -> None:
    assert [(one.pointer, one.code) for one in violations(CHOSEN, chosen)] == wrong


def test_of_very_many_unknown_names_the_first_are_told() -> None:
    found = violations(SEATS, {"type": "aim", "target": 1, **{f"x{number:05}": 0 for number in range(9999, 0, -1)}})
    assert [wrong.pointer for wrong in found] == [f"/x{number:05}" for number in range(1, MAX_VIOLATIONS + 1)]
    assert {wrong.code for wrong in found} == {"additionalProperties"}


def test_what_is_missing_or_unknown_is_the_place_itself() -> None:
    found = violations(SEATS, {"a/b~c": 0})
    assert {(wrong.pointer, wrong.code) for wrong in found} == {
        ("/a~1b~0c", "additionalProperties"),
        ("/type", "required"),
        ("/target", "required"),
    }


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        *(("^[0-9a-f]{4}$", "00ff"), ("^a$|^b$", "b"), ("^(a|b$)", "b"), (r"^\$[$]$", "$$"), (r"^[\]$]$", "]")),
        ("^(?!(.*,)?x(,|$))[a-z]$", "y"),
    ],
)
def test_a_line_feed_behind_the_end_of_a_pattern_is_none_of_it(pattern: str, text: str) -> None:
    schema: JSONObject = {"type": "string", "pattern": pattern}
    assert violations(schema, text) == ()
    assert [one.code for one in violations(schema, f"{text}\n")] == ["pattern"]
