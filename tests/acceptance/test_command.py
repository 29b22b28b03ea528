"""The command `tabularium` on the service as `make serve` runs it, each call a process of its own."""

import asyncio
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent
from standardwebhooks.webhooks import Webhook
from tabularium_client import Tabularium
from tabularium_client.command.keeping import Login, known
from tabularium_client.playing import moves, play

from config.local_stack.places import PROJECT
from events.store import new_id
from games.verify.verifier import verify_bytes
from tests.acceptance.conftest import Running
from tests.support.receiver import receiving

KIT = PROJECT / "clients/python"
COMMAND = (sys.executable, "-m", "tabularium_client.command")


class Terminal:
    """Runs the command as one user, who has a folder of configuration of their own."""

    def __init__(self, folder: Path) -> None:
        self.environment = {**os.environ, "PYTHONPATH": str(KIT), "XDG_CONFIG_HOME": str(folder)}
        self.kept = folder / "tabularium/login.json"

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [*COMMAND, *arguments]
        return subprocess.run(command, env=self.environment, input=typed, capture_output=True, text=True, timeout=300)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [*COMMAND, *arguments]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, text=True)

    @property
    def login(self) -> Login:
        return known({"XDG_CONFIG_HOME": str(self.kept.parents[1])})


@pytest.fixture
def terminal(service: Running, tmp_path: Path) -> Terminal:
    """The terminal of a new guest."""
    one = Terminal(tmp_path)
    done = one.run("log-in", "--url", service.url, "--guest", f"Cmd_{new_id()[-12:]}")
    assert (done.returncode, done.stderr) == (0, "")
    assert one.login.token not in done.stdout
    return one


def test_one_logs_in_by_a_token_and_out_again_and_a_wrong_token_is_not_kept(
    service: Running, terminal: Terminal, tmp_path: Path
) -> None:
    assert stat.S_IMODE(terminal.kept.stat().st_mode) == 0o600
    other = Terminal(tmp_path / "other")
    done = other.run("log-in", "--url", service.url, typed=f"{terminal.login.token}\n")
    assert (done.returncode, other.login) == (0, terminal.login)
    assert other.run("log-out").returncode == 0
    assert not other.kept.exists()
    refused = other.run("log-in", "--url", service.url, typed="tab_nobody_has_this\n")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("tabularium: invalid_token: ")
    assert "nobody_has_this" not in refused.stderr
    assert not other.kept.exists()


def test_a_match_is_played_in_the_terminal_followed_and_exported(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal.run("play", "rock-paper-wizard", typed="1\n" * 200)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. Cast " in done.stdout
    match = done.stdout.split()[1]
    followed = terminal.run("follow", match)
    assert followed.stdout.splitlines()[0].startswith("1: A table is set up")
    assert followed.stdout.splitlines()[-1] == done.stdout.splitlines()[-1]
    file = tmp_path / "match.ndjson"
    assert terminal.run("export", match, str(file)).returncode == 0
    assert verify_bytes(file.read_bytes()).flaw is None
    assert terminal.run("export", match).stdout.encode() == file.read_bytes()
    token = terminal.login.token
    assert not any(token in text for text in (done.stdout, followed.stdout, followed.stderr))
    folder = tmp_path / "mine"
    archived = terminal.run("archive", str(folder))
    assert (archived.returncode, archived.stderr) == (0, "")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / f"matches/{match}.ndjson").read_bytes() == file.read_bytes()
    assert match in (folder / "archive.ndjson").read_text()


def test_one_leaves_a_match_and_goes_on_with_it(terminal: Terminal) -> None:
    left = terminal.run("play", "cave", typed="q\n")
    command = re.search(r"tabularium (play cave --match \S+)", left.stdout)
    assert command is not None, left.stdout
    again = terminal.run(*command[1].split(), typed="s\nq\n")
    assert "phase: playing" in again.stdout


def test_a_refusal_is_told_with_its_code_and_the_status_is_1(terminal: Terminal) -> None:
    done = terminal.run("follow", new_id())
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tabularium: match_not_found: ")


def test_the_server_for_assistants_plays_as_who_is_logged_in(terminal: Terminal) -> None:
    login = terminal.login
    with Tabularium(login.url, login.token) as player:
        made = player.create_match({"game": "spell-a-spell", "seats": 2})["id"]
    command = [*COMMAND, "mcp"]
    served = StdioServerParameters(command=command[0], args=command[1:], env=terminal.environment)

    async def looked() -> str:
        async with Client(served) as client:
            (said,) = (await client.call_tool("look", {"match": made})).content
            assert isinstance(said, TextContent)
            return said.text

    assert f"match {made}, spell-a-spell, version 2, open, you are seat 0" in asyncio.run(looked())


def _hear(told: IO[str], heard: list[str]) -> None:
    for line in told:
        heard.append(line)


def test_notices_arrive_at_a_local_port_as_deliveries_that_a_library_takes(
    service: Running, terminal: Terminal
) -> None:
    login = terminal.login
    with (
        receiving() as receiver,
        Tabularium(login.url, login.token) as player,
        terminal.start("forward", "--to", receiver.url) as forwarding,
    ):
        assert forwarding.stdout is not None
        first = forwarding.stdout.readline()
        secret = re.search(r"whsec_\S+", first)
        assert secret is not None, first
        made = player.create_match({"game": "rock-paper-wizard", "seats": 3, "bots": ["easy"] * 2})["id"]
        playing = threading.Thread(target=play, args=(player, made, lambda view, prompt: moves(prompt)[0]))
        playing.start()
        # The command tells of a delivery once it was answered, a moment after the receiver has it.
        heard: list[str] = []
        hearing = threading.Thread(target=_hear, args=(forwarding.stdout, heard))
        hearing.start()
        try:
            service.wait_for(lambda: any("match_ended" in line for line in heard), seconds=120)
        finally:
            playing.join()
            forwarding.terminate()
            hearing.join()
            lines = "".join(heard)
    told = [Webhook(secret[0]).verify(one.body, dict(one.headers)) for one in receiver.received]
    assert {one["data"]["match"] for one in told} == {made}
    assert told[-1]["type"] == "match_ended"
    ids = [one.headers["webhook-id"] for one in receiver.received]
    assert ids == [one["data"]["notice"] for one in told]
    assert len(set(ids)) == len(ids)
    assert f"match_ended {ids[-1]} 204" in lines
    assert login.token not in first + lines
