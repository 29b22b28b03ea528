"""What is wrong at a place of a request, in the reader's language."""

import re
from pathlib import Path

import pytest

import api
import games
from api.http.problems import VIOLATIONS, Problem
from games.core.json import JSON
from games.core.languages import BY_CODE, ENGLISH
from games.core.prompts import Violation, violations
from tests.support.cast import person

# The keywords of the schemas of bodies that refuse something; those that only hold others refuse nothing themselves.
KEYWORDS: tuple[str, ...] = ("additionalProperties", "anyOf", "const", "enum", "maxItems", "maxLength", "maximum")
KEYWORDS += ("minItems", "minLength", "minimum", "oneOf", "pattern", "required", "type", "uniqueItems")


def told(violation: Violation, language: str) -> str:
    problem = Problem(code="invalid_request", status=422, params={}, errors=(violation,))
    (error,) = problem.document(language)["errors"]
    return error["detail"]


def codes_in_the_code() -> set[str]:
    """The codes that the code gives to violations by hand."""
    sources = [path for home in (api, games) for path in Path(home.__path__[0]).rglob("*.py")]
    texts = [path.read_text() for path in sources]
    return {code for text in texts for code in re.findall(r'Violation\([^)]*?code="(\w+)"', text)}


def test_every_code_has_words_in_every_language() -> None:
    assert {*KEYWORDS} | codes_in_the_code() <= VIOLATIONS.keys()
    for code in VIOLATIONS:
        said = {told(Violation(pointer="", code=code, detail="in particular"), one) for one in BY_CODE}
        assert len(said) == len(BY_CODE), code


@pytest.mark.parametrize(
    ("schema", "value", "polish"),
    [
        ({"type": "integer"}, "x", "Tu należy integer."),
        ({"type": ["string", "null"]}, 1, "Tu należy string, null."),
        ({"type": "object", "required": ["game"]}, {}, "Brakuje pola game."),
        ({"minimum": 3}, 2, "Co najmniej 3."),
        ({"maxLength": 1}, "ab", "Znaków: najwyżej 1."),
        ({"enum": ["a", None]}, "b", "Możliwe: a, null."),
        ({"enum": list(range(99))}, -1, "To żadna z możliwych wartości."),
        ({"anyOf": [{"type": "null"}]}, 1, "To żaden z możliwych kształtów."),
    ],
)
def test_what_is_allowed_is_told_where_it_is_short(schema: dict[str, JSON], value: JSON, polish: str) -> None:
    (found,) = violations(schema, value)
    assert told(found, "pl") == polish
    assert told(found, ENGLISH) == found.detail


def test_a_code_without_words_is_told_in_english() -> None:
    assert told(Violation(pointer="", code="dependentSchemas", detail="So and so."), "he") == "So and so."


def test_a_body_of_the_wrong_shape_is_told_about_in_the_callers_language() -> None:
    refused = person("Alice").post("/matches", {"seats": 3}, Accept_Language="he")
    (error,) = refused.json()["errors"]
    assert (error["code"], error["detail"]) == ("required", "חסר השדה game.")
