"""Honest players: a fixed number of moves a second over all tables; times every call and keeps every failure."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from itertools import cycle
from statistics import quantiles
from typing import Any
from urllib.request import Request, urlopen

from clients.api import Api, Problem
from clients.narrators import SHOWS
from clients.narrators.show import Show
from clients.random_player import OVER


@dataclass
class Record:
    """What all players met: seconds of every call that was answered, and what went wrong, by its name.

    Of every move when it was answered (seconds since 1970), and the seconds it took.
    """

    seconds: list[float] = field(default_factory=list)
    moves: int = 0
    timed_moves: list[tuple[float, float]] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)

    def p(self, percent: int) -> float:
        """Seconds that so many of a hundred calls took at most."""
        return quantiles(self.seconds, n=100)[percent - 1] if len(self.seconds) > 1 else 0.0


class Honest(Api):
    """A caller from an address of their own, whose calls are recorded."""

    def __init__(self, url: str, address: str, record: Record, token: str | None = None) -> None:
        super().__init__(url, token)
        self._from, self._record = address, record

    def follow(self, address: str) -> Iterator[dict[str, Any]]:
        """The messages of a stream until it ends; how it fails is recorded."""
        asked = Request(address, headers={"X-Forwarded-For": self._from, "Authorization": f"Bearer {self._token}"})  # noqa: S310
        try:
            with urlopen(asked) as stream:  # noqa: S310
                yield from (json.loads(line) for line in stream if line.strip())
        except (OSError, ValueError, HTTPException) as error:
            self._record.failures[type(error).__name__] += 1

    def _send(self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
        begun = time.monotonic()
        try:
            return super()._send(method, path, body, {**headers, "X-Forwarded-For": self._from})
        except Problem as problem:
            self._record.failures[f"{problem.status} {problem.document['code']}"] += 1
            raise
        except (OSError, ValueError) as error:
            self._record.failures[type(error).__name__] += 1
            raise
        finally:
            self._record.seconds.append(time.monotonic() - begun)


class Table(threading.Thread):
    """The players of one match after the other, who make a move every `pause` seconds until they are told to stop."""

    def __init__(
        self, url: str, number: int, *, show: Show, pause: float, record: Record, stop: threading.Event
    ) -> None:
        super().__init__(name=f"table {number}", daemon=True)
        self._url, self._number, self._pause, self._record, self._over = url, number, pause, record, stop
        self._show, self._pick = show, random.Random(number)
        # The match that is played.
        self.match = ""

    def run(self) -> None:
        while not self._over.is_set():
            try:
                seats = [self._player(seat) for seat in range(len(self._show.players))]
                for match in self._matches(seats):
                    self._play(match, seats)
            except (Problem, OSError, ValueError):
                # Recorded where it was met. New people sit down.
                self._over.wait(self._pause)

    def _player(self, seat: int) -> Honest:
        address = f"203.0.{self._number}.{seat + 1}"
        made = Honest(self._url, address, self._record).post(
            "/players", {"handle": f"Siege_{self._pick.getrandbits(48):x}"}
        )
        return Honest(self._url, address, self._record, made["token"])

    def _matches(self, seats: Sequence[Honest]) -> Iterator[str]:
        while not self._over.is_set():
            wish = {"game": self._show.game, "seats": len(seats), "options": dict(self._show.options)}
            match: str = seats[0].post("/matches", wish)["id"]
            for guest in seats[1:]:
                guest.post(f"/matches/{match}/join")
            self.match = match
            yield match

    def _play(self, match: str, seats: Sequence[Honest]) -> None:
        idle = 0
        for seat in cycle(seats):
            if self._over.is_set():
                return
            items = seat.get(f"/matches/{match}/prompts")["items"]
            idle = 0 if items else idle + 1
            if items:
                self._move(seat, match, items[0])
            elif idle > len(seats) and seat.get(f"/matches/{match}")["status"] in OVER:
                return

    def _move(self, seat: Honest, match: str, prompt: dict[str, Any]) -> None:
        due = time.monotonic() + self._pause
        move = self._pick.choice([legal for move in prompt["moves"] for legal in move["legal"]])
        begun = time.monotonic()
        seat.post(f"/matches/{match}/moves", {"prompt": prompt["prompt"], **move})
        self._record.timed_moves.append((time.time(), time.monotonic() - begun))
        self._record.moves += 1
        self._over.wait(max(0.0, due - time.monotonic()))


class Party:
    """Tables at which `rate` moves a second are made together, of these games in turn; use it in a `with` statement."""

    def __init__(
        self, url: str, *, rate: float = 20.0, tables: int = 9, shows: Sequence[Show] = tuple(SHOWS.values())
    ) -> None:
        self.record, self._over = Record(), threading.Event()
        # A little faster than asked for, because tables also make new matches.
        pause = tables / (rate * 1.1)
        self._tables = [
            Table(url, n, show=shows[n % len(shows)], pause=pause, record=self.record, stop=self._over)
            for n in range(tables)
        ]

    def __enter__(self) -> "Party":
        for number, table in enumerate(self._tables):
            table.start()
            time.sleep(0.02 * (number % 2))
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for table in self._tables:
            table.join(timeout=120)

    def matches(self) -> list[str]:
        """Those that are played now."""
        return [table.match for table in self._tables if table.match]

    def forget(self) -> None:
        """Begin the record anew, when everybody has sat down."""
        self.record.seconds.clear()
        self.record.failures.clear()
        self.record.moves = 0

    def calls(self) -> list[float]:
        """What the calls have taken: median and p99 in ms."""
        return [1000 * self.record.p(percent) for percent in (50, 99)]
