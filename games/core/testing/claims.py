"""How the contract suite says what is wrong, and how it looks at values of any kernel."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from string import Formatter
from types import MappingProxyType

import orjson

from events.format.canon import canon


class ContractBroken(AssertionError):
    """A game does not keep the contract; the message names the claim, the place and the values."""


def text(value: object) -> bytes:
    """Bytes that are equal for equal JSON; unlike `canon` it also takes what history may not hold (fractions)."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def stored(value: object, what: str) -> bytes:
    """The canonical bytes of what history or a client gets; ContractBroken when there are none."""
    try:
        return canon(value)
    except TypeError as error:
        raise ContractBroken(f"{what} is not canonical JSON ({error}): {value!r}") from error


def placeholders(sentence: str) -> set[str]:
    """The names in braces in a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def image(value: object, path: str = "state") -> object:
    """A picture of a value that no later change can touch; ContractBroken where the value could be changed."""
    if value is None or isinstance(value, str | int | bytes | Enum):
        return value
    if isinstance(value, tuple):
        return tuple(image(item, f"{path}[{place}]") for place, item in enumerate(value))
    if isinstance(value, frozenset):
        return frozenset(image(item, f"{path}{{…}}") for item in value)
    if isinstance(value, MappingProxyType):
        return frozenset((key, image(item, f"{path}[{key!r}]")) for key, item in value.items())
    if is_dataclass(value) and type(value).__dataclass_params__.frozen:  # type: ignore[union-attr]
        return (
            type(value),
            *((item.name, image(getattr(value, item.name), f"{path}.{item.name}")) for item in fields(value)),
        )
    raise ContractBroken(f"{path} is a {type(value).__name__}, which can be changed in place")


def difference(one: object, other: object, path: str = "") -> str:
    """Where two values first differ, and how, for a message."""
    if is_dataclass(one) and type(one) is type(other):
        pairs = [(f".{item.name}", getattr(one, item.name), getattr(other, item.name)) for item in fields(one)]
    elif isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        pairs = [(f"[{key!r}]", value, other[key]) for key, value in one.items()]
    elif isinstance(one, tuple | list) and isinstance(other, tuple | list) and len(one) == len(other):
        pairs = [(f"[{place}]", left, right) for place, (left, right) in enumerate(zip(one, other, strict=True))]
    else:
        pairs = []
    for step, left, right in pairs:
        if left != right:
            return difference(left, right, path + step)
    return f"{path or 'all of it'}: {one!r} against {other!r}"
