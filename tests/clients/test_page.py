"""The page that plays every game in words: short, and of documented fields alone."""

import re
from pathlib import Path
from typing import Any

from api.openapi.parameters import QUERY
from games.registry import GAMES
from tests.support.described import DOCUMENT

PAGE = (Path(__file__).parents[2] / "clients" / "words.html").read_text("utf-8")
MOST_LINES = 150
# What a script takes from an answer, under the names that it gives answers there.
TAKEN = re.compile(r"\b(?:told|one|made|page|event|piece|prompt|kind|move|seat|seats|part)\.([A-Za-z_]+)")
OF_THE_BROWSER = {"append", "title", "onclick", "map", "forEach", "preventDefault"}
OF_THE_BROWSER |= {"className", "textContent"}


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= MOST_LINES


def test_the_page_takes_documented_fields_only() -> None:
    known = {name for schema in DOCUMENT["components"]["schemas"].values() for name in properties(schema)}
    assert {name for name in TAKEN.findall(PAGE) if name not in OF_THE_BROWSER} - known - {"word"} == set()


def test_the_page_calls_documented_addresses_only() -> None:
    called = {re.sub(r"\$\{[^}]+\}", "{}", path) for path in re.findall(r"call\([`\"]([^`\"?]+?)(?:\?|[`\"])", PAGE)}
    known = {re.sub(r"\{\w+\}", "{}", path.removeprefix("/api/v1")) for path in DOCUMENT["paths"]}
    assert called <= known
    assert len(called) >= 8
    assert set(re.findall(r"[?&]([a-z]+)=", PAGE)) <= QUERY.keys()


def test_the_page_knows_no_game() -> None:
    assert not [slug for slug in GAMES if slug in PAGE]


def properties(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {name for one in schema for name in properties(one)}
    if not isinstance(schema, dict):
        return set()
    found = {*schema.get("properties", {})}
    return found | {name for one in schema.values() for name in properties(one)}
