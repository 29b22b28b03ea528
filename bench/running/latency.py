"""How soon does an opponent's move arrive? `make latency [ARGS="--moves N --pause SECONDS"]`.

One match runs at an otherwise idle service. A player who is not asked follows it by three streams: the match's, the
account's alone, and the account's with the match in full. After each move the module prints how long after the events'
time each stream had it. That time is taken before the append, so the figures include the commit. `answer` is when the
mover had the response, from the same moment.
"""

import argparse
import http.client
import json
import os
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from bench.limits import UNCOUNTED
from bench.running.serving import Served, serving
from clients.api import Api, sign_up
from clients.random_player import OVER
from config.local_stack.serve import HOST, LIVE_PORT
from games.core.chance import Chance

GAME, SEATS = "cave", 3
MOVES, PAUSE_SECONDS = 100, 0.4
PATIENCE_SECONDS = 30.0


class Stream(threading.Thread):
    """One stream: by version when a message of the wanted type came, in seconds since 1970."""

    def __init__(self, port: int, path: str, token: str, version: Callable[[Any], int]) -> None:
        super().__init__(daemon=True)
        self._version = version
        self._connection = http.client.HTTPConnection(HOST, port)
        self._connection.request("GET", f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
        self._answer = self._connection.getresponse()
        self.came: dict[int, float] = {}
        self.has_come = threading.Condition()
        self.start()

    def run(self) -> None:
        for line in self._answer:
            arrived = time.time()
            if line.strip() and (version := self._version(json.loads(line))):
                with self.has_come:
                    self.came[version] = arrived
                    self.has_come.notify()

    def when(self, version: int) -> float:
        """When that version, or a later one, came."""
        with self.has_come:
            assert self.has_come.wait_for(lambda: max(self.came, default=0) >= version, PATIENCE_SECONDS)
            return min(at for came, at in self.came.items() if came >= version)


class Table:
    """A running match, anew when one is over, and the streams of the player who is not asked."""

    def __init__(self, served: Served) -> None:
        self._url, self._port = served.url, served.port + LIVE_PORT
        self._tokens = [sign_up(self._url, name)[1] for name in ("Alicja", "Boaz", "Charlie")[:SEATS]]
        self._seats = [Api(self._url, token) for token in self._tokens]
        self._pick = Chance(b"latency")
        self._begin()

    def move(self) -> dict[str, float]:
        """One move; after how many milliseconds who had it."""
        seat, prompt = self._asked()
        legal = self._pick.one_of([legal for form in prompt["moves"] for legal in form["legal"]])
        answer = self._seats[seat].post(f"/matches/{self._match}/moves", {"prompt": prompt["prompt"], **legal})
        answered, last = time.time(), answer["events"][-1]
        at = datetime.fromisoformat(last["at"]).timestamp()
        streams = self._streams[(seat + 1) % SEATS]
        came = {name: stream.when(last["version"]) for name, stream in streams.items()}
        return {name: 1000 * (moment - at) for name, moment in {"answer": answered, **came}.items()}

    def _asked(self) -> tuple[int, Any]:
        while True:
            for seat, api in enumerate(self._seats):
                if items := api.get(f"/matches/{self._match}/prompts")["items"]:
                    return seat, items[0]
            if self._seats[0].get(f"/matches/{self._match}")["status"] in OVER:
                self._begin()

    def _begin(self) -> None:
        self._match = self._seats[0].post("/matches", {"game": GAME, "seats": SEATS})["id"]
        for api in self._seats[1:]:
            api.post(f"/matches/{self._match}/join")
        # The lists have it, and so the account's stream knows it.
        time.sleep(3)
        self._streams = [self._of(token) for token in self._tokens]
        time.sleep(1)

    def _of(self, token: str) -> dict[str, Stream]:
        match = self._match

        def event(message: Any) -> int:
            is_it = message["type"] == "event" and message["data"]["match"] == match
            return message["data"]["version"] if is_it else 0

        def listed(message: Any) -> int:
            is_it = message["type"] == "match" and message["data"]["id"] == match
            return message["data"]["version"] if is_it else 0

        return {
            "match": Stream(self._port, f"/matches/{match}/stream", token, event),
            "account": Stream(self._port, "/me/stream", token, listed),
            "followed": Stream(self._port, f"/me/stream?matches={match}", token, event),
        }


def line(name: str, milliseconds: Sequence[float]) -> str:
    """Median and p99, and the most."""
    ordered = sorted(milliseconds)
    cuts = [ordered[min(int(part * len(ordered)), len(ordered) - 1)] for part in (0.5, 0.99)]
    return f"{name:<9} {cuts[0]:>7.1f} {cuts[1]:>7.1f} {ordered[-1]:>7.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.latency")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument(
        "--pause", type=float, default=PAUSE_SECONDS, help="seconds between moves, half to one and a half"
    )
    options = parser.parse_args()
    with serving({**os.environ, **UNCOUNTED}) as served:
        served.watch(5)
        table = Table(served)
        found = []
        for number in range(options.moves):
            # Not in step with anything of the service that comes again and again.
            served.watch(options.pause * (0.5 + number % 11 / 10))
            found.append(table.move())
        print(f"{'ms':<9} {'median':>7} {'p99':>7} {'most':>7}")
        for name in found[0]:
            print(line(name, [one[name] for one in found]))


if __name__ == "__main__":
    main()
