"""Open questions to seats, and how a move's shape is held against a schema."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import orjson
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from games.core.json import JSON, JSONObject

MAX_LISTED = 500
MAX_VIOLATIONS = 50
MAX_DETAIL = 300


@dataclass(frozen=True, kw_only=True)
class PromptMove:
    """One type of move that answers a prompt.

    `schema` (JSON Schema 2020-12) is narrowed to the present choices; `legal` lists the moves as a client may post
    them, all of them when `complete`, else a sample.
    """

    type: str
    schema: JSONObject
    legal: tuple[JSONObject, ...]
    complete: bool = True


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """A question to one seat. `id` is `p<n>.<seat>`; nobody waits for an `optional` one."""

    id: str
    seat: int
    kind: str
    moves: tuple[PromptMove, ...]
    optional: bool = False


def prompt_id(number: int, seat: int) -> str:
    """The id of question `number` (counted by the state, from 1) as put to `seat`."""
    return f"p{number}.{seat}"


def listed(type: str, choices: Iterable[Mapping[str, JSON]], schema: JSONObject) -> PromptMove:
    """A `PromptMove` of at most `MAX_LISTED` of `choices`, marked incomplete when there are more."""
    legal = tuple({"type": type, **choice} for choice in choices)
    return PromptMove(type=type, schema=schema, legal=legal[:MAX_LISTED], complete=len(legal) <= MAX_LISTED)


@dataclass(frozen=True, kw_only=True)
class Violation:
    """One place where a value is not of its schema: JSON pointer, the schema's keyword, a sentence in English."""

    pointer: str
    code: str
    detail: str


def violations(schema: JSONObject, value: Any) -> tuple[Violation, ...]:
    """The first `MAX_VIOLATIONS` ways in which `value` is not of `schema`, in the order of the places; none if it is.

    The sentences quote what is wrong and are cut off where that is long, so that no fault is answered at any length.
    """
    found = _validator(orjson.dumps(schema, option=orjson.OPT_SORT_KEYS)).iter_errors(cast(Any, value))
    told = sorted(found, key=_place)[:MAX_VIOLATIONS]
    return tuple(
        Violation(
            pointer="".join(f"/{step}" for step in error.absolute_path),
            code=str(error.validator),
            detail=_shortened(error.message),
        )
        for error in told
    )


def _place(error: ValidationError) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in error.absolute_path]


def _shortened(text: str) -> str:
    """The text, or its beginning with an ellipsis."""
    return text if len(text) <= MAX_DETAIL else f"{text[: MAX_DETAIL - 1]}…"


Keyword = Callable[[object, object, object, object], Iterator[ValidationError]]


def _without_fractions(keyword: str) -> Keyword:
    """The keyword as it is, but 1.0 equals nothing, also inside a list or an object."""
    standard: Any = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: object, allowed: object, instance: object, schema: object) -> Iterator[ValidationError]:
        if _has_fraction(instance):
            yield ValidationError(f"{instance!r} has a fraction")
        else:
            yield from standard(validator, allowed, instance, schema) or ()

    return check


def _unique_items(validator: Validator, wanted: object, instance: object, schema: object) -> Iterator[ValidationError]:
    # In one pass. The library compares each item with each other where they cannot be sorted, as objects cannot: a body
    # full of them, well below the longest that is read, would take a minute.
    if wanted and isinstance(instance, list | tuple):
        different = {orjson.dumps(item, option=orjson.OPT_SORT_KEYS) for item in instance}
        if len(different) < len(instance):
            yield ValidationError(f"{instance!r} has non-unique elements")


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
        "uniqueItems": _unique_items,
        **{keyword: _without_fractions(keyword) for keyword in ("const", "enum")},
    },
    type_checker=_checker,
)


@lru_cache(maxsize=1024)
def _validator(schema: bytes) -> Validator:
    strict: Validator = _Strict(orjson.loads(schema))
    return strict
