"""The operators' process, started for tests."""

import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from config.local_stack.places import remove
from config.local_stack.serve import answers, free_port
from config.local_stack.stack import PROJECT
from events.randomness import new_key
from events.store import StoredEvent
from games.matches.lists import listings
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream.loading import load
from tests.config.waiting import until
from tests.support.cast import Person, match_of, person

PASSWORD = "seven-lamps-over-the-harbour"


STACK = [sys.executable, "-m", "config.local_stack"]
# For logins, of which the tests try a hundred: how long one takes is not their claim.
QUICK = [sys.executable, "-m", "tests.config.quick_logins"]


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """A data folder that root's servers could reach, so that none is made elsewhere."""
    path = Path(tempfile.mkdtemp(prefix="tabularium-"))
    path.chmod(0o711)
    yield path
    remove(path)


@contextmanager
def pages(home: Path) -> Iterator[int]:
    """`make admin` without make, on the suite's database and with its secret key; the port."""
    port, log = free_port(), home / "admin.log"
    with log.open("w") as output:
        command = [*QUICK, "admin", "--port", str(port), "--data", str(home)]
        process = subprocess.Popen(command, cwd=PROJECT, stdout=output, stderr=subprocess.STDOUT)
    assert until(lambda: answers(port) or process.poll() is not None, seconds=100)
    assert process.poll() is None, log.read_text()
    yield port
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0, log.read_text()


@pytest.fixture(scope="module")
def port(home: Path) -> Iterator[int]:
    with pages(home) as port:
        yield port


@pytest.fixture(scope="module")
def name(home: Path) -> Iterator[str]:
    """An operator, made by `make operator` at a terminal."""
    name, (ours, theirs) = f"olga-{new_key(4).hex()}", pty.openpty()
    command = [*QUICK, "operator", "--handle", name, "--data", str(home)]
    process = subprocess.Popen(command, cwd=PROJECT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    try:
        told = type_in(ours, "Password: ", PASSWORD) + type_in(ours, "Password (again): ", PASSWORD)
        assert process.wait(60) == 0
        assert PASSWORD not in told
        yield name
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)


def type_in(terminal: int, prompt: str, line: str) -> str:
    """Wait for a prompt and answer it; what stood on the terminal. Typed earlier, the line would be thrown away."""
    seen = ""
    while not seen.endswith(prompt):
        readable, _, _ = select.select([terminal], [], [], 60)
        assert readable, seen
        seen += os.read(terminal, 1000).decode()
    os.write(terminal, f"{line}\n".encode())
    return seen


Running = tuple[str, Person, dict[str, Any], StoredEvent]


@pytest.fixture
def running() -> Running:
    """A running match, a player's hidden choice in it, and the event that seals it."""
    bob = person("Bob")
    match_id = match_of(person("Alice"), bob, person("Carol"))
    prompt = load(match_id).match.prompts[1]
    move = {"prompt": prompt.id, **prompt.moves[0].legal[0]}
    taken = submission.play(match_id, bob.id, Sent(body=move), key="bob-said-so")
    listings.project_listings([match_id])
    return match_id, bob, move, load(match_id).events[taken.first - 1]
