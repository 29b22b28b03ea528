import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.local_stack.probes import ASK_SECONDS, FAILURES, LONGEST_SILENCE_SECONDS, START_SECONDS, Probe, Pulse


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


def test_nobody_is_replaced_because_who_asks_stood_still(probe: Timed, listener: socket.socket) -> None:
    asked(probe, 1, listener)
    asked(probe, 1)
    # It has answered meanwhile.
    say(listener, b"ok")
    probe.now += 3600
    assert probe.trouble(probe.now) == ""
    say(listener, b"ok")
    assert asked(probe, FAILURES, listener) == ""


def test_one_question_is_all_that_a_machine_that_stood_still_leaves_without_an_answer(
    probe: Timed, listener: socket.socket
) -> None:
    asked(probe, 1, listener)
    asked(probe, 1)
    probe.now += 3600
    assert probe.trouble(probe.now) == ""
    # The answer to the first question comes when nobody waits for it any more.
    listener.accept()[0].close()
    say(listener, b"ok")
    assert asked(probe, FAILURES, listener) == ""


class Watched:
    """The pulse of a process, and the time."""

    def __init__(self, file: Path) -> None:
        self.file, self.now = file, 0.0
        self.pulse = Pulse(file, started=0.0)

    def touch(self) -> None:
        self.file.touch()
        os.utime(self.file, (self.now, self.now))

    def after(self, seconds: float) -> str:
        """What the pulse says after so long without a sign, having been looked at twice a second."""
        for _ in range(int(seconds * 2)):
            self.now += 0.5
            self.pulse.trouble(self.now)
        return self.pulse.trouble(self.now)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "clock")


def test_a_process_that_gives_signs_has_no_trouble(watched: Watched) -> None:
    for _ in range(10):
        watched.touch()
        assert watched.after(LONGEST_SILENCE_SECONDS - 1) == ""
    assert watched.pulse.has_been_well


def test_one_that_gives_none_any_more_is_replaced(watched: Watched) -> None:
    watched.touch()
    assert watched.after(LONGEST_SILENCE_SECONDS) == ""
    assert watched.after(1).startswith("no sign of life for ")


def test_one_that_has_given_none_is_given_a_minute_to_start_whatever_the_one_before_left(watched: Watched) -> None:
    watched.touch()
    watched.pulse = Pulse(watched.file, started=0.0)
    assert watched.after(START_SECONDS - 1) == ""
    assert not watched.pulse.has_been_well
    assert watched.after(1).startswith("no sign of life for ")


def test_nobody_is_replaced_because_the_machine_stood_still(watched: Watched) -> None:
    watched.touch()
    watched.after(1)
    watched.now += 3600
    assert watched.after(LONGEST_SILENCE_SECONDS / 2) == ""
