"""Every answer that a test gets is held against the OpenAPI document that is checked in."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
import orjson
from jsonschema import FormatChecker

from api.openapi import parameters
from games.core.testing.typed import closed, exact

FILE = Path(__file__).parents[2] / "api/openapi.json"
DOCUMENT: Mapping[str, Any] = orjson.loads(FILE.read_bytes())
FORMATS = FormatChecker(formats=("uuid",))
GAMES = DOCUMENT["components"]["schemas"]["MatchWish"]["discriminator"]["mapping"].keys()
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
# What an address or a verb that the document does not have is told.
UNKNOWN = {404: "not_found", 405: "method_not_allowed"}


@FORMATS.checks("date-time")
def _is_time(value: object) -> bool:
    return not isinstance(value, str) or UTC.fullmatch(value) is not None


def assert_described(method: str, address: str, response: Any) -> None:
    """Fail unless the document has this answer: status, codes, headers, content type and body."""
    where = f"{method} {address} -> {response.status_code}"
    operation = _operation(method, unquote(address.partition("?")[0]))
    if operation is None:
        code = UNKNOWN.get(response.status_code)
        assert code is not None, f"{where}: neither address nor verb is in api/openapi.json"
        assert response.json()["code"] == code, f"{where}: not what an unknown address or verb is told"
        return
    answer = operation["responses"].get(str(response.status_code))
    if answer is not None and "$ref" in answer:
        answer = DOCUMENT["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    assert answer is not None, f"{where}: the status is not in api/openapi.json: {response.content[:500]!r}"
    _assert_headers(where, answer, response)
    _assert_body(where, answer, response)


def assert_message_described(message: Any) -> None:
    """Fail unless the document has this message of a stream."""
    wrong = _wrong("#/components/schemas/StreamMessage", message)
    assert not wrong, f"{message['type']}: {wrong[:5]}"


def _assert_headers(where: str, answer: Mapping[str, Any], response: Any) -> None:
    declared = answer["headers"]
    for name in parameters.headers():
        assert name in declared or name not in response.headers, f"{where}: {name} is not declared"
    missing = [name for name, header in declared.items() if header.get("required") and name not in response.headers]
    assert not missing, f"{where}: {missing} must be there"


def _assert_body(where: str, answer: Mapping[str, Any], response: Any) -> None:
    content = answer.get("content", {})
    if not content:
        assert response.content == b"", f"{where}: there should be no body"
        return
    media_type = response.headers["Content-Type"].partition(";")[0]
    assert media_type in content, f"{where}: {media_type} is not declared"
    if not media_type.endswith("json") or media_type.endswith("ndjson"):
        return
    body = orjson.loads(response.content)
    if isinstance(body, dict) and str(body.get("game", "cave")) not in GAMES:
        # A toy that one test registers is in no document.
        return
    wrong = _wrong(content[media_type]["schema"]["$ref"], body)
    assert not wrong, f"{where}: {wrong[:5]}"
    if "x-problem-codes" in answer:
        assert body["code"] in answer["x-problem-codes"], (
            f"{where}: {body['code']} is not among the codes of this answer"
        )


def _operation(method: str, path: str) -> Any:
    found = [paths for pattern, paths in _patterns() if pattern.fullmatch(path)]
    # Of two addresses that fit, the one without a parameter is listed first.
    return found[0].get(method.lower()) if found else None


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], Any]]:
    by_parameters = sorted(DOCUMENT["paths"].items(), key=lambda item: str(item[0]).count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations) for path, operations in by_parameters]


def _wrong(reference: str, value: Any) -> list[str]:
    """What of the value is not of the schema that the reference names."""
    if _compiled(reference).is_valid(value):
        return []
    # Of a union the compiled one says only that no member fits; this one says what in the member that was meant.
    return [f"{error.json_path}: {error.message}" for error in _telling()(reference).iter_errors(value)]


@cache
def _compiled(reference: str) -> Any:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"document:{reference}"},
        registry=_registry(),
        formats={"date-time": _is_time},
        validate_formats=True,
    )


@cache
def _registry() -> Any:
    return jsonschema_rs.Registry([("document:", dict(_document()))])


@cache
def _telling() -> Callable[[str], Any]:
    return exact(_document(), format_checker=FORMATS)


@cache
def _document() -> Mapping[str, Any]:
    return {"components": {"schemas": closed(DOCUMENT["components"]["schemas"])}}
