"""What each kind of call takes over HTTP against an empty view of the same service, with one client and with eight.

Everything that `make serve` starts is running. Each client has a match of three at Rock Paper Wizard to itself, sends
one call after the other over one connection, and an empty call before each kind of call: read the ratios. Seconds are
those from the first byte sent to the last one read; clients take their share of the processor too.
"""

import http.client
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

from bench import figures
from config.local_stack.places import PROJECT
from config.local_stack.serve import HOST, free_port, start_service
from config.local_stack.stack import temporary_stack
from games.core.chance import Chance

CLIENTS, ROUNDS, SECONDS, WARM_SECONDS = (1, 8), 5, 6.0, 2.0
SEATS, OPTIONS = 3, {"max_rounds": 0}
EMPTY = {"GET": "empty GET", "POST": "empty POST"}
KINDS = (
    "empty GET",
    "GET match",
    "GET prompts",
    "GET view",
    "GET events",
    "empty POST",
    "POST move",
)
UNLIMITED = json.dumps(
    dict.fromkeys(("reads", "moves", "lobby", "sign_up"), dict.fromkeys(("token", "address"), 10**9))
)

# Seconds of single calls, by kind.
Taken = Mapping[str, Sequence[float]]


def main(*arguments: str) -> None:
    if arguments:
        url, seconds = arguments
        print(json.dumps(Client(url).play(float(seconds))))
        return
    port = free_port()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bench.web.settings", "RATE_LIMITS": UNLIMITED}
    found: dict[int, list[Taken]] = {count: [] for count in CLIENTS}
    with temporary_stack(environment) as stack:
        start_service(stack, port)
        for _ in range(ROUNDS):
            for count, rounds in found.items():
                rounds.append(_together(f"http://{HOST}:{port}", count))
                stack.supervisor.watch()
    print(f"Median of {ROUNDS} rounds of {SECONDS:.0f} seconds (least to most), ms, and against the empty view.\n")
    figures.heading("clients", "call", "p50", "p99", "p50, times the empty one", "p99, times the empty one")
    for count, rounds in found.items():
        for kind in KINDS:
            figures.row(str(count), kind, *_told(kind, rounds))


def _together(url: str, count: int) -> Taken:
    """What so many clients at once were answered."""
    command = [sys.executable, "-m", "bench.web.over_http", url, str(SECONDS)]
    clients = [subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE) for _ in range(count)]
    found: dict[str, list[float]] = defaultdict(list)
    for told in [json.loads(client.communicate()[0]) for client in clients]:
        for kind, seconds in told.items():
            found[kind] += seconds
    return found


def _told(kind: str, rounds: Sequence[Taken]) -> Iterator[str]:
    empty = EMPTY[kind.replace("empty ", "").split()[0]]
    taken, nothing = ([quantiles(one[which], n=100) for one in rounds] for which in (kind, empty))
    places = (49, 98)
    for place in places:
        yield figures.spread([1000 * cut[place] for cut in taken])
    for place in places:
        if kind == empty:
            yield ""
        else:
            yield figures.ratios([cut[place] for cut in taken], [cut[place] for cut in nothing])


class Client:
    """The players of one match after the other, over one connection."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._pick = Chance(b"%d" % os.getpid())
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self._tokens = [self._sign_up() for _ in range(SEATS)]

    def play(self, seconds: float) -> Taken:
        """Ask and move for so long, and before that until everything has been asked a few times."""
        warm = time.monotonic() + WARM_SECONDS
        until, is_warm = warm + seconds, False
        while time.monotonic() < until:
            for _ in self._turns(self._sit_down()):
                if not is_warm and time.monotonic() > warm:
                    self.seconds.clear()
                    is_warm = True
                if time.monotonic() > until:
                    break
        return self.seconds

    def _turns(self, match: str) -> Iterator[None]:
        idle = 0
        for token in cycle(self._tokens):
            prompts = self._ask("GET prompts", "GET", f"{match}/prompts", token)
            self._ask("empty GET", "GET", "/empty", token)
            status = self._ask("GET match", "GET", match, token)["status"]
            self._ask("empty GET", "GET", "/empty", token)
            self._ask("GET view", "GET", f"{match}/view", token)
            self._ask("empty GET", "GET", "/empty", token)
            self._ask("GET events", "GET", f"{match}/events?after={prompts['version']}", token)
            idle = 0 if prompts["items"] else idle + 1
            if prompts["items"]:
                self._ask("empty POST", "POST", "/empty", token, {})
                self._ask("POST move", "POST", f"{match}/moves", token, self._move(prompts["items"][0]))
            elif idle > SEATS and status != "active":
                return
            yield

    def _move(self, prompt: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "prompt": prompt["prompt"],
            **self._pick.one_of([legal for move in prompt["moves"] for legal in move["legal"]]),
        }

    def _sign_up(self) -> str:
        made = self._ask("", "POST", "/players", "", {"handle": f"Http_{time.time_ns():x}"})
        return str(made["token"])

    def _sit_down(self) -> str:
        wish = {"game": "rock-paper-wizard", "seats": SEATS, "options": OPTIONS}
        match = f"/matches/{self._ask('', 'POST', '/matches', self._tokens[0], wish)['id']}"
        for token in self._tokens[1:]:
            self._ask("", "POST", f"{match}/join", token, {})
        return match

    def _ask(self, kind: str, verb: str, path: str, token: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Idempotency-Key": str(time.time_ns())}
        sent = None if body is None else json.dumps(body)
        begun = time.perf_counter()
        self._connection.request(verb, f"/api/v1{path}", body=sent, headers=headers)
        answer = self._connection.getresponse()
        text = answer.read()
        self.seconds[kind].append(time.perf_counter() - begun)
        assert answer.status in (200, 201), text
        return json.loads(text) if text else None


if __name__ == "__main__":
    main(*sys.argv[1:])
