"""What is wrong at a place of a request, in the reader's language."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import api
import games
from api import bodies
from api.http.problems import KINDS, VIOLATIONS, Problem
from games.core.json import JSON
from games.core.languages import BY_CODE, ENGLISH
from games.core.prompts import Violation, violations
from games.registry import GAMES
from tests.support.cast import STRANGER, person

# Keywords that only hold other schemas: what is refused is refused by a keyword of those.
HOLDING = {"$ref", "allOf", "dependentSchemas", "if", "items", "properties"}


def keywords(schema: object) -> set[str]:
    """The keywords anywhere in a schema that refuse something."""
    if isinstance(schema, list | tuple):
        return set().union(*map(keywords, schema))
    if not isinstance(schema, Mapping):
        return set()
    fields = schema.get("properties", {})
    inner = [one for name, one in schema.items() if name not in {"properties", "default", "examples", "const", "enum"}]
    own = (schema.keys() & Draft202012Validator.VALIDATORS.keys()) - HOLDING
    return own.union(*map(keywords, inner), *map(keywords, fields.values()))


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
    asked = [shape for shape in vars(bodies).values() if isinstance(shape, dict)]
    games = [schema for versions in GAMES.values() for one in versions.values() for schema in one.move_schemas.values()]
    assert {"minProperties", "not", "uniqueItems"} <= keywords([asked, games])
    assert keywords([asked, games]) | codes_in_the_code() <= VIOLATIONS.keys()
    for code in VIOLATIONS:
        said = {told(Violation(pointer="", code=code, detail="in particular"), one) for one in BY_CODE}
        assert len(said) == len(BY_CODE), code


@pytest.mark.parametrize(
    ("schema", "value", "polish"),
    [
        ({"type": "integer"}, "x", "Należy podać: liczba całkowita."),
        ({"type": ["string", "null"]}, 1, "Należy podać: tekst, null."),
        ({"minProperties": 1}, {}, "Pól: co najmniej 1."),
        ({"not": {"const": 1}}, 1, "To jedna z wartości, które nie są możliwe."),
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


@pytest.mark.parametrize(
    ("language", "kind", "length", "unknown"),
    [
        ("en", "What belongs here: text.", "Characters: at least 8.", "It is not as it has to be."),
        ("he", "כאן צריך: טקסט.", "תווים: לפחות 8.", "זה לא כמו שצריך."),
        ("pl", "Należy podać: tekst.", "Znaków: co najmniej 8.", "Tak być nie może."),
    ],
)
def test_where_a_sentence_would_quote_a_secret_the_code_s_own_words_are_told(
    language: str, kind: str, length: str, unknown: str
) -> None:
    for sent, words in ((["secret-1815"], kind), ("secret", length)):
        body = {"handle": "Ada_1815", "password": sent}
        refused = STRANGER.post("/players", body, Accept_Language=language)
        (error,) = refused.json()["errors"]
        assert (error["pointer"], error["detail"]) == ("/password", words)
    assert told(Violation(pointer="", code="dependentSchemas", detail=""), language) == unknown


def test_every_type_of_a_schema_has_words_in_every_language() -> None:
    assert KINDS.keys() == {"array", "boolean", "integer", "null", "number", "object", "string"}


def test_a_body_of_the_wrong_shape_is_told_about_in_the_callers_language() -> None:
    refused = person("Alice").post("/matches", {"seats": 3}, Accept_Language="he")
    (error,) = refused.json()["errors"]
    assert (error["code"], error["detail"]) == ("required", "חסר השדה game.")
