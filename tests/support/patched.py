"""What a client does with the messages `table` of a stream: a document is kept, and patched (RFC 6902)."""

import copy
from typing import Any


def patched(document: Any, patch: list[Any]) -> Any:
    """The document with each operation applied, in order; it fails where one does not fit."""
    found = {"": copy.deepcopy(document)}
    for operation in patch:
        *above, last = [name.replace("~1", "/").replace("~0", "~") for name in operation["path"].split("/")]
        inner: Any = found
        for name in above:
            inner = inner[int(name) if isinstance(inner, list) else name]
        _apply(inner, int(last) if isinstance(inner, list) else last, operation)
    return found[""]


def _apply(inner: Any, last: Any, operation: Any) -> None:
    op = operation["op"]
    if op == "remove":
        del inner[last]
    elif op == "add" and isinstance(inner, list):
        assert last <= len(inner), operation
        inner.insert(last, operation["value"])
    else:
        assert op == "add" or last in (range(len(inner)) if isinstance(inner, list) else inner), operation
        inner[last] = operation["value"]


class Kept:
    """The document of one match that a client keeps, as one stream tells it."""

    def __init__(self) -> None:
        self.document: Any = None
        self.version: int | None = None
        # How often it was told whole, and by a patch.
        self.wholes = self.patches = 0

    def hear(self, message: Any) -> None:
        """Take the data of a message `table`."""
        if message["base"] is None:
            self.document = message["whole"]
            self.wholes += 1
        else:
            assert message["base"] == self.version, (message["base"], self.version)
            self.document = patched(self.document, message["patch"])
            self.patches += 1
        self.version = message["version"]
