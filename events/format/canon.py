"""The canonical bytes of history: RFC 8785 with integers only (`docs/api/secrets.md`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import orjson

JSON: TypeAlias = bool | int | str | Sequence["JSON"] | Mapping[str, "JSON"] | None
JSONObject: TypeAlias = Mapping[str, JSON]

SCALARS = frozenset({type(None), bool, int, str})
CANONICAL = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


class NotCanonical(TypeError):
    """A value outside the format: a float, an integer beyond 53 bits, a key that is not ASCII, or no JSON at all.

    No message holds the value: it may be a secret.
    """


def canon(value: object) -> bytes:
    """RFC 8785 bytes of a JSON value with ASCII keys and integers of at most 53 bits; anything else is `NotCanonical`.

    orjson sorts keys by code point and RFC 8785 by UTF-16 unit, which is the same order while keys are ASCII.
    """
    return canon_checking(value, value)


def canon_checking(value: object, *given: object) -> bytes:
    """`canon` of an object whose members `given` come from outside; only those are checked."""
    try:
        _refuse_foreign(given)
        return orjson.dumps(value, option=CANONICAL)
    except TypeError as error:
        raise NotCanonical(str(error)) from None


def canonical(value: object) -> Any:
    """The value as a reader of `canon(value)` gets it: objects in the order of their keys, lists for tuples.

    It shares no object or list with `value`. Refuses what `canon` refuses, except for integers beyond 53 bits and
    halves of characters, which only the writing finds.
    """
    try:
        return _canonical(value)
    except TypeError as error:
        raise NotCanonical(str(error)) from None


def _canonical(value: object) -> Any:
    if type(value) in SCALARS:
        return value
    if isinstance(value, dict):
        _refuse_keys(value)
        return {key: _canonical(value[key]) for key in sorted(value)}
    if isinstance(value, (tuple, list)):
        return [_canonical(item) for item in value]
    raise _foreign(value)


def _refuse_foreign(values: Iterable[object]) -> None:
    # orjson would write floats, enums, dates and more; none of them has a place in history.
    for value in values:
        if type(value) in SCALARS:
            continue
        if isinstance(value, dict):
            _refuse_keys(value)
            _refuse_foreign(value.values())
        elif isinstance(value, (tuple, list)):
            _refuse_foreign(value)
        else:
            raise _foreign(value)


def _refuse_keys(value: dict[str, object]) -> None:
    # A key that is no text is a TypeError of Python's own.
    if not "".join(value).isascii():
        raise NotCanonical("keys are ASCII")


def _foreign(value: object) -> NotCanonical:
    return NotCanonical(f"history holds no {type(value).__name__}")
