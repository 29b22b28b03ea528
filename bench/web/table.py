"""A table for `bench.web.calls`: players whose calls are timed, and so is the empty view that they are held against."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings

from bench.scene import OPTIONS, Caller, caller, waiting
from config.web import Handler, as_request
from games.core.chance import Chance
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.stream.loading import load

# Seconds that passed, and of them those in which this thread computed.
Taken = tuple[float, float]
Timed = Callable[[], Taken]


class Table:
    """A running match whose players call through every layer of a web process but the socket."""

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.people = game, [caller() for _ in range(seats)]
        self._begin()
        self.pick = Chance(b"bench")
        settings.ROOT_URLCONF = "bench.web.empty"
        self.handler = Handler()

    def _begin(self) -> None:
        self.match = waiting(self.people[0], game=self.game, seats=len(self.people), options=OPTIONS[self.game])
        for one in self.people[1:]:
            lobby.join(self.match, one.id, SeatWish(), key=None)

    def questions(self) -> Iterator[tuple[str, Timed, Timed]]:
        one = self.people[0]
        head = load(self.match).match.head.version
        for name in ("", "/prompts", "/view", f"/events?after={head}"):
            yield f"GET {name[1:8] or 'match'}", self._empty("GET"), self._get(one, name)
        yield "POST move", self._empty("POST"), self._move

    def _empty(self, verb: str) -> Timed:
        return lambda: self._timed(verb, "/empty", self.people[0], {} if verb == "POST" else None)

    def _get(self, one: Caller, path: str) -> Timed:
        return lambda: self._timed("GET", f"/matches/{self.match}{path}", one)

    def _move(self) -> Taken:
        if load(self.match).match.is_over:
            # As matches of the Cave are, sooner or later.
            self._begin()
        match = load(self.match).match
        seat = self.pick.one_of(match.waiting_for)
        prompt = match.prompts[seat]
        body = {"prompt": prompt.id, **self.pick.one_of([legal for asked in prompt.moves for legal in asked.legal])}
        return self._timed("POST", f"/matches/{self.match}/moves", self.people[seat], body)

    def _timed(self, verb: str, address: str, who: Caller, body: object = None) -> Taken:
        path, _, query = address.partition("?")
        sent = b"" if body is None else json.dumps(body).encode()
        headers = {"host": "127.0.0.1", "authorization": f"Bearer {who.token}", "accept": "*/*"}
        if body is not None:
            headers |= {
                "content-type": "application/json",
                "content-length": str(len(sent)),
                "idempotency-key": str(time.time_ns()),
            }
        scope: dict[str, Any] = {
            "type": "http",
            "method": verb,
            "raw_path": f"/api/v1{path}".encode(),
            "path": f"/api/v1{path}",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        clock, began = time.perf_counter(), time.thread_time()
        answer = self.handler.answer(scope, as_request(scope, sent))
        taken = time.perf_counter() - clock, time.thread_time() - began
        assert answer.status in (200, 201), answer.body
        return taken
