"""Moves that a client might send: everything a schema admits where that is little, and shapes that are a bit off."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from games.core.chance import Chance
from games.core.json import JSON, JSONObject

MOST_VALUES = 64
JUNK: tuple[Any, ...] = (None, True, -1, 0, 1.5, 10**6, 1 << 53, "", "nothing of the kind", [], {})

Body = dict[str, Any]


def finite(schema: JSON) -> tuple[Any, ...] | None:
    """All values of a schema by its const, enum, boolean or integer range; None where these do not tell."""
    if not isinstance(schema, Mapping):
        return None
    if "const" in schema:
        return (schema["const"],)
    if isinstance(choices := schema.get("enum"), Sequence):
        return tuple(choices)
    if schema.get("type") == "boolean":
        return (False, True)
    low, high = schema.get("minimum"), schema.get("maximum")
    if schema.get("type") == "integer" and isinstance(low, int) and isinstance(high, int):
        return tuple(range(low, high + 1)) if high - low < MOST_VALUES else None
    return None


def candidates(
    type: str,
    schema: JSONObject,
    legal: Sequence[JSONObject],
    seen: Mapping[str, Sequence[Any]],
    picker: Chance,
    most: int,
) -> list[Body]:
    """About `most` bodies of one move type, drawn over the general `schema`, and as many changed from `legal` ones.

    `seen` holds per field the values met elsewhere in the same match or another.
    """
    properties = schema.get("properties", {})
    assert isinstance(properties, Mapping)
    names = sorted(({*properties} | {name for body in legal for name in body}) - {"type"})
    columns = {name: finite(properties.get(name)) or tuple(seen.get(name, ())) or ("",) for name in names}
    bodies = [{"type": type, **values} for values in _grid(columns, picker, most)]
    changed = [body for move in (picker.some_of(legal, min(len(legal), 4))) for body in neighbours(move)]
    return bodies + (changed if len(changed) <= most else picker.some_of(changed, most))


def neighbours(move: JSONObject) -> Iterator[Body]:
    """The body with one thing changed: a field of a wrong kind, left out, or one too many."""
    yield {**move, "surplus": 1}
    for name in sorted({*move} - {"type"}):
        yield {key: value for key, value in move.items() if key != name}
        for value in (*JUNK, *_bent(move[name])):
            yield {**move, name: value}


def _grid(columns: Mapping[str, Sequence[Any]], picker: Chance, most: int) -> Iterator[Body]:
    size = 1
    for values in columns.values():
        size *= len(values)
    if size <= most:
        yield from (dict(zip(columns, values, strict=True)) for values in product(*columns.values()))
    else:
        yield from ({name: picker.one_of(values) for name, values in columns.items()} for _ in range(most))


def _bent(value: JSON) -> Iterator[Any]:
    if isinstance(value, int):
        yield from (float(value), str(value), value + 1, value - 1)
    elif isinstance(value, str):
        yield from (value + " ", value.upper(), [value])
    elif isinstance(value, Sequence):
        yield from (list(value[1:]), list(value[::-1]), [*value, *value[:1]])
