"""The web with its database stopped, paused, restarted, read-only and full: every answer says so, and then all is well."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.urls import match_urls, v1
from config.local_stack import places
from config.local_stack.serve import HOST, answers, app_services, free_port
from config.local_stack.stack import LocalStack
from tests.config.conftest import without_servers

MATCH = "01a200a8-5c3d-776c-b50e-7854276292e1"
NAMES = {"match": MATCH, "game": "rock-paper-wizard", "player": MATCH, "seat": "0", "name": "confirm", "word": "x"}
# What is answered from memory alone.
WITHOUT_DATABASE = {"openapi.json", "problems", "games", "games/<str:game>", "games/<str:game>/content"}
WITHOUT_DATABASE |= {"games/<str:game>/clauses", "games/<str:game>/words/<str:word>", "games/<str:game>/messages"}
SECONDS = 20.0
# A guard against hanging; nothing is measured by it.
PATIENCE = 60.0


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.text)


def send(port: int, method: str, path: str, *, body: Any = None, **headers: str) -> Answer:
    connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
    try:
        text = None if body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=text, headers={"Content-Type": "application/json", **named})
        got = connection.getresponse()
        said = {name.lower(): value for name, value in got.getheaders()}
        return Answer(status=got.status, headers=said, text=got.read())
    finally:
        connection.close()


@dataclass(frozen=True, kw_only=True)
class Web:
    """A web process on a PostgreSQL of its own."""

    stack: LocalStack
    port: int
    token: str
    match: str

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        return send(self.port, method, path, body=body, Authorization=f"Bearer {self.token}", **headers)

    @property
    def is_well(self) -> bool:
        return self.call("GET", f"/api/v1/matches/{self.match}").status == 200

    @property
    def postgres(self) -> int:
        return self.stack.supervisor.pid_of("postgres")

    def wait_until_well(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.is_well:
            assert time.monotonic() < end
            time.sleep(0.05)

    def superuser(self, statement: str) -> None:
        with psycopg.connect(self.stack.environment["DATABASE_SUPERUSER_URL"], autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def web_on(folder: Path) -> Iterator[Web]:
    with LocalStack(folder / "data", given=without_servers()) as stack:
        stack.start()
        # It waits no longer than it must for a server that does not answer.
        url = stack.environment["DATABASE_URL"] + "&connect_timeout=2"
        port = free_port()
        given = {**stack.service_environment, "DATABASE_URL": url}
        # One process is as good as two, and finds the outage once.
        stack.supervisor.start(next(one for one in app_services(given, port, stack.sockets)))
        end = time.monotonic() + PATIENCE
        while not answers(port):
            assert time.monotonic() < end
            time.sleep(0.05)
        made = send(port, "POST", "/api/v1/players", body={"handle": "Alice"}).body
        web = Web(stack=stack, port=port, token=made["token"], match="")
        wish = {"game": "rock-paper-wizard", "seats": 3}
        yield replace(web, match=web.call("POST", "/api/v1/matches", wish).body["id"])


@pytest.fixture(scope="module")
def disk() -> Iterator[Path]:
    """A folder for the servers: on a small disk of its own where we may make one, as only root may."""
    folder = Path(tempfile.mkdtemp(prefix="tabularium-"))
    folder.chmod(0o711)
    mounts = os.geteuid() == 0 and shutil.which("mount") is not None
    command = ["mount", "-t", "tmpfs", "-o", "size=200m,mode=0711", "tmpfs", str(folder)]
    if mounts and subprocess.run(command, capture_output=True).returncode == 0:
        yield folder
        # What was killed in the end may have to be let go by a busy machine first.
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    else:
        yield folder
    places.remove(folder)


@pytest.fixture(scope="module")
def web(disk: Path) -> Iterator[Web]:
    with web_on(disk) as running:
        yield running


def routes() -> list[str]:
    """Every address of the API that needs the database, below its root."""
    below = [f"matches/<str:match>{one.pattern}" for one in match_urls]
    found = [str(one.pattern) for one in v1 if "include" not in str(one)] + below
    return sorted({one for one in found if one not in WITHOUT_DATABASE})


def filled(route: str) -> str:
    for kind in ("match", "game", "player", "seat", "word", "token", "webhook", "delivery", "invitation"):
        route = route.replace(f"<str:{kind}>", NAMES.get(kind, MATCH))
    return f"/api/v1/{route}"


def calls(web: Web) -> list[tuple[str, str]]:
    """A reading and a writing call of each address, and what stands beside the API."""
    verbs = [(method, filled(route)) for route in routes() for method in ("GET", "POST")]
    return [*verbs, ("GET", "/metrics"), ("GET", "/api/v1/matches?mine=true")]


# What a call is told for its shape before anything is read.
BY_SHAPE = {400, 405}


def assert_all_say_so(web: Web) -> None:
    # With the page's own header, without which its session is refused to everybody.
    told = {call: web.call(*call, {} if call[0] == "POST" else None, Tabularium_Page="1") for call in calls(web)}
    unavailable = {call: answer for call, answer in told.items() if answer.status not in BY_SHAPE}
    assert len(unavailable) > sum(answer.status != 405 for answer in told.values()) / 2
    for call, answer in unavailable.items():
        assert answer.status == 503, (call, answer.status, answer.text[:300])
        assert answer.headers["content-type"] == "application/problem+json"
        assert (answer.body["code"], int(answer.headers["retry-after"]) > 0) == ("temporarily_unavailable", True)
    assert web.call("GET", "/healthz").status == 200
    assert web.call("GET", "/readyz").status == 503
    assert web.call("GET", "/readyz").body["writes"] == "unavailable"


def children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
        except OSError:
            continue
    return found


def start_again(web: Web) -> None:
    """As the supervisor does in `make serve`, which is not asked to here before the end of the outage."""
    end = time.monotonic() + PATIENCE
    while not web.is_well:
        assert time.monotonic() < end
        web.stack.supervisor.watch()
        time.sleep(0.05)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGQUIT], ids=lambda stop: stop.name)
def test_every_call_says_that_the_database_is_stopped_and_goes_on_when_it_is_back(
    web: Web, stop: signal.Signals
) -> None:
    web.wait_until_well()
    pid = web.postgres
    os.kill(pid, stop)
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < end
        time.sleep(0.02)
    assert_all_say_so(web)
    start_again(web)


def test_every_call_says_that_the_database_stands_still_and_goes_on_with_it(web: Web) -> None:
    web.wait_until_well()
    stopped = [web.postgres, *children(web.postgres)]
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    try:
        assert_all_say_so(web)
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
    web.wait_until_well()


def test_every_change_is_answered_with_503_while_the_database_is_read_only_and_reading_goes_on(web: Web) -> None:
    web.wait_until_well()
    web.superuser("ALTER SYSTEM SET default_transaction_read_only = on")
    web.superuser("SELECT pg_reload_conf()")
    try:
        # A reload is only asked for; every session reads the file in its own time.
        wait_for_writes(web, "unavailable")
        for _ in range(2):
            changed = [
                web.call("POST", "/api/v1/players", {"handle": "Bob"}),
                web.call("POST", "/api/v1/matches", {"game": "rock-paper-wizard", "seats": 3}),
                web.call("POST", f"/api/v1/matches/{web.match}/cancel", {}, Idempotency_Key="c"),
                web.call("PATCH", "/api/v1/me", {"locale": "pl"}),
            ]
            assert [(a.status, a.body["code"]) for a in changed] == [(503, "temporarily_unavailable")] * 4
            assert web.is_well
    finally:
        web.superuser("ALTER SYSTEM RESET default_transaction_read_only")
        web.superuser("SELECT pg_reload_conf()")
    wait_for_writes(web, "ok")
    end = time.monotonic() + PATIENCE
    while (again := web.call("POST", f"/api/v1/matches/{web.match}/cancel", {}, Idempotency_Key="c")).status == 503:
        assert time.monotonic() < end
    assert (again.status, "idempotent-replayed" in again.headers) == (200, False)


def wait_for_writes(web: Web, said: str) -> None:
    end = time.monotonic() + PATIENCE
    while web.call("GET", "/readyz").body["writes"] != said:
        assert time.monotonic() < end
        time.sleep(0.2)


def test_readyz_turns_on_a_full_disk_and_back_again(web: Web, disk: Path) -> None:
    if not disk.is_mount():
        pytest.skip("only root can make a small disk")
    web.wait_until_well()
    wait_for_writes(web, "ok")
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
    try:
        wait_for_writes(web, "unavailable")
    finally:
        filler.unlink()
    # A server that could not write its log any more may have ended.
    start_again(web)
    wait_for_writes(web, "ok")
