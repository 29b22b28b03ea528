"""A match as it is followed: its document, its events, and the service's clock."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

from tabularium_client.client import AsyncTabularium
from tabularium_client.following import StreamMessage
from tabularium_client.terminal.patches import patched

SEATED = "seat_taken"
# What the question itself tells.
UNTOLD = frozenset({"question_put"})


class Feed:
    """Follows one match through lost connections. `match` and `view` are None until the first document has come."""

    def __init__(self, client: AsyncTabularium, match: str) -> None:
        self.client, self.id = client, match
        self.match: dict[str, Any] | None = None
        self.view: dict[str, Any] | None = None
        self.take_back: int | None = None
        self.events: list[dict[str, Any]] = []
        self.ahead = 0.0
        self._document: Any = None
        self._version = -1

    async def changes(self) -> AsyncIterator[None]:
        """Yields whenever there is something new to draw, until the match is over."""
        async for message in self.client.follow(self.id, table=True):
            if self.hear(message):
                yield

    def hear(self, message: StreamMessage) -> bool:
        """Take a message in; whether the document has changed."""
        data = message["data"]
        if message["type"] == "event":
            self.events.append(data)
        elif message["type"] == "table":
            return self._take(data)
        return False

    def seconds_left(self, due_at: str) -> float:
        """Until a time of the service, by the service's clock."""
        return _seconds(due_at) - datetime.now(UTC).timestamp() - self.ahead

    def _take(self, table: dict[str, Any]) -> bool:
        if table["base"] is None:
            self._document = table["whole"]
        elif table["base"] == self._version:
            self._document = patched(self._document, table["patch"])
        else:
            # It is for a document that another connection sent: the next whole one tells.
            return False
        self._version = table["version"]
        self.ahead = _seconds(table["now"]) - datetime.now(UTC).timestamp()
        self.match, self.view = self._document["match"], self._document["view"]
        self.take_back = self._document["take_back"]
        return True


def first_of_holder(events: list[dict[str, Any]]) -> dict[int, int]:
    """By seat, the version in which its player sat down: an event before it is about another player."""
    return {one["seat"]: one["version"] for one in events if one["type"] == SEATED}


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()
