"""Prompts: open questions to seats. Also checks values against JSON Schemas."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest
from itertools import islice
from typing import Any

import orjson
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from games.core.json import JSON, JSONObject

MAX_LISTED = 500
MAX_VIOLATIONS = 50
MAX_DETAIL = 300
# So many values of a list are told.
MOST_NAMED = 12
MISSING = re.compile("'(.*)' is a required property")


@dataclass(frozen=True, kw_only=True)
class PromptMove:
    """One type of move that answers a prompt.

    `schema` (JSON Schema 2020-12) allows only the present choices. `legal` lists moves as a client may post them: all
    of them if `complete`, else a sample.
    """

    type: str
    schema: JSONObject
    legal: tuple[JSONObject, ...]
    complete: bool = True


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """A question to one seat. `id` is `p<n>.<seat>`; nobody waits for an `optional` one.

    `about` has what the question is about, for its seat alone: the arguments of its sentence and of the labels of its
    moves. `forced` says that nothing in the seat's hand fits: apart from free actions, its `default_move` is the only
    answer, and the seat is asked only so that others cannot infer this. `forced` is never shown, and only prompts of
    the game's `skippable` kinds have it.
    """

    id: str
    seat: int
    kind: str
    moves: tuple[PromptMove, ...]
    optional: bool = False
    about: Mapping[str, Any] = field(default_factory=dict)
    forced: bool = False


def prompt_id(number: int, seat: int) -> str:
    """The id of question `number` (counted by the state, from 1) for `seat`."""
    return f"p{number}.{seat}"


def listed(type: str, choices: Iterable[Mapping[str, JSON]], schema: JSONObject) -> PromptMove:
    """A `PromptMove` of at most `MAX_LISTED` of `choices`, marked incomplete when there are more."""
    legal = tuple({"type": type, **choice} for choice in choices)
    return PromptMove(type=type, schema=schema, legal=legal[:MAX_LISTED], complete=len(legal) <= MAX_LISTED)


@dataclass(frozen=True, kw_only=True)
class Violation:
    """One place where a value does not fit its schema: JSON pointer, the schema's keyword, a sentence in English.

    `detail` is empty where the sentence would quote a secret. `limit` is what the keyword allows, if that is short; the
    sentence in other languages uses it.
    """

    pointer: str
    code: str
    detail: str
    limit: str = ""


class CompiledSchema:
    """A compiled JSON Schema (2020-12), for any number of values."""

    def __init__(self, schema: JSONObject) -> None:
        # In the order of its keys, in which the violations of one place are told.
        self._validator: Validator = _Strict(orjson.loads(orjson.dumps(schema, option=orjson.OPT_SORT_KEYS)))

    def violations(self, value: Any) -> tuple[Violation, ...]:
        """The first `MAX_VIOLATIONS` ways in which `value` does not fit the schema, in the order of their places.

        Empty if it fits. The check stops after so many, and skips the items of a list that is too long, so the schema
        bounds the cost of a check. The sentences quote the wrong value, shortened if it is long.
        """
        told = sorted(islice(self._validator.iter_errors(value), MAX_VIOLATIONS), key=_place)
        return tuple(
            Violation(
                pointer="".join(f"/{_escaped(step)}" for step in error.absolute_path),
                code=str(error.validator),
                detail=_shortened(error.message),
                limit=_limit(error),
            )
            for error in told
        )


def violations(schema: JSONObject, value: Any) -> tuple[Violation, ...]:
    """`CompiledSchema.violations` for a schema that the caller has not compiled; a cache keeps the compiled one by its
    JSON.
    """
    return _compiled(orjson.dumps(schema)).violations(value)


def _escaped(step: str | int) -> str:
    """A step of a JSON pointer (RFC 6901, section 3)."""
    return str(step).replace("~", "~0").replace("/", "~1")


def _place(error: ValidationError) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in error.absolute_path]


def _limit(error: ValidationError) -> str:
    wanted: Any = error.validator_value
    if error.validator == "required":
        # One error for each field that is missing, which only its message names.
        found = MISSING.match(error.message)
        return found[1] if found else ""
    values = wanted if isinstance(wanted, list | tuple) else [wanted]
    if len(values) > MOST_NAMED or not all(isinstance(one, str | int | float | None) for one in values):
        return ""
    return _shortened(", ".join("null" if one is None else str(one) for one in values))


def _shortened(text: str) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= MAX_DETAIL else f"{text[: MAX_DETAIL - 1]}…"


Keyword = Callable[[object, object, object, object], Iterator[ValidationError]]


def _without_fractions(keyword: str) -> Keyword:
    """The keyword as it is, except that 1.0 equals no value, also inside a list or an object."""
    standard: Any = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: object, allowed: object, instance: object, schema: object) -> Iterator[ValidationError]:
        wrong = list(standard(validator, allowed, instance, schema) or ())
        # Only what is equal otherwise is gone through: it is no larger than the schema.
        if not wrong and _has_fraction(instance):
            wrong = [ValidationError(f"{instance!r} has a fraction")]
        yield from wrong

    return check


def _looked_at(schema: Any, items: Any) -> Any:
    """The items of a list that have to be checked: none if the list is too long, which is reported already.

    Where items must differ and come from n values, checking n + 1 items is enough: two of them are equal, or one is not
    among the values.
    """
    if len(items) > schema.get("maxItems", len(items)):
        return items[:0]
    each = schema.get("items")
    is_chosen = schema.get("uniqueItems") and isinstance(each, Mapping) and "enum" in each
    return items[: len(each["enum"]) + 1] if is_chosen else items


def _items(validator: Validator, items: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    found = _looked_at(schema, instance) if isinstance(instance, list | tuple) else instance
    yield from Draft202012Validator.VALIDATORS["items"](validator, items, found, schema) or ()


def _unique_items(validator: Validator, wanted: object, instance: object, schema: Any) -> Iterator[ValidationError]:
    # In one pass. The library compares each item with each other where they cannot be sorted, as objects cannot: a body
    # full of them, well below the longest that is read, would take a minute.
    if wanted and isinstance(instance, list | tuple):
        found = _looked_at(schema, instance)
        different = {orjson.dumps(item, option=orjson.OPT_SORT_KEYS) for item in found}
        if len(different) < len(found):
            yield ValidationError(f"{instance!r} has non-unique elements")


def _additional(validator: Validator, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    # Of thousands of names only so many are sorted and written as can be told.
    names = schema.get("properties", {})
    if allowed is not False or not isinstance(instance, Mapping) or "patternProperties" in schema:
        yield from Draft202012Validator.VALIDATORS["additionalProperties"](validator, allowed, instance, schema) or ()
    else:
        for name in nsmallest(MAX_VIOLATIONS, (name for name in instance if name not in names)):
            yield ValidationError(f"{name!r} is not a known property", path=[name])


def _pattern(validator: Validator, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not _as_in_ecmascript(pattern).search(instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


# An escaped character, a class of them, or the end.
PIECES = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", re.DOTALL)


@lru_cache(maxsize=256)
def _as_in_ecmascript(pattern: str) -> re.Pattern[str]:
    """A pattern in the meaning of JSON Schema: its `$` matches only the end, while Python's also matches before a last
    line feed.
    """
    return re.compile(PIECES.sub(lambda piece: r"\Z" if piece[0] == "$" else piece[0], pattern))


def _required(validator: Validator, names: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    # The library's place is the object that lacks them; a form marks the field.
    if isinstance(instance, Mapping):
        for name in names:
            if name not in instance:
                yield ValidationError(f"{name!r} is a required property", path=[name])


def _has_fraction(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_fraction(item) for item in value)
    if isinstance(value, Mapping):
        return any(_has_fraction(item) for item in value.values())
    return isinstance(value, float)


# JSON Schema counts 1.0 as an integer and as equal to 1; stored history holds integers only, so a decimal point
# is a wrong shape here.
_checker = Draft202012Validator.TYPE_CHECKER.redefine(
    "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
)
_Strict: Any = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    validators={
        "items": _items,
        "uniqueItems": _unique_items,
        "additionalProperties": _additional,
        "required": _required,
        "pattern": _pattern,
        **{keyword: _without_fractions(keyword) for keyword in ("const", "enum")},
    },
    type_checker=_checker,
)


@lru_cache(maxsize=1024)
def _compiled(schema: bytes) -> CompiledSchema:
    return CompiledSchema(orjson.loads(schema))
