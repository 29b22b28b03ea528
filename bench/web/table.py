"""A table for `bench.web.calls`: its players' calls, and the empty view that they are compared with."""

import time
from collections.abc import Callable, Iterator
from unittest import mock

from django.conf import settings

from bench.scene import OPTIONS, Caller, any_move, caller, waiting
from bench.web import handled
from events import outbox
from games.core.chance import Chance
from games.matches.background import consumers
from games.matches.lists.listings import LISTINGS
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.stream.loading import load

# A service of Django's and the framework's own parts, which neither logs nor counts.
STOCK = (
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
)
# So many matches are there, and on a page.
LISTED = 20
# Seconds that passed, and of them those in which this thread computed.
Taken = tuple[float, float]
Timed = Callable[[], Taken]


class Table:
    """A running match whose players call through every layer of a web process but the socket."""

    def __init__(self, game: str, seats: int) -> None:
        self.game, self.people = game, [caller() for _ in range(seats)]
        for _ in range(LISTED):
            self._begin()
        while outbox.relay([LISTINGS]) or consumers.catch_up(LISTINGS):
            pass
        self.pick = Chance(b"bench")
        settings.ROOT_URLCONF = "bench.web.empty"
        self.calls = handled.Caller()
        with mock.patch.object(settings, "MIDDLEWARE", STOCK):
            self.stock = handled.Caller()

    def _begin(self) -> None:
        self.match = waiting(self.people[0], game=self.game, seats=len(self.people), options=OPTIONS[self.game])
        for one in self.people[1:]:
            lobby.join(self.match, one.id, SeatWish(), key=None)

    def held_against_stock(self) -> Iterator[tuple[str, Timed, Timed]]:
        """The same calls, and the empty view itself, against an empty view behind `STOCK`: what a floor is held to."""
        one = self.people[0]
        yield "GET empty", self._stock("GET"), self._empty("GET")
        yield "GET limits", self._stock("GET"), self._get(one, "/limits")
        for name, _, call in self.questions():
            yield name, self._stock(name.split()[0]), call

    def questions(self) -> Iterator[tuple[str, Timed, Timed]]:
        one = self.people[0]
        head = load(self.match).match.head.version
        for name in ("", "/prompts", "/view", f"/events?after={head}"):
            yield f"GET {name[1:8] or 'match'}", self._empty("GET"), self._get(one, f"/matches/{self.match}{name}")
        for name, path in (("one listed", "/matches?limit=1"), ("listed", f"/matches?limit={LISTED}"), ("me", "/me")):
            yield f"GET {name}", self._empty("GET"), self._get(one, path)
        yield "POST move", self._empty("POST"), self._move

    def _empty(self, verb: str) -> Timed:
        return lambda: self._timed(verb, "/empty", self.people[0], {} if verb == "POST" else None)

    def _stock(self, verb: str) -> Timed:
        body: object = {} if verb == "POST" else None
        return lambda: _timed(self.stock.call(verb, "/empty", self.people[0].token, body))

    def _get(self, one: Caller, path: str) -> Timed:
        return lambda: self._timed("GET", path, one)

    def _move(self) -> Taken:
        if load(self.match).match.is_over:
            # As matches of the Cave are, sooner or later.
            self._begin()
        prompt, body = any_move(self.match, self.pick)
        return self._timed("POST", f"/matches/{self.match}/moves", self.people[prompt.seat], body)

    def _timed(self, verb: str, path: str, who: Caller, body: object = None) -> Taken:
        return _timed(self.calls.call(verb, path, who.token, body))


def _timed(call: Callable[[], object]) -> Taken:
    clock, began = time.perf_counter(), time.thread_time()
    call()
    return time.perf_counter() - clock, time.thread_time() - began
