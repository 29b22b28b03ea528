import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local_stack.probes import ASK_SECONDS, FAILURES, START_SECONDS, Probe


class Timed(Probe):
    """One that knows the time."""

    now = 0.0


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "web.sock"))
        listener.listen(20)
        yield listener


@pytest.fixture
def probe(tmp_path: Path) -> Iterator[Timed]:
    probe = Timed(tmp_path / "web.sock", started=0.0)
    yield probe
    probe.close()


def say(listener: socket.socket, answer: bytes) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.sendall(answer)


def asked(probe: Timed, rounds: int, listener: socket.socket | None = None, answer: bytes = b"ok") -> str:
    """What the probe says after these rounds of asking, each answered alike."""
    for _ in range(rounds):
        probe.now += ASK_SECONDS
        probe.trouble(probe.now)
        if listener is not None:
            say(listener, answer)
    return probe.trouble(probe.now)


def test_a_process_that_says_ok_has_no_trouble(probe: Timed, listener: socket.socket) -> None:
    assert asked(probe, 10, listener) == ""


def test_one_that_says_no_is_replaced_for_what_it_says(probe: Timed, listener: socket.socket) -> None:
    asked(probe, 1, listener)
    assert asked(probe, FAILURES - 1, listener, b"no thread has come back") == ""
    assert asked(probe, 1, listener, b"no thread has come back") == "no thread has come back"


def test_one_that_does_not_answer_is_replaced(probe: Timed, listener: socket.socket) -> None:
    asked(probe, 1, listener)
    assert asked(probe, FAILURES) == ""
    assert asked(probe, 1) == "no answer"


def test_one_good_answer_forgives_bad_ones(probe: Timed, listener: socket.socket) -> None:
    asked(probe, 1, listener)
    asked(probe, FAILURES - 1, listener, b"no")
    asked(probe, 1, listener)
    assert asked(probe, FAILURES - 1, listener, b"no") == ""


def test_one_that_has_closed_its_socket_is_replaced(probe: Timed, listener: socket.socket) -> None:
    asked(probe, 1, listener)
    listener.close()
    assert asked(probe, FAILURES) == "Connection refused"


def test_one_that_has_never_been_well_is_given_a_minute_to_start(probe: Timed) -> None:
    assert asked(probe, int(START_SECONDS / ASK_SECONDS) - 1) == ""
    assert asked(probe, 1) == "No such file or directory"
