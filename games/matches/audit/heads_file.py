"""The file of published heads as it is read: a first line with its format, and a line for each match.

It knows no database: `make restore` reads one before there is any.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

FORMAT = "tabularium-heads/1"
DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Published:
    """A line of a file: a match by the SHA-256 of its id, and the head (hex) that it had."""

    match: str
    version: int
    head: str


def digest(match: str) -> str:
    """How a file names a match, by its id in lower case."""
    return hashlib.sha256(match.encode()).hexdigest()


def read(path: Path) -> list[Published]:
    """The heads that a file tells; ValueError for what `daily_heads` would not have written."""
    first, *rest = [orjson.loads(line) for line in path.read_bytes().splitlines()] or [None]
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise ValueError("it does not begin as one")
    return [_published(number, line) for number, line in enumerate(rest, 2)]


def _published(number: int, line: Any) -> Published:
    match line:
        case {"match": str(match), "version": int(version), "head": str(head)}:
            if DIGEST.fullmatch(match) and DIGEST.fullmatch(head):
                return Published(match=match, version=version, head=head)
    raise ValueError(f"line {number} names no head")
