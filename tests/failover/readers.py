"""Readers of streams, who note every event that they were told, with what was private of it, and when."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from config.local_stack.serve import LIVE_PORT
from tests.failover.journal import Journal

PATIENCE_SECONDS, SILENCE_SECONDS = 0.3, 20.0


class Reader(threading.Thread):
    """Follows a match over one live process or the other, and comes back where it was cut off.

    With a `token` as its player, and with `is_own` on that player's own stream. When `over` it comes back once more,
    and is told all that it has missed. Its last line has the number of its first one; a reader that fails writes none.
    """

    def __init__(
        self,
        match: str,
        urls: Sequence[str],
        journal: Journal,
        number: int,
        *,
        player: str = "",
        token: str = "",
        is_own: bool = False,
    ) -> None:
        super().__init__(daemon=True)
        addresses = [urlsplit(url) for url in urls]
        self._places = [f"{each.hostname}:{(each.port or 0) + LIVE_PORT}" for each in addresses]
        self._match, self._journal, self._number, self._turn = match, journal, number, number
        self._player, self._token, self._is_own = player, token, is_own
        self._told: list[tuple[int, str, list[Any], float]] = []
        self._last = "" if is_own else "0"
        self._is_ending = self._has_all = False
        self._socket: socket.socket | None = None

    def begin(self) -> None:
        self._journal.note("reading", reader=self._number, match=self._match, player=self._player, own=self._is_own)
        self.start()

    def end(self) -> None:
        self._is_ending = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        while not self._has_all:
            self._turn += 1
            with suppress(OSError, http.client.HTTPException):
                self._follow(self._places[self._turn % len(self._places)], is_last=self._is_ending)
            if not self._has_all:
                time.sleep(PATIENCE_SECONDS)
        self._journal.note("read", reader=self._number, match=self._match, player=self._player, told=self._told)

    def _follow(self, place: str, *, is_last: bool) -> None:
        connection = http.client.HTTPConnection(place, timeout=SILENCE_SECONDS)
        path = f"/me/stream?matches={self._match}" if self._is_own else f"/matches/{self._match}/stream"
        headers = {"X-Forwarded-For": f"203.1.{self._turn % 250}.1"}
        headers |= {"Last-Event-ID": self._last} if self._last else {}
        headers |= {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            connection.connect()
            # The connection forgets it, because the answer is its last.
            self._socket = connection.sock
            connection.request("GET", f"/api/v1{path}", headers=headers)
            with connection.getresponse() as answer:
                self._has_all = answer.status == 204
                for line in answer if answer.status == 200 else ():
                    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
                    self._hear(message)
                    # It comes after the events that were missed.
                    if is_last and message["type"] == "status":
                        self._has_all = True
                    if self._has_all:
                        return
        finally:
            connection.close()

    def _hear(self, message: Any) -> None:
        self._last = message.get("id", self._last)
        if message["type"] == "event":
            told = message["data"]
            self._told.append((told["version"], told["hash"], told["private"], time.time()))
        elif message["type"] in ("end", "match_end"):
            self._has_all = message["data"]["reason"] == "match_over"
