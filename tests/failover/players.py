"""`python -m tests.failover.players FOLDER SEED URL…`: honest players, whose every answer is on disk before they go on.

They stop at a line of standard input. A call is sent under its key until something is known of it, to one node or the
other, some at once to both. What came is a line each in `journal.ndjson`: every final answer, what readers of the
streams were told, webhooks that came in, and answers that nobody should get.
"""

import http.client
import itertools
import json
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from clients.narrators import SHOWS
from clients.random_player import OVER
from events.randomness import new_id
from tests.failover.journal import CREATE, JOIN, MOVE, Journal
from tests.failover.readers import Reader
from tests.support.receiver import Received, receiving

TABLES = 6
NAME, ACTIVE = "Failover", "active"
# So many tables have a reader of each match's stream, and players who are told by webhooks.
READ, HOOKED = 4, 2
# One call in so many is sent to both nodes at once.
TWICE_ONE_IN = 8
PATIENCE_SECONDS, CALL_SECONDS = 0.3, 30.0
# Of what a server says that cannot serve now.
AWAY = (429, 503)
# How long all tables, and then all readers, are waited for in the end.
TABLE_SECONDS, READ_SECONDS = 60.0, 30.0


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

    def sign_up(self, name: str) -> None:
        """A guest; one whose answer was lost is somebody else."""
        handle, self.token = "", ""

        def wish() -> dict[str, str]:
            nonlocal handle
            handle = f"{name}_{new_id()[-10:]}"
            return {"handle": handle}

        got = self.call("POST", "/players", wish)
        known = {"id": got.body["player"]["id"], "token": got.body["token"]} if got.status == 201 else {}
        self._journal.note("sign_up", handle=handle, status=got.status, text=got.text, **known)
        self.id, self.token = known["id"], known["token"]

    def ask(
        self, what: str, path: str, body: Any, *, match: str = "", twice: "ThreadPoolExecutor | None" = None
    ) -> Answer:
        """The final answer to a call under a key of its own, which is noted; `twice` sends it to both nodes at once."""
        call = {"what": what, "match": match, "player": self.id, "key": new_id()}
        self._journal.note("sent", **call)
        other = twice and twice.submit(self.call, "POST", path, body, call["key"])
        answers = [self.call("POST", path, body, call["key"]), *([other.result()] if other else [])]
        for got in answers:
            self._journal.note(
                "answer", **call, body=body, status=got.status, text=got.text, sent=got.sent, came=got.came
            )
        return answers[0]

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

    def __init__(
        self, number: int, urls: Sequence[str], journal: Journal, seed: int, over: threading.Event, hook: str
    ) -> None:
        super().__init__(daemon=True)
        self._number, self._urls, self._journal, self._over, self._hook = number, urls, journal, over, hook
        self._pick = random.Random(f"{seed} {number}")
        self._show = list(SHOWS.values())[number % len(SHOWS)]
        addresses = [f"203.0.{number}.{seat + 1}" for seat in range(len(self._show.players))]
        self._seats = [Player(urls, address, journal, self._pick) for address in addresses]

    def _sign_up(self) -> None:
        for seat in self._seats:
            seat.sign_up(NAME)
            if self._number < HOOKED:
                made = seat.call("POST", "/me/webhooks", {"url": f"{self._hook}/{seat.id}"}, new_id()).body
                self._journal.note("hook", id=made["id"], player=seat.id)

    def run(self) -> None:
        are_known = False
        with ThreadPoolExecutor(2 * len(self._seats)) as pool:
            while not self._over.is_set():
                try:
                    if not are_known:
                        self._sign_up()
                    are_known = True
                    self._sit(pool)
                except (KeyError, IndexError) as error:
                    # An answer was another than a table meets: a refusal where there is no reason for one.
                    self._journal.note("fault", status=0, text=f"table {self._number}: {error!r}", at=time.monotonic())
                    time.sleep(PATIENCE_SECONDS)

    def _sit(self, pool: ThreadPoolExecutor) -> None:
        # Somebody else each time, so that people sign up through all that happens.
        self._seats[-1].sign_up(NAME)
        match = self._match(pool)
        if self._number < READ:
            self._read(match)
        self._play(match, pool)

    def _match(self, pool: ThreadPoolExecutor) -> str:
        wish = {"game": self._show.game, "seats": len(self._seats), "options": dict(self._show.options)}
        match: str = self._seats[0].ask(CREATE, "/matches", wish, twice=self._once_in_a_while(pool)).body["id"]
        for guest in self._seats[1:]:
            guest.ask(JOIN, f"/matches/{match}/join", {}, match=match, twice=self._once_in_a_while(pool))
        return match

    def _once_in_a_while(self, pool: ThreadPoolExecutor) -> ThreadPoolExecutor | None:
        return None if self._pick.randrange(TWICE_ONE_IN) else pool

    def _read(self, match: str) -> None:
        """One reader without a seat, one with a seat, and one by another seat's own stream."""
        first, second = self._seats[0], self._seats[-1]
        seats: list[dict[str, Any]] = [{}, {"player": first.id, "token": first.token}]
        seats.append({"player": second.id, "token": second.token, "is_own": True})
        for seat in seats:
            reader = Reader(match, self._urls, self._journal, next(numbers), **seat)
            reading.append(reader)
            reader.begin()

    def _play(self, match: str, pool: ThreadPoolExecutor) -> None:
        while not self._over.is_set():
            found = self._seats[0].get(f"/matches/{match}")
            if found["status"] in OVER:
                return
            if found["status"] != ACTIVE:
                raise KeyError(f"a match whose seats were all taken is {found['status']}")
            asked = [self._seats[seat] for seat in found["waiting_for"]]
            for _ in pool.map(lambda seat: self._move(seat, match, pool), asked):
                pass

    def _move(self, seat: Player, match: str, pool: ThreadPoolExecutor) -> None:
        items = seat.get(f"/matches/{match}/prompts")["items"]
        if not items:
            return
        move = self._pick.choice([legal for form in items[0]["moves"] for legal in form["legal"]])
        body = {"prompt": items[0]["prompt"], **move}
        # Half of the pool is for these.
        seat.ask(MOVE, f"/matches/{match}/moves", body, match=match, twice=self._once_in_a_while(pool))


