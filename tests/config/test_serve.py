import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest

from config.local_stack import redis, serve
from config.local_stack.__main__ import main
from config.local_stack.errors import StackError
from config.local_stack.keys import password
from config.local_stack.serve import HOST, LIVE_PORT, answers, free_port, refuse_port_in_use
from config.local_stack.stack import PROJECT
from config.version import VERSION
from tests.config.conftest import reachable_folder, without_servers
from tests.config.waiting import until
from tests.support.asserting import assert_nothing_raised
from tests.support.stack import lay_out


class Serving:
    """`make serve` without make, on a folder and a port of its own."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        self.data, self.port, self.environment = data, free_port(), environment
        self.said = ""

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command(),
            cwd=PROJECT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        # Until it has said all it has to say, or has ended.
        for line in self.process.stdout:
            self.said += line
            if line == "Ctrl-C stops it.\n":
                break

    def command(self) -> list[str]:
        options = ["--port", str(self.port), "--data", str(self.data)]
        return [sys.executable, "-m", "config.local_stack", "serve", *options]

    def stop(self, with_signal: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(with_signal)
        output, _ = self.process.communicate(timeout=60)
        return self.process.returncode, self.said + output


@contextmanager
def started(data: Path, environment: dict[str, str]) -> Iterator[Serving]:
    serving = Serving(data, environment)
    serving.start()
    yield serving
    if serving.process.poll() is None:
        serving.stop(signal.SIGTERM)
    assert serving.process.stdout is not None
    serving.process.stdout.close()


@pytest.fixture
def serving(folder: Path, plain_environment: dict[str, str]) -> Iterator[Serving]:
    """One that the test may stop; what it does on an empty folder is seen in `lasting`."""
    lay_out(folder / "data")
    with started(folder / "data", plain_environment) as serving:
        yield serving


@pytest.fixture(scope="module")
def lasting() -> Iterator[Serving]:
    """One for all tests that leave it running."""
    with reachable_folder() as folder, started(folder / "data", without_servers()) as serving:
        yield serving


# A guard against hanging; nothing is measured by it.
PATIENCE = 100.0


def processes(data: Path, word: str = "") -> list[int]:
    """Ids of the running processes that have to do with this data folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (entry / "cmdline").read_bytes(), (entry / "environ").read_bytes()
        except OSError:
            continue
        if str(data).encode() in command + environment and word.encode() in command:
            found.append(int(entry.name))
    return found


