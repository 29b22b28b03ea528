"""`python -m tests.deployment [--seconds N]`: the files of `deploy/` started as they stand, two nodes behind nginx.

The schema is made and every process started as its unit has it, on the embedded PostgreSQL and Redis. Then: both nodes
are ready, nginx passes streams at once and takes slow bodies in, callers are counted once for both nodes, each mail and
each webhook goes out once, and a rolling restart costs no call. It ends with 1 where one of these is not so.
"""

import argparse
import http.client
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from config.environment.limits import PUBLIC
from config.local_stack import keys, places
from config.local_stack.errors import StackError
from config.local_stack.stack import LocalStack
from tests.deployment import files
from tests.deployment.machines import Front, Node, migrate, until
from tests.deployment.players import Caller, Table
from tests.support.receiver import Receiver, receiving

TABLES = 4
# As the web process waits for a body, and longer.
PAUSE_SECONDS = 7.0
AT_ONCE_SECONDS = 1.0
MAILS = 6


class Trial:
    """Two nodes and nginx, and what has been found."""

    def __init__(self, home: Path, stack: LocalStack, seconds: float) -> None:
        self._mails, self._seconds = places.private(home / "mails", None), seconds
        environment = self._environment(stack)
        migrate(
            {**environment, **{name: stack.environment[name] for name in files.environment("tabularium-owner.env")}}
        )
        self.nodes = [Node(home, number, environment) for number in (1, 2)]
        self.front = Front(home, [node.called for node in self.nodes])
        self.faults: list[str] = []
        self._addresses = iter(range(100, 250))

    def _environment(self, stack: LocalStack) -> dict[str, str]:
        """That of the nodes: the file, with the addresses of this machine."""
        known = {name: stack.environment[name] for name in ("DATABASE_URL", "CELERY_BROKER_URL")}
        known |= {"SECRET_KEY": keys.secret_key(stack.home), "VAPID_KEY": keys.vapid_key(stack.home)}
        known |= {"LOG_KEY": keys.log_key(stack.home)}
        known |= {"ALLOWED_HOSTS": "127.0.0.1", "MAIL_URL": f"file:{self._mails}"}
        there = files.environment("tabularium.env")
        if unknown := known.keys() - there.keys():
            raise ValueError(f"tabularium.env lacks {unknown}")
        # The receiver of the webhooks is on this machine.
        return {**there, **known, "WEBHOOKS_TO_LOOPBACK": "1", "PATH": os.environ["PATH"]}

    def caller(self, *, at: Node | None = None) -> Caller:
        """Somebody new, who comes through nginx or straight to a node."""
        address = f"127.0.0.{next(self._addresses)}"
        return Caller(self.front.port, self.front.trust, address) if at is None else Caller(at.web, None, address)

    def say(self, what: str, fault: str = "") -> None:
        print(f"{'not so' if fault else 'ok':6} {what}{f': {fault}' if fault else ''}", flush=True)
        if fault:
            self.faults.append(what)

    def ready(self) -> None:
        for node in self.nodes:
            until(lambda node=node: self.caller_of(node)[0] == 200, f"{node.name} is not ready")  # type: ignore[misc]
        self.say("both nodes are ready")

    def caller_of(self, node: Node) -> tuple[int, Any]:
        return Caller(node.web, None, "127.0.0.1").call("GET", "/readyz")

    def closed(self) -> None:
        for path in ("/readyz", "/metrics"):
            status, _ = self.caller().call("GET", path)
            self.say(f"nginx shows nobody {path}", "" if status == 403 else str(status))

    def streams(self) -> None:
        """A move is told on a stream through nginx at once."""
        table = Table(self.front.port, self.front.trust, 90)
        match = table.sit()
        reader = self.caller().connection()
        reader.request("GET", f"/api/v1/matches/{match}/stream")
        with reader.getresponse() as stream:
            told = _until_status(stream)
            begun = time.monotonic()
            for seat in range(3):
                table.move(match, seat)
            line = next(line for line in stream if b'"event"' in line)
            took = time.monotonic() - begun
        fault = "" if told and line and took < AT_ONCE_SECONDS else f"{took:.2f} s"
        self.say(f"a stream tells of moves at once, here after {took:.2f} s for three of them", fault)

    def slow_bodies(self) -> None:
        """nginx takes a body in before a node hears of it; a node waits five seconds for one."""
        with ThreadPoolExecutor(2) as pool:
            whom = [self.caller(), self.caller(at=self.nodes[0])]
            front, node = pool.map(_slowly, whom)
        fault = "" if (front, node) == (201, 408) else f"nginx {front}, a node {node}"
        self.say("nginx takes a slow body in, which a node alone refuses", fault)

    def counted(self) -> None:
        """One address signs up at both nodes in turn."""
        quota = PUBLIC["sign_up"]["address"]
        # A window begins with the minute.
        if time.time() % 60 > 45:
            time.sleep(61 - time.time() % 60)
        statuses: Counter[int] = Counter()
        for number in range(2 * quota):
            caller = Caller(self.nodes[number % 2].web, None, "127.0.0.1")
            wish = {"handle": f"Many_{time.monotonic_ns()}"}
            statuses[caller.call("POST", "/api/v1/players", wish, **{"X-Forwarded-For": "203.0.113.7"})[0]] += 1
        fault = "" if statuses == {201: quota, 429: quota} else str(dict(statuses))
        self.say(f"an address that signs up at two nodes in turn is let in {quota} times a minute", fault)

    def mails(self) -> None:
        for number in range(MAILS):
            caller = self.caller()
            caller.sign_up()
            caller.call("POST", "/api/v1/me/upgrade", {"password": f"a password {time.monotonic_ns()}"})
            caller.call("PATCH", "/api/v1/me", {"email": f"player{number}@example.org"})
            status, answer = caller.call("POST", "/api/v1/me/email-confirmations", {})
            assert status == 202, answer
        until(lambda: len(self._sent()) >= MAILS, "mails do not go out")

    def _sent(self) -> list[str]:
        lines = "".join(path.read_text() for path in self._mails.iterdir()).splitlines()
        return [line for line in lines if line.startswith("To: player")]

    def roll(self, receiver: Receiver, *, drained: bool) -> None:
        """Restart one node after the other while tables play, left out by nginx meanwhile or not."""
        tables = [Table(self.front.port, self.front.trust, number + TABLES * drained) for number in range(TABLES)]
        self._hook(tables[0].seats, receiver)
        for table in tables:
            table.start()
        time.sleep(self._seconds)
        for node in self.nodes:
            self._restart(node, drained=drained)
            time.sleep(self._seconds)
        for table in tables:
            table.is_over = True
            table.join()
        failures = [line for table in tables for line in table.failures]
        calls = sum(sum(table.answers.values()) for table in tables)
        how = "left out by nginx meanwhile" if drained else "without a word to nginx"
        told = f"{calls} calls while both nodes were restarted, {how}; failed: {len(failures)}"
        self.say(told, failures[0] if failures and drained else "")
        for line in failures[:5]:
            print(f"       {line}")

    def _restart(self, node: Node, *, drained: bool) -> None:
        if drained:
            self.front.reload(without=node.name)
        begun = time.monotonic()
        node.stop()
        stopped = time.monotonic()
        node.start()
        until(lambda: self.caller_of(node)[0] == 200, f"{node.name} is not ready")
        print(
            f"       {node.name} ended in {stopped - begun:.1f} s, ready after {time.monotonic() - stopped:.1f} s more"
        )
        if drained:
            self.front.reload()

    def _hook(self, seats: list[Caller], receiver: Receiver) -> None:
        for seat in seats:
            status, answer = seat.call("POST", "/api/v1/me/webhooks", {"url": receiver.url})
            assert status == 201, answer

    def sent_once(self, receiver: Receiver) -> None:
        _wait_until_still(lambda: len(receiver.received))
        came = Counter(one.headers["webhook-id"] for one in receiver.received)
        again = [one for one, times in came.items() if times > 1]
        self.say(f"{len(came)} webhooks, each once", f"{len(again)} came again" if again or not came else "")
        sent = self._sent()
        self.say(f"{MAILS} mails, each once", "" if len(sent) == len(set(sent)) == MAILS else str(len(sent)))


