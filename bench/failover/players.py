"""`python -m bench.failover.players FOLDER SEED URL…`: honest players, whose every answer is on disk before they go on.

They stop at a line of standard input. A move is sent under its key until something is known of it, to one node or the
other, some at once to both. What came is a line each in `journal.ndjson`: moves that were taken, what readers of the
streams were told, webhooks that came in, and answers that nobody should get.
"""

import http.client
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench.failover.journal import Journal
from clients.narrators import SHOWS
from clients.random_player import OVER
from config.local_stack.serve import LIVE_PORT
from events.randomness import new_id
from tests.receiver import Received, receiving

TABLES = 6
# So many tables have a reader of each match's stream, and players who are told by webhooks.
READ, HOOKED = 4, 2
# One move in so many is sent to both nodes at once.
TWICE_ONE_IN = 8
PATIENCE_SECONDS, CALL_SECONDS = 0.3, 30.0
# Of what a server says that cannot serve now.
AWAY = (429, 503)
READ_SECONDS = 30.0


class Answer(NamedTuple):
    """What came back: when the call that got it was sent and when it was there, by the machine's own clock."""

    status: int
    text: str
    sent: float
    came: float

    @property
    def body(self) -> Any:
        return json.loads(self.text)


class Player:
    """Somebody with an address and a token of their own, who calls one node after the other until one answers."""

    def __init__(self, urls: Sequence[str], address: str, journal: Journal, pick: random.Random) -> None:
        self._places, self._address, self._journal, self._pick = urls, address, journal, pick
        self._mine = threading.local()
        self.id = self.token = ""

    def sign_up(self, handle: str) -> None:
        """A guest; one whose answer was lost is somebody else."""
        made = self.call("POST", "/players", lambda: {"handle": f"{handle}_{new_id()[-10:]}"}).body
        self.id, self.token = made["player"]["id"], made["token"]
        self._journal.note("player", id=self.id, token=self.token)

    def get(self, path: str) -> Any:
        return self.call("GET", path).body

    def call(self, method: str, path: str, body: Any = None, key: str = "") -> Answer:
        """What is answered in the end, by whichever node: neither that it cannot now, nor nothing."""
        place = self._pick.randrange(len(self._places))
        while True:
            answer = self._sent(self._places[place], method, path, body() if callable(body) else body, key)
            if answer is not None and answer.status not in AWAY:
                if answer.status >= 500:
                    self._journal.note("fault", path=path, status=answer.status, text=answer.text, at=answer.came)
                return answer
            place = (place + 1) % len(self._places)
            time.sleep(PATIENCE_SECONDS)

    def _sent(self, place: str, method: str, path: str, body: Any, key: str) -> Answer | None:
        held: dict[str, http.client.HTTPConnection] = self._mine.__dict__
        held.setdefault(place, http.client.HTTPConnection(urlsplit(place).netloc, timeout=CALL_SECONDS))
        headers = {"X-Forwarded-For": self._address, "Content-Type": "application/json"}
        headers |= {"Idempotency-Key": key} if key else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = time.monotonic()
        try:
            held[place].request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
            with held[place].getresponse() as got:
                text = got.read().decode()
            answer = Answer(got.status, text, sent, time.monotonic())
        except (OSError, http.client.HTTPException):
            held.pop(place).close()
            return None
        if answer.status in AWAY:
            known = {"code": answer.body["code"], "call": f"{method} {path}"}
            self._journal.note("away", **known, seconds=answer.came - sent, at=answer.came)
        return answer


