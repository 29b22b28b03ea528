"""Patches of the documents that a stream sends (RFC 6902), of the three kinds that it uses."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any


def patched(document: Any, changes: Sequence[Mapping[str, Any]]) -> Any:
    """A new document with all changes made. Raises `LookupError` or `ValueError` where a patch is not for it."""
    whole = {"": copy.deepcopy(document)}
    for change in changes:
        _change(whole, change)
    return whole[""]


def _change(whole: dict[str, Any], change: Mapping[str, Any]) -> None:
    *above, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")]
    inside: Any = whole
    for part in above:
        inside = inside[_key(inside, part)]
    key = _key(inside, last)
    if change["op"] == "remove":
        del inside[key]
    elif change["op"] == "add" and isinstance(inside, list):
        inside.insert(key, change["value"])
    elif change["op"] in ("add", "replace"):
        inside[key] = change["value"]
    else:
        raise ValueError(change["op"])


def _key(inside: Any, part: str) -> Any:
    if isinstance(inside, list):
        return len(inside) if part == "-" else int(part)
    return part