reading: list[Reader] = []
numbers = itertools.count()


def told_by(one: Received) -> dict[str, Any]:
    """What a webhook has told, of which the last part of the path is the player."""
    data = json.loads(one.body)
    facts, player = data["data"], one.path.rpartition("/")[2]
    told = {"id": one.headers["webhook-id"], "type": data["type"], "player": player}
    return told | {name: facts[name] for name in ("notice", "match", "seat")} | {"about": facts["prompt"] or ""}


@contextmanager
def hooks(journal: Journal) -> Iterator[str]:
    """The address for webhooks; what comes in is a line in the journal before it is taken in."""

    class Noted(list[Received]):
        def append(self, one: Received) -> None:
            journal.note("told", **told_by(one), at=time.monotonic())

    with receiving() as receiver:
        receiver.received = Noted()
        yield receiver.url


def _join(threads: Sequence[threading.Thread], seconds: float) -> None:
    """Wait for threads, for so long in all."""
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(timeout=max(0.0, end - time.monotonic()))


def main(folder: Path, seed: int, urls: Sequence[str]) -> None:
    """Play until standard input ends."""
    journal, over = Journal(folder / "journal.ndjson"), threading.Event()
    with hooks(journal) as hook:
        tables = [Table(number, urls, journal, seed, over, hook) for number in range(TABLES)]
        for table in tables:
            table.start()
        print("at the tables", flush=True)
        sys.stdin.readline()
        over.set()
        _join(tables, TABLE_SECONDS)
        for reader in reading:
            reader.end()
        _join(reading, READ_SECONDS)
        print("gone", flush=True)
        # Webhooks that are sent again come later.
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
