"""Streams through the whole service: readers are cut off at random while processes are killed and started again.

In the suite for some seconds; `make rough` does so for five minutes with sixty-four readers, and kills the servers too;
`make rough DEAF=1` once more while no NOTIFY arrives.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import psycopg
import pytest

from clients.api import Api, Problem, sign_up
from config.local_stack.serve import LIVE_PORT
from config.local_stack.services import Supervisor
from events.outbox import CHANNEL
from tests.acceptance.conftest import Running

SECONDS = float(os.environ.get("ROUGH", "0"))
IS_DEAF = bool(os.environ.get("DEAF"))
READERS, EVERY = (64, 5.0) if SECONDS else (9, 1.5)
GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")
SERVERS = ("postgres", "redis")
VICTIMS = ("live", "web-1", "relay", "web-2", "worker", "clock", "beat", "bots", "courier", *SERVERS)
# What new connections of the service find in the place of PostgreSQL's own.
SILENCE = """
CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE sql AS '';
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$
"""
SOUND = """
DROP FUNCTION public.pg_notify(text, text);
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET search_path', current_database()); END $$
"""
GUIDE = Path(__file__).parents[2] / "docs/api/streams.md"


def example(language: str) -> str:
    """The guide's first example in a language, as it stands there."""
    found = re.search(rf"```{language}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def followed() -> Any:
    """What the example in Python makes."""
    found: dict[str, Any] = {}
    exec(example("python"), found)
    return found["follow"]


def seats(service: Running, game: str) -> tuple[str, list[str]]:
    """A running match of three, and their tokens."""
    tokens = [sign_up(service.url, "Seat")[1] for _ in range(3)]
    match = service.api(tokens[0]).post("/matches", {"game": game, "seats": 3})["id"]
    for guest in tokens[1:]:
        service.api(guest).post(f"/matches/{match}/join")
    return match, tokens


class Reader(threading.Thread):
    """Follows a match by the guide's example, whose connections break at random."""

    def __init__(self, url: str, token: str | None, over: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.url, self.token, self.told = url, token, []  # type: ignore[var-annotated]
        self._over, self._pick = over, random.Random(seed)

    def run(self) -> None:
        for event in followed()(self.url, self.token):
            self.told.append(event)
            if self._over.is_set() and event["type"] == "match_ended":
                return


def play(service: Running, match: str, tokens: list[str], over: threading.Event, seed: int) -> None:
    """Listed moves until the match ends; refusals and broken connections are for another try. In the end all resign."""
    seats = [Api(service.url, token) for token in tokens]
    try:
        _play(seats, match, over, random.Random(seed))
    finally:
        for seat in seats:
            seat.close()


def _play(seats: list[Api], match: str, over: threading.Event, pick: random.Random) -> None:
    while True:
        for seat in seats:
            try:
                if seat.get(f"/matches/{match}")["status"] != "active":
                    return
                items = seat.get(f"/matches/{match}/prompts")["items"]
                if over.is_set():
                    seat.post(f"/matches/{match}/resign")
                elif items:
                    move = pick.choice([legal for form in items[0]["moves"] for legal in form["legal"]])
                    seat.post(f"/matches/{match}/moves", {"prompt": items[0]["prompt"], **move})
            except (Problem, OSError, ValueError):
                time.sleep(0.1)
        time.sleep(0.05)


@pytest.fixture
def news(service: Running, superuser: psycopg.Connection[Any]) -> Iterator[Callable[[], bool]]:
    """Whether the relay's NOTIFY has arrived since the last question: never, where the environment says so."""
    if IS_DEAF:
        superuser.execute(SILENCE)
        os.kill(service.processes.pid_of("relay"), signal.SIGKILL)
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as listening:
        listening.execute(f'LISTEN "{CHANNEL}"')
        yield lambda: bool(list(listening.notifies(timeout=0.1)))
    if IS_DEAF:
        with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as again:
            again.execute(SOUND)


def watch(service: Running, seconds: float) -> None:
    """Replace the dead for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        service.stack.supervisor.watch()
        service.processes.watch()
        time.sleep(0.05)


def supervisor_of(service: Running, name: str) -> Supervisor:
    return service.stack.supervisor if name in SERVERS else service.processes


def test_whoever_is_cut_off_while_everything_is_killed_in_turn_misses_nothing_and_is_told_nothing_twice(
    service: Running, news: Callable[[], bool]
) -> None:
    over, players, readers = threading.Event(), [], []
    port = int(service.url.rpartition(":")[2]) + LIVE_PORT
    matches = []
    token: str | None
    for number, game in enumerate(GAMES):
        match, tokens = seats(service, game)
        matches.append((match, tokens))
        players.append(threading.Thread(target=play, args=(service, match, tokens, over, number), daemon=True))
    for number in range(READERS):
        match, tokens = matches[number % len(matches)]
        token = [*tokens, None][number // len(matches) % 4]
        # Half of them by the web's address, which hands them on.
        base = service.url if number % 2 else f"http://127.0.0.1:{port}"
        readers.append((match, token, Reader(f"{base}/api/v1/matches/{match}/stream", token, over, number)))
    for thread in [*players, *(reader for _, _, reader in readers)]:
        thread.start()
    # Before the server itself is killed, and the connection with it.
    if not IS_DEAF:
        service.wait_for(news, seconds=120)
    for number, victim in zip(range(int(SECONDS / EVERY) or 3), cycle(VICTIMS), strict=False):
        watch(service, EVERY)
        assert number > 0 or not IS_DEAF or not news()
        # It may have died of another's death a moment ago.
        with suppress(ProcessLookupError):
            os.kill(supervisor_of(service, victim).pid_of(victim), signal.SIGKILL)
    service.wait_for(lambda: service.processes.has_been_well("live"), seconds=120)
    over.set()
    service.wait_for(lambda: not any(one.is_alive() for one in players), seconds=120)
    service.wait_for(lambda: not any(reader.is_alive() for _, _, reader in readers), seconds=120)
    for match, token, reader in readers:
        shown = _pages(service.api(token), match)
        assert [one["hash"] for one in reader.told] == [one["hash"] for one in shown]
        # Whatever was shown before the end stays what it was.
        for told, final in zip(reader.told, shown, strict=True):
            assert {json.dumps(one) for one in told["private"]} <= {json.dumps(one) for one in final["private"]}


def _pages(api: Api, match: str) -> list[Any]:
    items: list[Any] = []
    path: str | None = f"/matches/{match}/events?limit=500"
    while path:
        page = api.get(path)
        items, path = items + page["items"], page["next"]
        path = path and path.removeprefix("/api/v1")
    return items


# The examples of the guide; that in Python is what the readers above follow by


def said(command: list[str], variables: dict[str, str], until: Callable[[str], bool]) -> tuple[list[str], int]:
    """The lines of a program that goes on until it is ended, or ends by itself, up to one that is looked for."""
    lines = []
    with subprocess.Popen(command, env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        for line in program.stdout:
            lines.append(line)
            if until(line):
                program.terminate()
                break
    return lines, program.returncode


def test_the_example_with_curl_runs_as_it_is_written(service: Running) -> None:
    match, tokens = seats(service, GAMES[0])
    variables = {"STREAM": service.api(tokens[0]).get(f"/matches/{match}")["links"]["stream"], "TOKEN": tokens[0]}
    lines, _ = said(["sh", "-c", f"exec {example('sh')}"], variables, lambda line: '"type":"status"' in line)
    told = [json.loads(line) for line in lines if line.strip()]
    assert {one["type"] for one in told} == {"event", "prompts", "deadline", "status"}


def test_the_example_in_javascript_runs_as_it_is_written_and_ends_with_its_match(service: Running) -> None:
    match, tokens = seats(service, GAMES[0])
    given = {"api": f"{service.url}/api/v1", "token": tokens[0], "match": match}
    page = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items())
    page += "const show = (event) => console.log(event.type), tell = (status) => console.log(status.status);\n"
    # A browser has EventSource by itself.
    node = ["node", "--experimental-eventsource"]
    if not shutil.which("node") or subprocess.run([*node, "--eval", ""], capture_output=True).returncode:
        pytest.skip("there is no node with an EventSource here, so the example in JavaScript is not run")
    node += ["--no-warnings", "--input-type=module", "--eval", page + example("js")]

    guests = tokens[1:]

    def end(line: str) -> bool:
        # It may be told between two who resign.
        while line == "active\n" and guests:
            service.api(guests.pop()).post(f"/matches/{match}/resign")
        return False

    lines, status = said(node, {}, end)
    assert (lines[0], lines[-1], status) == ("match_created\n", "finished\n", 0)
