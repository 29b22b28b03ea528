"""What history can hold, and its one form as bytes: RFC 8785 with integers only (`docs/api/secrets.md`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

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
    """`canon` of a value of which only the members `given` come from outside and have to be looked at."""
    try:
        _refuse_foreign(given)
        return orjson.dumps(value, option=CANONICAL)
    except TypeError as error:
        raise NotCanonical(str(error)) from None


def _refuse_foreign(values: Iterable[object]) -> None:
    # orjson would write floats, enums, dates and more; none of them has a place in history.
    for value in values:
        kind = type(value)
        if kind in SCALARS:
            continue
        if isinstance(value, dict):
            if not "".join(value).isascii():
                raise NotCanonical("keys are ASCII")
            _refuse_foreign(value.values())
        elif isinstance(value, (tuple, list)):
            _refuse_foreign(value)
        else:
            raise NotCanonical(f"history holds no {kind.__name__}")