def _until_status(stream: http.client.HTTPResponse) -> bool:
    return any(line.strip() and json.loads(line)["type"] == "status" for line in stream)


def _slowly(caller: Caller) -> int:
    """Sign up with a body that takes longer than a node waits for it."""
    body = json.dumps({"handle": f"Slow_{time.monotonic_ns()}"}).encode()
    connection = caller.connection()
    connection.putrequest("POST", "/api/v1/players")
    for name, value in {**caller.headers({"X-Forwarded-For": "203.0.113.8"}), "Content-Length": str(len(body))}.items():
        connection.putheader(name, value)
    connection.endheaders(body[:5])
    time.sleep(PAUSE_SECONDS)
    # It may have been answered already.
    with suppress(OSError):
        connection.send(body[5:])
    with connection.getresponse() as answer:
        return answer.status


def _wait_until_still(count: Callable[[], int]) -> None:
    before = -1
    while (now := count()) != before:
        before = now
        time.sleep(3)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.deployment", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="of play around each restart")
    options = parser.parse_args()
    try:
        return run(options.seconds)
    except StackError as error:
        print(f"tabularium: {error}", file=sys.stderr)
        return 1


def run(seconds: float) -> int:
    """Start everything, try it, and end it; 1 where something is not so."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="deployment-")))
        # PostgreSQL's account goes through.
        folder.chmod(0o711)
        stack = opened.enter_context(LocalStack(folder / "data", given=os.environ))
        stack.start_servers()
        trial = Trial(folder, stack, seconds)
        for node in trial.nodes:
            opened.callback(node.end)
            node.start()
        opened.callback(trial.front.end)
        trial.front.start()
        receiver = opened.enter_context(receiving())
        for step in (trial.ready, trial.closed, trial.streams, trial.slow_bodies, trial.counted, trial.mails):
            step()
        for drained in (True, False):
            trial.roll(receiver, drained=drained)
        trial.sent_once(receiver)
        return int(bool(trial.faults))


if __name__ == "__main__":
    sys.exit(main())