class Table(threading.Thread):
    """One match after the other; all who are asked answer at once."""

    def __init__(self, number: int, urls: Sequence[str], journal: Journal, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self._number, self._urls, self._journal, self._over = number, urls, journal, over
        self._pick = random.Random(f"{seed} {number}")
        self._show = list(SHOWS.values())[number % len(SHOWS)]
        addresses = [f"203.0.{number}.{seat + 1}" for seat in range(len(self._show.players))]
        self._seats = [Player(urls, address, journal, self._pick) for address in addresses]

    def sit_down(self, hook: str) -> None:
        for seat in self._seats:
            seat.sign_up("Failover")
            if self._number < HOOKED:
                made = seat.call("POST", "/me/webhooks", {"url": hook}, new_id()).body
                self._journal.note("hook", id=made["id"], player=seat.id)

    def run(self) -> None:
        with ThreadPoolExecutor(2 * len(self._seats)) as pool:
            while not self._over.is_set():
                try:
                    self._sit(pool)
                except (KeyError, IndexError) as error:
                    # An answer was another than a table meets: a refusal where there is no reason for one.
                    self._journal.note("fault", status=0, text=f"table {self._number}: {error!r}", at=time.monotonic())
                    time.sleep(PATIENCE_SECONDS)

    def _sit(self, pool: ThreadPoolExecutor) -> None:
        match = self._match()
        if self._number < READ:
            Reader(match, self._urls, self._journal, self._number).start()
        self._play(match, pool)

    def _match(self) -> str:
        wish = {"game": self._show.game, "seats": len(self._seats), "options": dict(self._show.options)}
        match: str = self._seats[0].call("POST", "/matches", wish, new_id()).body["id"]
        for guest in self._seats[1:]:
            guest.call("POST", f"/matches/{match}/join", {}, new_id())
        return match

    def _play(self, match: str, pool: ThreadPoolExecutor) -> None:
        while not self._over.is_set():
            found = self._seats[0].get(f"/matches/{match}")
            if found["status"] in OVER:
                return
            asked = [self._seats[seat] for seat in found["waiting_for"]]
            for _ in pool.map(lambda seat: self._move(seat, match, pool), asked):
                pass

    def _move(self, seat: Player, match: str, pool: ThreadPoolExecutor) -> None:
        items = seat.get(f"/matches/{match}/prompts")["items"]
        if not items:
            return
        move = self._pick.choice([legal for form in items[0]["moves"] for legal in form["legal"]])
        body, key, path = {"prompt": items[0]["prompt"], **move}, new_id(), f"/matches/{match}/moves"
        # Half of the pool is for these.
        twice = pool.submit(seat.call, "POST", path, body, key) if not self._pick.randrange(TWICE_ONE_IN) else None
        self._note(seat, match, body, key, seat.call("POST", path, body, key))
        if twice is not None:
            self._note(seat, match, body, key, twice.result())

    def _note(self, seat: Player, match: str, body: Any, key: str, got: Answer) -> None:
        if got.status == 201:
            told = {"text": got.text, "sent": got.sent, "came": got.came}
            self._journal.note("move", match=match, player=seat.id, key=key, body=body, **told)


class Reader(threading.Thread):
    """Follows a match without a seat, over one live process or the other, and comes back where it was cut off.

    When `over` it comes back once more, and is told all that it has missed.
    """

    def __init__(self, match: str, urls: Sequence[str], journal: Journal, number: int) -> None:
        super().__init__(daemon=True)
        addresses = [urlsplit(url) for url in urls]
        self._places = [f"{each.hostname}:{(each.port or 0) + LIVE_PORT}" for each in addresses]
        self._match, self._journal, self._turn = match, journal, number
        self._told: list[tuple[int, str]] = []
        self._last, self._is_ending, self._has_all = "0", False, False
        self._socket: socket.socket | None = None
        reading.append(self)

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
        self._journal.note("read", match=self._match, told=self._told)

    def _follow(self, place: str, *, is_last: bool) -> None:
        connection = http.client.HTTPConnection(place, timeout=20)
        try:
            connection.connect()
            # The connection forgets it, because the answer is its last.
            self._socket = connection.sock
            headers = {"Last-Event-ID": self._last, "X-Forwarded-For": f"203.1.{self._turn % 250}.1"}
            connection.request("GET", f"/api/v1/matches/{self._match}/stream", headers=headers)
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
            self._told.append((message["data"]["version"], message["data"]["hash"]))
        elif message["type"] == "end":
            self._has_all = message["data"]["reason"] == "match_over"


reading: list[Reader] = []


@contextmanager
def hooks(journal: Journal) -> Iterator[str]:
    """The address for webhooks; what comes in is a line in the journal before it is taken in."""

    class Noted(list[Received]):
        def append(self, one: Received) -> None:
            data = json.loads(one.body)
            about = data["data"].get("prompt") or ""
            journal.note(
                "told", id=one.headers["webhook-id"], type=data["type"], match=data["data"]["match"], about=about
            )

    with receiving() as receiver:
        receiver.received = Noted()
        yield receiver.url


def main(folder: Path, seed: int, urls: Sequence[str]) -> None:
    """Play until standard input ends."""
    journal, over = Journal(folder / "journal.ndjson"), threading.Event()
    with hooks(journal) as hook:
        tables = [Table(number, urls, journal, seed, over) for number in range(TABLES)]
        for table in tables:
            table.sit_down(hook)
            table.start()
        print("at the tables", flush=True)
        sys.stdin.readline()
        over.set()
        for table in tables:
            table.join(timeout=60)
        for reader in reading:
            reader.end()
        for reader in reading:
            reader.join(timeout=READ_SECONDS)
        print("gone", flush=True)
        # Webhooks that are sent again come later.
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
