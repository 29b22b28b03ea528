"""Computes the patch between two JSON documents (RFC 6902: `add`, `remove` and `replace`)."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, TypedDict


class _Placed(TypedDict):
    op: str
    path: str


class PatchOperation(_Placed, total=False):
    """One change; `value` unless something is removed."""

    value: Any


def changes(before: Any, after: Any, path: str = "") -> Iterator[PatchOperation]:
    """The operations that make `after` of `before`, in their order. No value turns from a number into a truth value."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_arrays(before, after, path)
    elif before != after:
        yield {"op": "replace", "path": path, "value": after}


def _of_objects(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[PatchOperation]:
    for name, value in before.items():
        at = f"{path}/{_escaped(name)}"
        if name not in after:
            yield {"op": "remove", "path": at}
        elif value != after[name]:
            yield from changes(value, after[name], at)
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{_escaped(name)}", "value": value}


def _of_arrays(before: list[Any], after: list[Any], path: str) -> Iterator[PatchOperation]:
    """Keeps the common beginning and end; changes the items between them one by one, then adds or removes the rest."""
    begin = _alike(before, after)
    end = _alike(before[begin:][::-1], after[begin:][::-1])
    old, new = before[begin : len(before) - end], after[begin : len(after) - end]
    both = min(len(old), len(new))
    for place in range(both):
        yield from changes(old[place], new[place], f"{path}/{begin + place}")
    for _ in old[both:]:
        yield {"op": "remove", "path": f"{path}/{begin + both}"}
    for place, value in enumerate(new[both:], begin + both):
        yield {"op": "add", "path": f"{path}/{place}", "value": value}


def _alike(one: list[Any], other: list[Any]) -> int:
    """How many items both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _escaped(name: str) -> str:
    """A member's name in a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