def is_well(serving: Serving) -> bool:
    """Whether it answers a first question, however long that takes on a busy machine."""
    with closing(http.client.HTTPConnection(HOST, serving.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200


def worker_answers(serving: Serving) -> bool:
    environment = {
        **serving.environment,
        "CELERY_BROKER_URL": redis.url(serving.data / "run/redis", password(serving.data, "redis")),
    }
    ping = [sys.executable, "-m", "celery", "--app", "config", "inspect", "ping", "--timeout", "5"]
    return subprocess.run(ping, cwd=PROJECT, env=environment, capture_output=True).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_everything_is_and_a_signal_stops_all_of_it(serving: Serving, number: signal.Signals) -> None:
    assert is_well(serving)
    status, output = serving.stop(number)
    assert status == 0
    assert f"Tabularium {VERSION}\n" in output
    assert f"API   http://{HOST}:{serving.port}/api/v1\n" in output
    assert f"data  {serving.data}\n" in output
    assert output.endswith("stopped\n")
    # What was killed in the end may have to be let go by a busy machine first.
    assert until(lambda: processes(serving.data) == [], seconds=PATIENCE)
    assert "database system is shut down" in (serving.data / "log/postgres.log").read_text()


def test_a_second_one_on_the_same_data_says_so_in_one_line(lasting: Serving) -> None:
    second = subprocess.run(lasting.command(), cwd=PROJECT, env=lasting.environment, capture_output=True, text=True)
    assert second.returncode == 1
    assert re.fullmatch(r"tabularium: Tabularium is running on \S+ already \(process \d+\)\n", second.stderr)


def test_after_a_kill_of_everything_it_starts_again(lasting: Serving) -> None:
    lasting.process.kill()
    for pid in processes(lasting.data):
        subprocess.run(["kill", "-9", str(pid)], stderr=subprocess.DEVNULL)
    lasting.process.communicate()
    lasting.start()
    assert is_well(lasting), lasting.said


def readiness(serving: Serving) -> dict[str, str]:
    with closing(http.client.HTTPConnection(HOST, serving.port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/readyz")
        told: dict[str, str] = json.load(connection.getresponse())
        return told


def test_readiness_tells_of_a_supervisor_that_stands_still_until_it_goes_on(lasting: Serving) -> None:
    assert until(lambda: readiness(lasting)["supervisor"] == "ok", seconds=PATIENCE)
    lasting.process.send_signal(signal.SIGSTOP)
    try:
        assert until(lambda: readiness(lasting)["supervisor"] == "unavailable", seconds=PATIENCE)
        assert is_well(lasting)
    finally:
        lasting.process.send_signal(signal.SIGCONT)
    assert until(lambda: readiness(lasting)["supervisor"] == "ok", seconds=PATIENCE)


def test_a_killed_broker_comes_back_empty_and_the_worker_goes_on(lasting: Serving) -> None:
    assert until(lambda: worker_answers(lasting), seconds=PATIENCE)
    (killed,) = processes(lasting.data, "valkey-server")
    subprocess.run(["kill", "-9", str(killed)], check=True)
    assert until(lambda: processes(lasting.data, "valkey-server") not in ([], [killed]), seconds=PATIENCE)
    assert until(lambda: worker_answers(lasting), seconds=PATIENCE)


def test_a_port_in_use_is_named_in_one_line() -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            StackError, match=rf"^port {port} cannot be used \(.+\); choose another: make serve PORT=8001$"
        ):
            refuse_port_in_use(port)


def test_a_free_port_is_accepted() -> None:
    with assert_nothing_raised():
        refuse_port_in_use(free_port())


def test_a_free_port_is_none_that_the_kernel_gives_to_whoever_calls_somebody_meanwhile() -> None:
    calls = Path("/proc/sys/net/ipv4/ip_local_port_range")
    lowest = int(calls.read_text().split()[0]) if calls.exists() else 32_768
    if lowest < 32_768:
        pytest.skip("on this machine nearly every port is given to callers")
    assert all(free_port() + LIVE_PORT < lowest for _ in range(20))


def test_a_port_is_free_where_that_of_the_live_process_is_too(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setattr(serve, "FIRST_PORT", port)
    monkeypatch.setattr(serve, "PORTS", 5)
    with socket.socket() as live:
        live.bind((HOST, port + LIVE_PORT))
        live.listen()
        assert port not in {free_port() for _ in range(40)}


def test_ports_that_what_was_killed_still_holds_are_waited_for() -> None:
    port = free_port()
    with socket.socket() as orphan:
        orphan.bind((HOST, port + LIVE_PORT))
        orphan.listen()
        with pytest.raises(StackError):
            hold(port)
        Timer(0.1, orphan.close).start()
        hold(port, PATIENCE)


def hold(port: int, seconds: float = 0.0) -> None:
    with serve.held_ports(port, seconds):
        pass


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names that one process holds are Linux's")
def test_while_a_service_starts_a_second_one_on_its_port_is_refused_in_one_line_and_leaves_no_folder(
    folder: Path, plain_environment: dict[str, str]
) -> None:
    first, second = (Serving(folder / name, plain_environment) for name in ("first", "second"))
    second.port = first.port
    with subprocess.Popen(first.command(), cwd=PROJECT, env=first.environment, stdout=subprocess.PIPE) as starting:
        try:
            # It has looked at its ports, and listens on none before its database is there.
            assert until(lambda: (first.data / "postgres").exists(), seconds=PATIENCE)
            done = subprocess.run(
                second.command(), cwd=PROJECT, env=second.environment, capture_output=True, text=True, timeout=PATIENCE
            )
        finally:
            starting.send_signal(signal.SIGTERM)
    refused = rf"tabularium: port {first.port} cannot be used \(.+\); choose another: make serve PORT=8001\n"
    assert done.returncode == 1
    assert re.fullmatch(refused, done.stderr)
    assert not second.data.exists()


@pytest.mark.parametrize("port", ["0", "-1", "65536", "abc", "", "80 81", "8²"])
@pytest.mark.parametrize("command", ["serve", "admin"])
def test_what_is_no_port_is_told_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, port: str
) -> None:
    assert main([command, f"--port={port}", "--data", str(folder / "data")]) == 1
    advice = {"serve": "make serve PORT=8001", "admin": "make admin PORT=8002"}[command]
    told = f"tabularium: {port!r} is no port from 1 to 65535; choose one: {advice}\n"
    assert capsys.readouterr().err == told
    assert not (folder / "data").exists()


def test_nobody_answers_on_a_free_port() -> None:
    assert not answers(free_port())
