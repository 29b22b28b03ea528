"""Frozen values as bytes and back: states of kernels, built of dataclasses, enums and plain values."""

import sys
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from types import MappingProxyType
from typing import Any

import orjson

# By type exactly: what only derives from one of them would come back as something else.
PLAIN = (bool, int, str, type(None))
# A word for each kind of value that JSON does not have, or has under another name.
SEQUENCES: dict[str, type] = {"tuple": tuple, "list": list}
MAPPINGS: dict[str, type] = {"dict": dict, "mappingproxy": MappingProxyType}


class NotFrozen(TypeError):
    """A value that cannot be stored. The message names its type, never its content."""


def freeze(value: object) -> bytes:
    """The bytes of a value; equal values of one type have equal bytes. `NotFrozen` for any other kind of value."""
    return orjson.dumps(_plain(value))


def thaw(data: bytes) -> Any:
    """The value that `freeze` made the bytes of; classes are looked up among the modules that are loaded."""
    return _value(orjson.loads(data))


def _plain(value: object) -> Any:
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind in SEQUENCES.values():
        return [kind.__name__, *map(_plain, value)]  # type: ignore[call-overload]
    if kind in MAPPINGS.values():
        return [kind.__name__, *([_plain(key), _plain(item)] for key, item in value.items())]  # type: ignore[attr-defined]
    if isinstance(value, frozenset):
        # In one order, whatever order the hashes of this process give.
        return ["frozenset", *sorted(map(_plain, value), key=orjson.dumps)]
    if isinstance(value, bytes):
        return ["bytes", value.hex()]
    if isinstance(value, datetime):
        return ["datetime", value.isoformat()]
    if isinstance(value, timedelta):
        return ["timedelta", value.days, value.seconds, value.microseconds]
    if isinstance(value, Enum):
        return ["enum", _name(kind), value.name]
    if is_dataclass(value):
        return ["dataclass", _name(kind), *(_plain(getattr(value, item.name)) for item in fields(value))]
    raise NotFrozen(f"a {kind.__name__} cannot be kept")


def _value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    kind, *rest = plain
    if kind in SEQUENCES:
        return SEQUENCES[kind](map(_value, rest))
    if kind in MAPPINGS:
        return MAPPINGS[kind]({_value(key): _value(item) for key, item in rest})
    match kind:
        case "frozenset":
            return frozenset(map(_value, rest))
        case "bytes":
            return bytes.fromhex(rest[0])
        case "datetime":
            return datetime.fromisoformat(rest[0])
        case "timedelta":
            return timedelta(*rest)
        case "enum":
            return _class(rest[0])[rest[1]]
    made = _class(rest[0])
    return made(**{item.name: _value(part) for item, part in zip(fields(made), rest[1:], strict=True)})


def _name(made: type) -> str:
    return f"{made.__module__}:{made.__qualname__}"


def _class(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = sys.modules[module]
    for step in path.split("."):
        found = getattr(found, step)
    if not (isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum))):
        raise NotFrozen(f"{name} is no class of frozen values")
    return found
