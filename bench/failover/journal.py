"""What players have on disk: a line for each answer, message or webhook, which is there before they go on."""

import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class Journal:
    """Lines on disk: one is there for good when `note` comes back."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._lock = threading.Lock()

    def note(self, kind: str, **what: object) -> None:
        with self._lock:
            os.write(self._file, json.dumps({"kind": kind, **what}).encode() + b"\n")
            os.fsync(self._file)


@dataclass
class Heard:
    """The players' journal."""

    moves: list[dict[str, Any]] = field(default_factory=list)
    reads: list[dict[str, Any]] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)
    away: list[dict[str, Any]] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    hooked: set[str] = field(default_factory=set)


def heard(path: Path) -> Heard:
    """All that stands in it."""
    found = Heard()
    for line in path.read_text().splitlines():
        one = json.loads(line)
        match one.pop("kind"):
            case "player":
                found.tokens[one["id"]] = one["token"]
            case "hook":
                found.hooked.add(one["player"])
            case kind:
                lists = {"move": found.moves, "read": found.reads, "told": found.told}
                (lists | {"fault": found.faults, "away": found.away})[kind].append(one)
    return found
