"""What players have on disk: a line for each call, answer, message or webhook, which is there before they go on."""

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# What a player asks for under a key.
MOVE, CREATE, JOIN = "move", "create", "join"


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
    """The players' journal.

    `sent` has each request under a key before it is sent, `answers` its final answers: `what` is asked for, by which
    `player`, under which `key`, at which `match` (none for a creation), with the `status` and the `text`. `signed_up`
    has the final answers to sign-ups, `reading` the readers of streams at their start, `reads` what each was told.
    """

    sent: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    signed_up: list[dict[str, Any]] = field(default_factory=list)
    hooks: list[dict[str, Any]] = field(default_factory=list)
    reading: list[dict[str, Any]] = field(default_factory=list)
    reads: list[dict[str, Any]] = field(default_factory=list)
    told: list[dict[str, Any]] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)
    away: list[dict[str, Any]] = field(default_factory=list)

    @property
    def moves(self) -> list[dict[str, Any]]:
        """The moves that were taken."""
        return self.taken(MOVE)

    def taken(self, what: str) -> list[dict[str, Any]]:
        """The answers that say that something was done."""
        return [one for one in self.answers if one["what"] == what and is_taken(one)]

    @property
    def refused(self) -> list[dict[str, Any]]:
        """The answers that say that nothing was done."""
        return list(filter(is_refusal, self.answers))

    @property
    def tokens(self) -> dict[str, str]:
        """By player."""
        return {one["id"]: one["token"] for one in self.signed_up if is_taken(one)}

    @property
    def hooked(self) -> set[str]:
        """The players whose notices go to a webhook."""
        return {one["player"] for one in self.hooks}


def is_taken(answer: Mapping[str, Any]) -> bool:
    """Whether a final answer says that something was done."""
    return bool(200 <= answer["status"] < 300)


def is_refusal(answer: Mapping[str, Any]) -> bool:
    """Whether a final answer says that nothing was done; one of 500 says nothing."""
    return bool(400 <= answer["status"] < 500)


def heard(path: Path) -> Heard:
    """All that stands in it."""
    found = Heard()
    lists = {"sent": found.sent, "answer": found.answers, "sign_up": found.signed_up, "hook": found.hooks}
    lists |= {"reading": found.reading, "read": found.reads, "told": found.told}
    lists |= {"fault": found.faults, "away": found.away}
    for line in path.read_text().splitlines():
        one = json.loads(line)
        lists[one.pop("kind")].append(one)
    return found
