import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from config.local_stack import log_files, probes
from config.local_stack.services import HOME_VARIABLE, Service, Supervisor, kill_orphans
from tests.config.waiting import PATIENCE, alive, until

SLEEP = ["/bin/sh", "-c", "exec sleep 60"]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def supervisor(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    supervisor = Supervisor(tmp_path, said.append)
    yield supervisor
    supervisor.stop()


def shell(name: str, script: str, patience: float = 0.5) -> Service:
    command, environment = ["/bin/sh", "-c", script], {"PATH": os.environ["PATH"]}
    return Service(name=name, command=command, environment=environment, patience=patience)


def says(log: Path, text: str) -> bool:
    return log.read_text() == text


def test_a_killed_service_is_started_again_and_the_log_says_so(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.start(shell("worker", "exec sleep 60"))
    first = supervisor.pid_of("worker")
    os.kill(first, signal.SIGKILL)
    assert until(
        lambda: supervisor.pid_of("worker") != first and alive(supervisor.pid_of("worker")), watching=supervisor
    )
    assert said == ["worker was ended by SIGKILL; starting it again in 0.25 s"]


def test_a_service_that_keeps_failing_is_given_longer_pauses_and_quoted(
    supervisor: Supervisor, said: list[str]
) -> None:
    supervisor.start(shell("worker", "echo no such broker; exit 3"))
    assert until(lambda: len(said) == 3, watching=supervisor)
    assert [line.rsplit(" in ")[1] for line in said] == ["0.25 s", "0.5 s", "1 s"]
    assert "worker has stopped with status 3: " in said[0]
    assert "no such broker" in said[0]


def test_what_an_earlier_run_has_said_is_not_quoted(supervisor: Supervisor, said: list[str]) -> None:
    supervisor.log_of("worker").write_text("FATAL:  of yesterday\nthe end of yesterday\n")
    supervisor.start(shell("worker", "echo of today; exit 3"))
    assert until(lambda: len(said) == 1, watching=supervisor)
    assert "status 3: of today (see " in said[0]


@pytest.mark.usefixtures("short_logs")
def test_what_is_said_after_its_log_was_cut_is_quoted_whole(supervisor: Supervisor, said: list[str]) -> None:
    log = supervisor.log_of("worker")
    log.write_text("x" * 99)
    supervisor.start(shell("worker", "echo of today; exec sleep 60"))
    assert until(lambda: log.stat().st_size > 100)
    supervisor.watch()
    assert log.read_text() == ""
    log.write_text("the first words\n" * 5)
    assert "the first words" in supervisor.last_words("worker")


@pytest.fixture
def short_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_files, "LOG_BYTES", 100)


@pytest.mark.usefixtures("short_logs")
def test_a_log_that_grows_while_its_writer_runs_is_cut_and_leaves_one_old_file(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    pipe, log = tmp_path / "pipe", tmp_path / "worker.log"
    os.mkfifo(pipe)
    supervisor.start(shell("worker", f'while read -r line; do echo "$line"; done <{pipe}'))
    with pipe.open("w") as lines:
        for burst in ("a" * 100, "b" * 100, "c" * 100):
            lines.write(f"{burst}\n")
            lines.flush()
            assert until(partial(says, log, f"{burst}\n"))
            supervisor.watch()
            assert log.read_text() == ""
            assert (tmp_path / "worker.log.1").read_text() == f"{burst}\n"
        lines.write("the same writer\n")
        lines.flush()
        # It appends: what it writes next stands at the beginning, after no hole.
        assert until(lambda: log.read_text() == "the same writer\n")
        supervisor.watch()
        assert log.read_text() == "the same writer\n"
    assert sorted(tmp_path.glob("worker.log*")) == [log, tmp_path / "worker.log.1"]


@pytest.mark.usefixtures("short_logs")
def test_logs_that_nobody_writes_any_more_are_cut_at_the_next_start(supervisor: Supervisor, tmp_path: Path) -> None:
    (tmp_path / "worker.log").write_text("x" * 101)
    supervisor.start(shell("worker", "exec sleep 60"))
    assert (tmp_path / "worker.log").stat().st_size == 0
    assert (tmp_path / "worker.log.1").stat().st_size == 101


def test_a_service_that_no_longer_touches_its_pulse_is_replaced(
    supervisor: Supervisor, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probes, "LONGEST_SILENCE_SECONDS", 0.2)
    # However long this process stands still between two looks, what it says is the same.
    monkeypatch.setattr(probes, "LONGEST_PAUSE_SECONDS", 0.2)
    clock = shell("clock", f"touch {tmp_path}/pulse; exec sleep 60")
    supervisor.start(replace(clock, pulse=tmp_path / "pulse"))
    first = supervisor.pid_of("clock")
    assert until(lambda: (tmp_path / "pulse").exists())
    # The first sign may have come before anybody looked; this one has not.
    os.utime(tmp_path / "pulse", ns=(1, 1))
    supervisor.watch()
    # As one that hangs, it heeds no signal but the last.
    os.kill(first, signal.SIGSTOP)
    assert until(lambda: supervisor.pid_of("clock") != first, watching=supervisor)
    assert said == [
        "clock is not well (no sign of life for 0 s) and is ended",
        "clock was ended by SIGKILL; starting it again in 0.25 s",
    ]


def test_what_a_dead_service_left_running_is_ended_before_it_starts_again(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    supervisor.start(shell("web", f"sleep 60 & echo $! >{tmp_path}/child; exit 1"))
    assert until(lambda: (tmp_path / "child").exists() and (tmp_path / "child").read_text() != "")
    child = int((tmp_path / "child").read_text())
    assert alive(child)
    assert until(lambda: not alive(child), watching=supervisor)


def test_a_service_that_ignores_its_stop_signal_is_killed(supervisor: Supervisor) -> None:
    supervisor.start(shell("worker", "trap '' TERM; echo ready; while :; do sleep 0.1; done"))
    assert until(lambda: "ready" in supervisor.last_words("worker"))
    pid = supervisor.pid_of("worker")
    supervisor.stop()
    assert not alive(pid)


def test_services_that_were_started_together_stop_together(supervisor: Supervisor, tmp_path: Path) -> None:
    # Each of them ends only when it sees that the other has been told to.
    script = "trap 'touch {0}/{1}; until test -e {0}/{2}; do sleep 0.05; done; echo {1} >>{0}/ended; exit' TERM; echo ready; while :; do sleep 0.05; done"
    supervisor.start(*(shell(one, script.format(tmp_path, one, other), PATIENCE) for one, other in ("ab", "ba")))
    assert until(lambda: all("ready" in supervisor.last_words(name) for name in "ab"))
    supervisor.stop()
    assert sorted((tmp_path / "ended").read_text().split()) == ["a", "b"]


def test_services_stop_in_the_reverse_order(supervisor: Supervisor, tmp_path: Path) -> None:
    for name in ("postgres", "web"):
        script = f"trap 'echo {name} >>{tmp_path}/order; exit' TERM; echo ready; while :; do sleep 0.05; done"
        supervisor.start(shell(name, script, PATIENCE))
    assert until(lambda: all("ready" in supervisor.last_words(name) for name in ("postgres", "web")))
    supervisor.stop()
    assert (tmp_path / "order").read_text().split() == ["web", "postgres"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
def test_services_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    program = f"""
import sys, time
from pathlib import Path
from config.local_stack.services import Service, Supervisor
supervisor = Supervisor(Path({str(tmp_path)!r}), print)
supervisor.start(Service(name="worker", command={SLEEP!r}, environment={{}}))
print(supervisor.pid_of("worker"), flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        worker = int(running.stdout.readline())
        assert alive(worker)
        running.kill()
    assert until(lambda: not alive(worker))


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_orphans_of_a_home_are_ended_and_those_of_others_are_not(tmp_path: Path) -> None:
    mine, other = (
        subprocess.Popen(SLEEP, env={HOME_VARIABLE: str(home), "PATH": os.environ["PATH"]})
        for home in (tmp_path / "mine", tmp_path / "other")
    )
    try:
        # While a program takes the place of another, its environment reads as empty.
        assert until(lambda: all(Path(f"/proc/{one.pid}/comm").read_text() == "sleep\n" for one in (mine, other)))
        assert until(lambda: all(Path(f"/proc/{one.pid}/environ").read_bytes() for one in (mine, other)))
        assert kill_orphans(tmp_path / "mine")
        assert mine.wait(PATIENCE) == -signal.SIGKILL
        assert other.poll() is None
        assert not kill_orphans(tmp_path / "mine")
    finally:
        for one in (mine, other):
            one.kill()
            one.wait()
