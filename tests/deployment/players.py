"""Players who come in through nginx, take no second try, and count what goes wrong."""

import http.client
import json
import random
import ssl
import threading
import time
from collections import Counter
from typing import Any

from clients.random_player import OVER
from events.randomness import new_id

CALL_SECONDS = 30.0


class Caller:
    """Somebody with an address of their own on this machine; each call has a connection of its own."""

    def __init__(self, port: int, trust: ssl.SSLContext | None, address: str) -> None:
        self._port, self._trust, self._address = port, trust, address
        self.token = self.id = ""

    def connection(self) -> http.client.HTTPConnection:
        given: Any = {"timeout": CALL_SECONDS, "source_address": (self._address, 0)}
        if self._trust is None:
            return http.client.HTTPConnection("127.0.0.1", self._port, **given)
        return http.client.HTTPSConnection("127.0.0.1", self._port, context=self._trust, **given)

    def headers(self, more: dict[str, str] | None = None) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Content-Type": "application/json", **known, **(more or {})}

    def call(self, method: str, path: str, body: Any = None, **more: str) -> tuple[int, Any]:
        """Status and answer; raises `OSError` and `HTTPException`."""
        connection = self.connection()
        try:
            key = {} if method == "GET" else {"Idempotency-Key": new_id()}
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, self.headers({**key, **more}))
            answer = connection.getresponse()
            text = answer.read()
            is_json = "json" in (answer.headers["Content-Type"] or "")
            return answer.status, json.loads(text) if is_json else text.decode()
        finally:
            connection.close()

    def sign_up(self) -> None:
        status, made = self.call("POST", "/api/v1/players", {"handle": f"Guest_{new_id()[-10:]}"})
        assert status == 201, made
        self.token, self.id = made["token"], made["player"]["id"]


class Table(threading.Thread):
    """Three players of one address at one match after the other, until told to stop."""

    def __init__(self, port: int, trust: ssl.SSLContext, number: int) -> None:
        super().__init__(daemon=True)
        self._pick = random.Random(number)
        self.seats = [Caller(port, trust, f"127.0.0.{10 + number}") for _ in range(3)]
        for seat in self.seats:
            seat.sign_up()
        self.is_over = False
        self.answers: Counter[int] = Counter()
        self.failures: list[str] = []
        self.matches: list[str] = []

    def run(self) -> None:
        while not self.is_over:
            try:
                self._play(self.sit())
            except AssertionError as error:
                self.failures.append(f"{time.monotonic():.2f} {error}")

    def sit(self) -> str:
        made = self._ask(self.seats[0], "POST", "/matches", {"game": "cave", "seats": 3})
        for guest in self.seats[1:]:
            self._ask(guest, "POST", f"/matches/{made['id']}/join", {})
        self.matches.append(made["id"])
        return str(made["id"])

    def _play(self, match: str) -> None:
        while not self.is_over:
            found = self._ask(self.seats[0], "GET", f"/matches/{match}")
            if found["status"] in OVER:
                return
            for seat in found["waiting_for"]:
                self.move(match, seat)

    def move(self, match: str, seat: int) -> None:
        player = self.seats[seat]
        for item in self._ask(player, "GET", f"/matches/{match}/prompts")["items"][:1]:
            move = self._pick.choice([legal for form in item["moves"] for legal in form["legal"]])
            self._ask(player, "POST", f"/matches/{match}/moves", {"prompt": item["prompt"], **move})

    def _ask(self, player: Caller, method: str, path: str, body: Any = None) -> Any:
        try:
            status, answer = player.call(method, f"/api/v1{path}", body)
        except (OSError, http.client.HTTPException) as error:
            raise AssertionError(f"{method} {path}: {error!r}") from None
        self.answers[status] += 1
        assert status in (200, 201), f"{method} {path}: {status} {str(answer)[:200]}"
        return answer
