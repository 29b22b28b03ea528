"""Streams: every message once and in order, through lost connections and restarts of the service."""

import json
import random
from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from tabularium_client.problem import Problem

LINES = "application/x-ndjson"
# The service says something every 15 seconds.
SILENCE_SECONDS = 60.0
# After a connection that broke off without an `end`, doubled each time until something comes.
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
# A stream that ended for one of these is not opened again.
FINAL = frozenset({"match_over", "token_revoked", "not_visible", "match_quarantined"})


class StreamMessage(TypedDict):
    """A message of a stream; ignore types that you do not know. docs/api/streams.md has them."""

    id: NotRequired[str]
    type: str
    data: dict[str, Any]


class Place:
    """Where a reader of a stream stands, and what comes after its end."""

    def __init__(self, after: str | None) -> None:
        self.last = after
        self.is_over = False
        self.wait = FIRST_WAIT
        self._failed = 0

    @property
    def headers(self) -> Mapping[str, str]:
        return {} if self.last is None else {"Last-Event-ID": self.last}

    def hear(self, line: str) -> StreamMessage | None:
        """The message in a line; None for a sign of life."""
        if not line.strip():
            return None
        message: StreamMessage = json.loads(line)
        self._failed = 0
        self.last = message.get("id", self.last)
        if message["type"] == "end":
            self.is_over = message["data"]["reason"] in FINAL
            self.wait = message["data"]["retry_ms"] / 1000
        return message

    def opened(self, status: int, problem: Problem | None) -> None:
        """The service has answered: `problem` where it refuses. Raises what will not pass by itself."""
        self.wait = FIRST_WAIT
        if status == 204:
            self.is_over = True
        elif problem is not None:
            if status not in (408, 429, 502, 503, 504):
                raise problem
            self.lost(problem.retry_after)

    def lost(self, retry_after: float | None = None) -> None:
        """The connection was lost, or there was none."""
        self._failed += 1
        # Spread by chance: all who have lost a service come back otherwise at once, or in step with what ends it.
        doubled = min(FIRST_WAIT * 2 ** (self._failed - 1), LONGEST_WAIT)
        self.wait = retry_after or doubled * (0.5 + random.random() / 2)  # noqa: S311 (no secret)
