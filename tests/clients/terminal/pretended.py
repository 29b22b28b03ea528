"""A service that has recorded looks to show, and a picture of a screen as text."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, cast

import orjson
from tabularium_client import AsyncTabularium
from tabularium_client.following import StreamMessage
from tabularium_client.terminal.link import Connect, Heard

from games.registry import GAMES

HERE = Path(__file__).parent
NOW = "2026-11-28T12:00:00.000000Z"


def recorded(name: str) -> Any:
    """What `recording.py` has kept under this name."""
    return json.loads((HERE / "recorded" / f"{name}.json").read_text("utf-8"))


class Pretended:
    """One table, whose document a test may change; every other call gives what was recorded."""

    def __init__(self, game: str = "cave", look: str = "running") -> None:
        known = recorded("session")
        self.looks = recorded(game)
        self.document = self.looks[look]
        version = self.document["view"]["version"]
        self.events = [one for one in self.looks["events"] if one["version"] <= version]
        self.me, self._games, self._bots = known["me"], known["games"], known["bots"]
        self.posted: list[Mapping[str, Any]] = []
        self.asked: list[str] = []
        self.refusal: Exception | None = None
        self.refused: Exception | None = None
        self.lists: dict[str, list[Any]] = {"mine": [self.document["match"]], "open": [], "active": []}
        self._changes: asyncio.Queue[None] = asyncio.Queue()

    def connect(self) -> Connect:
        """To be given to the client."""

        def connected(url: str, token: str | None, language: str, heard: Heard) -> AsyncTabularium:
            return cast(AsyncTabularium, self)

        return connected

    def change(self) -> None:
        """Tell who follows of the document as it is now."""
        self._changes.put_nowait(None)

    async def close(self) -> None:
        pass

    async def get_me(self) -> Any:
        if self.refused is not None:
            raise self.refused
        return self.me

    async def list_games(self) -> Any:
        return {"items": self._games}

    async def list_bots(self) -> Any:
        return {"items": self._bots}

    async def get_content(self, game: str) -> Any:
        return orjson.loads(orjson.dumps(GAMES[game]["1"].content))

    async def list_matches(self, *, mine: bool = False, status: str = "", limit: int) -> Any:
        return {"items": self.lists["mine" if mine else status]}

    async def get_match(self, match: str) -> Any:
        return self.document["match"]

    async def list_events(self, match: str, **asked: Any) -> Any:
        return {"items": self.events, "next": None}

    async def each(self, page: Mapping[str, Any]) -> AsyncIterator[Any]:
        for one in page["items"]:
            yield one

    async def get_view(self, match: str, *, seat: int | None = None, at: int | None = None) -> Any:
        look = self.looks["running" if at and at <= self.looks["running"]["view"]["version"] else "ended"]
        return look["view"]

    async def follow(self, match: str, *, table: bool) -> AsyncIterator[StreamMessage]:
        for event in self.events:
            yield {"id": str(event["version"]), "type": "event", "data": event}
        while True:
            version = self.document["view"]["version"]
            table_now = {"match": match, "version": version, "now": NOW, "base": None, "whole": self.document}
            yield {"type": "table", "data": table_now}
            await self._changes.get()

    async def follow_me(self) -> AsyncIterator[StreamMessage]:
        await asyncio.Event().wait()
        yield {"type": "never", "data": {}}

    async def take_back_move(self, match: str, move: str) -> None:
        self.asked.append(f"take_back_move {move}")

    async def ask_take_back(self, match: str, body: Mapping[str, Any]) -> None:
        self.asked.append("ask_take_back")

    async def agree_to_take_back(self, match: str) -> None:
        self.asked.append("agree_to_take_back")

    async def refuse_take_back(self, match: str) -> None:
        self.asked.append("refuse_take_back")

    async def play_move(self, match: str, move: Mapping[str, Any]) -> Any:
        if self.refusal is not None:
            raise self.refusal
        self.posted.append(move)
        return {}


def drawn(app: Any) -> str:
    """The screen as text, and below it what is marked in another way than by colour: inverse or underlined signs."""
    rows, marks = [], []
    for number, strip in enumerate(app.screen._compositor.render_strips()):
        rows.append("".join(piece.text for piece in strip).rstrip())
        for piece in strip:
            looks = [name for name in ("reverse", "underline") if piece.style and getattr(piece.style, name)]
            if looks and piece.text.strip():
                marks.append(f"{number:>2} {' '.join(looks)}: {piece.text.strip()}")
    return "\n".join([*rows, "─" * 40, *marks]) + "\n"


def compare(name: str, app: Any) -> None:
    """Fails where the screen is not as it was recorded; RECORD=1 records it anew, and fails on purpose."""
    file = HERE / "screens" / f"{name}.txt"
    text = drawn(app)
    if os.environ.get("RECORD"):
        file.write_text(text, "utf-8")
        raise AssertionError(f"recorded {file.name}")
    assert text == file.read_text("utf-8")
